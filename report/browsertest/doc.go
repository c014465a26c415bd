// Package browsertest opens a report in a real browser and uses it as a reader
// does. It is a module of its own, so that a browser's protocol is no
// dependency of geoscan.
package browsertest
