// Package verdicts shows the answers of checks and comparisons: as text, pages, JSON, JUnit XML, Markdown, and annotations of
// GitHub's.
package verdicts
