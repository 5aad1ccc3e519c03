// Package chronicle tells one game: as text, turn by turn in the words of the rule
// text, or as JSON.
package chronicle
