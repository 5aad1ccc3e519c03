// Package page writes report.html: a run's pictures and tables on one page that needs nothing else, no network and no script.
package page
