// Package verdicts shows the answers of checks and comparisons: as text, JSON, JUnit XML, Markdown, and annotations of
// GitHub's.
package verdicts
