package xlsx

import (
	"archive/zip"
	"errors"
	"io"
	"path"
	"strings"
)

// directory reads the archive's directory. Names are compared without regard to
// case, as the packaging conventions (ECMA-376 part 2) want it.
func (b *Book) directory() error {
	z, err := zip.NewReader(b.r, b.size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // names are only compared
		return err
	}
	b.parts = make(map[string]*zip.File, len(z.File))
	for _, f := range z.File {
		b.parts[partKey(f.Name)] = f
	}
	return nil
}

// partKey returns a name as it is compared.
func partKey(name string) string {
	name = strings.ReplaceAll(name, `\`, "/")
	return strings.ToLower(path.Clean("/" + name)[1:])
}

// resolve returns the part that target means in a relationship of part from.
func resolve(from, target string) string {
	target = strings.ReplaceAll(target, `\`, "/")
	if strings.HasPrefix(target, "/") {
		return partKey(target)
	}
	return partKey(path.Join(path.Dir(from), target))
}

// relationsOf returns the part that holds the relationships of a part.
func relationsOf(name string) string {
	dir, base := path.Split(name)
	return dir + "_rels/" + base + ".rels"
}

// part returns the file of a part.
func (b *Book) part(name string) (*zip.File, error) {
	f := b.parts[name]
	if f == nil {
		return nil, &PartError{name, errors.New("is missing")}
	}
	const encrypted, aes = 1, 99
	switch {
	case f.Flags&encrypted != 0 || f.Method == aes:
		return nil, errEncrypted
	case f.Method != zip.Store && f.Method != zip.Deflate:
		return nil, &PartError{name, errors.New("has an unknown compression method")}
	}
	off, err := f.DataOffset()
	if err != nil {
		return nil, &PartError{name, err}
	}
	if off < 0 || off > b.size || f.CompressedSize64 > uint64(b.size-off) {
		return nil, &PartError{name, errEnd}
	}
	return f, nil
}

// maxSmall bounds the parts that are read as a whole, in bytes.
const maxSmall = 64 << 20

// readPart returns the content of a small part.
func (b *Book) readPart(name string) ([]byte, error) {
	f, err := b.part(name)
	if err != nil {
		return nil, err
	}
	m, err := openMember(f, b.r, &b.decoders, &budget{min(maxSmall, b.opt.MaxBytes), "parts"})
	if err != nil {
		return nil, &PartError{f.Name, err}
	}
	data, err := io.ReadAll(m)
	if err != nil {
		return nil, &PartError{f.Name, err}
	}
	if err := checkEncoding(data); err != nil {
		return nil, &PartError{f.Name, err}
	}
	return data, nil
}

// relations reads the relationships of a part: what each type, or each id,
// points to. A part without any has none.
func (b *Book) relations(of string) (byType, byID map[string]relation, err error) {
	name := relationsOf(of)
	if b.parts[name] == nil {
		return nil, nil, nil
	}
	data, err := b.readPart(name)
	if err != nil {
		return nil, nil, err
	}
	byType, byID = make(map[string]relation), make(map[string]relation)
	err = eachElement(data, func(name string, attrs map[string]string) {
		if name != "Relationship" || strings.EqualFold(attrs["TargetMode"], "External") {
			return
		}
		r := relation{path.Base(attrs["Type"]), resolve(of, attrs["Target"])}
		if _, dup := byType[r.kind]; !dup {
			byType[r.kind] = r
		}
		byID[attrs["Id"]] = r
	})
	if err != nil {
		return nil, nil, &PartError{name, err}
	}
	return byType, byID, nil
}

// A relation points to a part. Its kind is the last part of a URI, the same in
// both of the standard's sets of names.
type relation struct{ kind, part string }
