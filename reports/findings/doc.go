// Package findings turns a tally into a summary: exact counts into estimates with
// intervals, and the games into exemplars and warnings.
package findings
