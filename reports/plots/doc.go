// Package plots draws the pictures of a run: victory odds, war lengths and quantile fans, each as SVG and as PNG.
package plots
