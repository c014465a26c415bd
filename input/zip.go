package input

import (
	"archive/zip"
	"bufio"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/flate"

	"geoscan"
)

// A MemberError says that it is not clear which member of an archive to read.
type MemberError struct {
	Want    string   // what was asked for; "" if nothing was
	Members []string // of the archive, without those that are never a table; nil if it is no archive
}

func (e *MemberError) Error() string {
	switch {
	case e.Want == "":
		return "the archive holds several tables, choose one (-member NAME): " + list(e.Members)
	case e.Members == nil:
		return fmt.Sprintf("is no zip archive, so it has no member %q", e.Want)
	}
	return fmt.Sprintf("the archive holds no member %q, or several; there are: %s", e.Want, list(e.Members))
}

// list quotes names, which may hold anything, and does not go on for ever.
func list(names []string) string {
	const most = 20
	var b strings.Builder
	for i, name := range names[:min(len(names), most)] {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.Quote(name))
	}
	if len(names) > most {
		fmt.Fprintf(&b, " and %d more", len(names)-most)
	}
	return b.String()
}

// openZip returns the table in the archive medium.
func (o Options) openZip(medium geoscan.Source, r geoscan.SizedReaderAt) (geoscan.Source, error) {
	z, err := zip.NewReader(r, r.Size())
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // names are only compared
		return nil, badDirectory(err)
	}
	if slices.ContainsFunc(z.File, func(f *zip.File) bool { return f.Name == workbookPart }) {
		return o.openWorkbook(medium, r)
	}
	if err := o.checkSheet(); err != nil {
		return nil, err
	}
	f, err := chooseMember(z.File, o.Member)
	if err == nil {
		err = checkMember(f, r.Size())
	}
	if err != nil {
		return nil, err
	}
	return &packed{
		medium: medium,
		opt:    o,
		part:   f.Name,
		size:   int64(f.UncompressedSize64),
		open:   func(ctx context.Context) (io.ReadCloser, error) { return openMember(ctx, f, r) },
	}, nil
}

var (
	errDirectory = errors.New("there is no directory at its end; it may have been cut short")
	errNoMembers = errors.New("the archive holds no table")
	errEncrypted = errors.New("the archive is encrypted; unpack it first")
	errSizes     = errors.New("a member's sizes are not as declared")
	errChecksum  = errors.New("a member's checksum is wrong")
)

// badDirectory describes an error of reading the directory.
func badDirectory(err error) error {
	if errors.Is(err, zip.ErrFormat) {
		return &DamageError{"zip", errDirectory}
	}
	return damaged("zip", err)
}

// chooseMember returns the member called want, or the only table for "".
func chooseMember(files []*zip.File, want string) (*zip.File, error) {
	var tables, wanted []*zip.File
	for _, f := range files {
		if maybeTable(f.Name) {
			tables = append(tables, f)
		}
		if f.Name == want {
			return f, nil
		}
		if path.Base(f.Name) == want {
			wanted = append(wanted, f)
		}
	}
	switch {
	case want == "" && len(tables) == 1:
		return tables[0], nil
	case want != "" && len(wanted) == 1:
		return wanted[0], nil
	case len(tables) == 0:
		return nil, errNoMembers
	}
	e := &MemberError{Want: want}
	for _, f := range tables {
		e.Members = append(e.Members, f.Name)
	}
	return nil, e
}

// maybeTable reports whether a member may be the table: it is no folder, none
// of the files that a Mac adds, and not the text that GeoNames adds.
func maybeTable(name string) bool {
	return !strings.HasSuffix(name, "/") && !strings.HasPrefix(name, "__MACOSX/") &&
		!strings.EqualFold(path.Base(name), "readme.txt")
}

// checkMember returns an error if f, in an archive of size bytes, can't be
// read.
func checkMember(f *zip.File, size int64) error {
	const encrypted, aes = 1, 99
	off, err := f.DataOffset()
	switch {
	case f.Flags&encrypted != 0 || f.Method == aes:
		return errEncrypted
	case f.Method != zip.Store && f.Method != zip.Deflate:
		return fmt.Errorf("member %q has compression method %s, which can't be read; unpack it first", f.Name, methodName(f.Method))
	case err != nil:
		return badDirectory(err)
	case off < 0 || off > size || f.CompressedSize64 > uint64(size-off):
		return &DamageError{"zip", io.ErrUnexpectedEOF}
	case f.UncompressedSize64 > math.MaxInt64:
		return &DamageError{"zip", errSizes}
	}
	return nil
}

// methodName returns the number of a compression method, and its name if it has
// one that people know.
func methodName(method uint16) string {
	names := map[uint16]string{6: "implode", 9: "deflate64", 12: "bzip2", 14: "lzma", 93: "zstd", 95: "xz", 98: "ppmd"}
	if name := names[method]; name != "" {
		return fmt.Sprintf("%d (%s)", method, name)
	}
	return strconv.Itoa(int(method))
}

// openMember returns the content of f, which a goroutine inflates ahead.
func openMember(ctx context.Context, f *zip.File, r io.ReaderAt) (io.ReadCloser, error) {
	off, err := f.DataOffset()
	if err != nil {
		return nil, badDirectory(err)
	}
	section := io.NewSectionReader(r, off, int64(f.CompressedSize64))
	m := &memberReader{raw: bufio.NewReaderSize(section, 2*pieceSize), f: f}
	m.r = m.raw
	if f.Method == zip.Deflate {
		m.r = flate.NewReader(m.raw)
	}
	return waiting{startAhead(ctx, 4, func(a *ahead) error {
		return damaged("zip", a.copy(full(m)))
	}), io.NopCloser(nil)}, nil
}

// A memberReader reads a member and checks that it is what the directory says.
type memberReader struct {
	f   *zip.File
	raw *bufio.Reader // the compressed bytes
	r   io.Reader     // the content
	n   uint64        // read so far
	sum uint32
}

func (m *memberReader) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	m.n += uint64(n)
	m.sum = crc32.Update(m.sum, crc32.IEEETable, p[:n])
	if m.n > m.f.UncompressedSize64 {
		return 0, &DamageError{"zip", errSizes}
	}
	if err == io.EOF {
		err = m.end()
	}
	return n, err
}

// end returns io.EOF if all is as declared.
func (m *memberReader) end() error {
	_, more := m.raw.Peek(1)
	switch {
	case m.n != m.f.UncompressedSize64 || more != io.EOF:
		return &DamageError{"zip", errSizes}
	case m.sum != m.f.CRC32:
		return &DamageError{"zip", errChecksum}
	}
	return io.EOF
}
