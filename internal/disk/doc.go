// Package disk tells how much room a file system has.
package disk
