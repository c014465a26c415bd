package input

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"geoscan"
)

// A form is how the bytes of a medium hold a table.
type form int

const (
	plain form = iota
	gzipped
	zipped
)

const (
	gzipMagic = "\x1F\x8B"
	zipMagic  = "PK\x03\x04" // of a member
	zipEnd    = "PK\x05\x06" // of the record at an archive's end, all there is to an empty one
	zipSpan   = "PK\x07\x08" // before the first member, where the archive might have had parts
)

// signatures are the first bytes of forms that can't be read.
var signatures = []struct{ magic, problem string }{
	{"\xFF\xFE", "is UTF-16 text; convert it to UTF-8 first"},
	{"\xFE\xFF", "is UTF-16 text; convert it to UTF-8 first"},
	{"\xD0\xCF\x11\xE0", "is an old or encrypted Office file (xls)"},
	{"\xFD7zXZ\x00", "is compressed with xz; unpack it first"},
	{"\x28\xB5\x2F\xFD", "is compressed with zstd; unpack it first"},
	{"BZh91AY&SY", "is compressed with bzip2; unpack it first"},
	{"7z\xBC\xAF\x27\x1C", "is a 7z archive; unpack it first"},
}

// sniffLen is how many bytes tell the form of an input, but for an archive with
// other bytes before it.
const sniffLen = 16

// sniff tells a form by its first bytes. The error is that of one which can't
// be read.
func sniff(head []byte) (form, error) {
	for _, s := range signatures {
		if bytes.HasPrefix(head, []byte(s.magic)) {
			return plain, errors.New(s.problem)
		}
	}
	if bytes.HasPrefix(head, []byte(gzipMagic)) {
		return gzipped, nil
	}
	for _, magic := range []string{zipMagic, zipEnd, zipSpan} {
		if bytes.HasPrefix(head, []byte(magic)) {
			return zipped, nil
		}
	}
	return plain, nil
}

// sniffPlain returns an error unless head begins a plain table.
func sniffPlain(head []byte) error {
	f, err := sniff(head)
	if err == nil && f != plain {
		err = errors.New("is compressed or packed twice; unpack it first")
	}
	return err
}

// sniffAll tells the form of a medium that can be read anywhere. The name
// counts only where so little is there that it can't be told: an empty file
// called x.gz is a compressed file that was cut, and not a table of no rows.
func sniffAll(name string, r geoscan.SizedReaderAt) (form, error) {
	head := make([]byte, sniffLen)
	n, err := r.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return plain, err
	}
	if err := sniffCut(name, head[:n]); err != nil {
		return plain, err
	}
	f, err := sniff(head[:n])
	if err == nil && f == plain && hasZipEnd(r) {
		f = zipped
	}
	return f, err
}

// sniffCut returns an error if head is all of a medium, and too little of the
// form that its name tells.
func sniffCut(name string, head []byte) error {
	form, magic := "gzip", gzipMagic
	switch strings.ToLower(filepath.Ext(name)) {
	case ".gz", ".bgz", ".gzip":
	case ".zip":
		form, magic = "zip", zipMagic
	default:
		return nil
	}
	if len(head) >= len(magic) || !strings.HasPrefix(magic, string(head)) {
		return nil
	}
	return &DamageError{form, io.ErrUnexpectedEOF}
}

// zipEndLen is the length of the record at an archive's end, without the
// comment that may follow it.
const zipEndLen = 22

// hasZipEnd reports whether r ends as an archive does: with a record that says
// where the directory lies, and the directory lies there. Such a file is an
// archive whatever it begins with, as one that unpacks itself.
func hasZipEnd(r geoscan.SizedReaderAt) bool {
	tail := make([]byte, min(r.Size(), zipEndLen+1<<16-1))
	if n, _ := r.ReadAt(tail, r.Size()-int64(len(tail))); n < len(tail) {
		return false
	}
	for i := len(tail) - zipEndLen; i >= 0; i-- {
		i = bytes.LastIndex(tail[:i+len(zipEnd)], []byte(zipEnd))
		if i < 0 {
			return false
		}
		end := tail[i:]
		if len(end) == zipEndLen+int(binary.LittleEndian.Uint16(end[20:])) {
			return hasDirectory(r, end, r.Size()-int64(len(end)))
		}
	}
	return false
}

// hasDirectory reports whether the directory of an archive, or the record of a
// large one (zip64), lies right before the end record, which is at off.
func hasDirectory(r io.ReaderAt, end []byte, off int64) bool {
	const unknown = 1<<32 - 1
	start, want := off-int64(binary.LittleEndian.Uint32(end[12:])), "PK\x01\x02"
	if binary.LittleEndian.Uint32(end[16:]) == unknown {
		start, want = off-20, "PK\x06\x07"
	}
	if start < 0 || start == off {
		return false
	}
	magic := make([]byte, len(want))
	n, _ := r.ReadAt(magic, start)
	return string(magic[:n]) == want
}

// mayHoldZip reports whether an archive may begin behind the first bytes of a
// stream, whose end is not known yet.
func mayHoldZip(head []byte) bool { return bytes.Contains(head, []byte(zipMagic)) }
