package input

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"geoscan"
)

// readAny opens data and reads it once.
func readAny(ctx context.Context, src geoscan.Source, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	data, err := accesses["Reader"](ctx, src)
	return data, errors.Join(err, src.Close())
}

// TestErrors opens what is no table.
func TestErrors(t *testing.T) {
	useCache(t)
	table := rows(5)
	zipped, gzipped := archive("t.txt", string(table)), gz(table)
	blocks := bgzf(table, 20)
	patch := func(data []byte, old, new string) []byte {
		t.Helper()
		if !bytes.Contains(data, []byte(old)) {
			t.Fatalf("no %q to patch", old)
		}
		return bytes.ReplaceAll(data, []byte(old), []byte(new))
	}
	// flip changes a byte, from the end if at is negative.
	flip := func(data []byte, at int) []byte {
		data = bytes.Clone(data)
		data[(len(data)+at)%len(data)] ^= 0x40
		return data
	}
	for _, tt := range []struct {
		name string
		data []byte
		says string
	}{
		{"UTF-16", []byte("\xFF\xFE1\x00"), "is UTF-16 text"},
		{"UTF-16 in gzip", gz([]byte("\xFE\xFF\x001")), "is UTF-16 text"},
		{"xls", []byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"), "is an old or encrypted Office file"},
		{"xz", []byte("\xFD7zXZ\x00\x00"), "compressed with xz"},
		{"zstd", []byte("\x28\xB5\x2F\xFD\x00"), "compressed with zstd"},
		{"bzip2", []byte("BZh91AY&SY\x00"), "compressed with bzip2"},
		{"7z", []byte("7z\xBC\xAF\x27\x1C\x00"), "7z archive"},
		{"gzip in gzip", gz(gzipped), "packed twice"},
		{"zip in gzip", gz(zipped), "packed twice"},
		{"gzip in zip", archive("t.txt.gz", string(gzipped)), "packed twice"},

		{"junk", join(gzipped, []byte("junk")), "gzip data is damaged: something that is no gzip data follows it"},
		{"junk behind zeros", join(gzipped, make([]byte, 512), []byte("j")), "something that is no gzip data follows"},
		{"half a magic number", join(gzipped, []byte("\x1F")), "gzip data is truncated: unexpected EOF"},
		{"bad header", join(gzipped, []byte("\x1F\x8B\x07\x00\x00\x00\x00\x00\x00\x00")), "gzip data is damaged: gzip: invalid header"},
		{"bad checksum", flip(gzipped, -8), "gzip data is damaged: gzip: invalid checksum"},
		{"bad length", flip(gzipped, -1), "gzip data is damaged: gzip: invalid checksum"},
		{"bad content", flip(gz(rows(1000)), 200), "gzip data is damaged"},

		{"blocks without end", blocks, "gzip data is truncated: unexpected EOF"},
		{"blocks without end, padded", join(blocks, make([]byte, 9)), "gzip data is truncated: unexpected EOF"},
		{"junk behind blocks", join(blocks, bgzfEnd(), []byte("j")), "no gzip data follows"},
		{"bad checksum of a block", join(flip(blocks, -8), bgzfEnd()), "a block's checksum or size is wrong"},
		{"bad length of a block", join(flip(blocks, -4), bgzfEnd()), "gzip data is damaged"},
		{"bad checksum of the first block", join(flip(bgzf(table, 1000), -7), gzipped), "a block's checksum or size is wrong"},
		{"a block longer than its data", join(flip(blocks, 16), bgzfEnd()), "gzip data is"},

		{"no members", archive(), "the archive holds no table"},
		{"only a folder", archive("d/", ""), "the archive holds no table"},
		{"two tables", archive("a.txt", "1", "b\n.txt", "2"), `choose one (-member NAME): "a.txt", "b\n.txt"`},
		{"a name twice", archive("a.txt", "1", "a.txt", "2"), `choose one (-member NAME): "a.txt", "a.txt"`},
		{"unknown method", patch(zipped, "\x08\x00\x08\x00", "\x08\x00\x63\x00"), "encrypted"},
		{"another method", patch(zipped, "\x08\x00\x08\x00", "\x08\x00\x09\x00"), "compression method 9 (deflate64)"},
		{"method without name", patch(zipped, "\x08\x00\x08\x00", "\x08\x00\x4D\x00"), "compression method 77,"},
		{"encrypted", patch(zipped, "\x08\x00\x08\x00", "\x09\x00\x08\x00"), "encrypted"},
		{"cut zip", zipped[:len(zipped)-1], "no directory at its end"},
		{"bad checksum in zip", zipWith(zipped, 16, crc(zipped)^1), "zip data is damaged: a member's checksum is wrong"},
		{"no checksum in zip", zipWith(zipped, 16, 0), "zip data is damaged: a member's checksum is wrong"},
		{"less than declared", zipWith(zipped, 24, uint32(len(table)+1)), "sizes are not as declared"},
		{"more than declared", zipWith(zipped, 24, uint32(len(table)-1)), "sizes are not as declared"},
		{"compressed to less than declared", zipWith(zipped, 20, 1), "zip data is truncated"},
		{"compressed to more than there is", zipWith(zipped, 20, 1<<30), "zip data is truncated"},
		{"data elsewhere", zipWith(zipped, 42, 3), "zip data is damaged"},
	} {
		for medium, open := range media {
			src, err := open(t, Options{}, tt.data)
			if _, err := readAny(t.Context(), src, err); err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("%s, %s: error %v, want %q", tt.name, medium, err, tt.says)
			}
		}
	}
}

// zipWith changes a number in the first entry of a zip archive's directory.
func zipWith(data []byte, at int, n uint32) []byte {
	data = bytes.Clone(data)
	binary.LittleEndian.PutUint32(directory(data)[at:], n)
	return data
}

// crc returns the checksum of the first member.
func crc(data []byte) uint32 { return binary.LittleEndian.Uint32(directory(data)[16:]) }

func directory(data []byte) []byte { return data[bytes.Index(data, []byte("PK\x01\x02")):] }

func TestMemberErrorListsSome(t *testing.T) {
	var members []string
	for range 1000 {
		members = append(members, "x.txt", "1")
	}
	_, err := Memory("many", archive(members...))
	var choice *MemberError
	if !errors.As(err, &choice) || len(choice.Members) != 1000 || !strings.HasSuffix(err.Error(), `"x.txt" and 980 more`) {
		t.Errorf("error %.200v", err)
	}
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	for _, tt := range []struct{ name, says string }{
		{dir, dir + ": is a directory"},
		{filepath.Join(dir, "missing"), filepath.Join(dir, "missing") + ": no such file or directory"},
		{newFile(t, "empty.gz", nil), "gzip data is truncated"},
		{newFile(t, "one.GZ", []byte("\x1F")), "gzip data is truncated"},
		{newFile(t, "one.zip", []byte("PK")), "zip data is truncated"},
	} {
		src, err := Open(tt.name)
		if _, err := readAny(t.Context(), src, err); err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.says)
		}
	}
}

// TestNotCompressed reads what only resembles something compressed.
func TestNotCompressed(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	for _, text := range []string{"", "\x1F", "P", "PK", "PK\x03", "PKW\tx\n", "1\tPK\x03\x04\n", "1\tPK\x05\x06\n", "PK\x01\x02PK\x05\x06",
		"x" + string(archive()), "1\tPK\x05\x06" + strings.Repeat("\x00", 18), "1\tPK\x05\x06" + strings.Repeat("\xFF", 18),
		long + "PK\x03\x04" + long, long + "PK\x05\x06" + long} {
		for medium, open := range media {
			src, err := open(t, Options{}, []byte(text))
			if got, err := readAny(t.Context(), src, err); err != nil || string(got) != text {
				t.Errorf("%s, %.20q: %d bytes, want %d; error %v", medium, text, len(got), len(text), err)
			}
		}
	}
}

// TestEveryPrefix cuts compressed inputs at every length. The answer is all or
// an error, but for a cut between two members, which leaves a good file.
func TestEveryPrefix(t *testing.T) {
	useCache(t)
	table := rows(30)
	members := [][]byte{gz(table[:100]), gz(table[100:])}
	all := map[string][]byte{
		"gz":  gz(table),
		"bgz": join(bgzf(table, 100), bgzfEnd()),
		"zip": archive("readme.txt", "about", "table.txt", string(table)),
	}
	all["members.gz"] = join(members...)
	for name, data := range all {
		for n := range len(data) {
			file := newFile(t, "cut."+name, data[:n])
			for access, read := range accesses {
				src, err := Open(file)
				var got []byte
				if err == nil {
					got, err = read(t.Context(), src)
					src.Close()
				}
				if name == "members.gz" && n == len(members[0]) && err == nil && bytes.Equal(got, table[:100]) {
					continue
				}
				if err == nil && !bytes.Equal(got, table) {
					t.Errorf("%s cut to %d of %d bytes, %s: %d bytes of %d and no error", name, n, len(data), access, len(got), len(table))
				}
			}
			if n < 4 { // a pipe has no name that tells what it was
				continue
			}
			src := openPipe(t, Options{}, data[:n])
			got, err := readAny(t.Context(), src, nil)
			if err == nil && n != len(members[0]) {
				t.Errorf("%s cut to %d of %d bytes, from a pipe: %d bytes and no error", name, n, len(data), len(got))
			}
		}
	}
}

// TestEveryByteFlipped changes each byte: never a wrong answer without an error,
// unless it is a name or a time that was changed.
func TestEveryByteFlipped(t *testing.T) {
	table := rows(30)
	for name, data := range map[string][]byte{
		"gzip":   gz(table),
		"blocks": join(bgzf(table, 100), bgzfEnd()),
		"zip":    archive("table.txt", string(table)),
	} {
		for i := range data {
			for _, bit := range []byte{1, 0x80} {
				broken := bytes.Clone(data)
				broken[i] ^= bit
				src, err := Memory("broken", broken)
				got, err := readAny(t.Context(), src, err)
				if err == nil && !bytes.Equal(got, table) && !bytes.Equal(got, broken) { // which is plain
					t.Errorf("%s with byte %d changed: %d bytes, want %d or an error", name, i, len(got), len(table))
				}
			}
		}
	}
}

// TestReaderErrors fails the medium's reads.
func TestReaderErrors(t *testing.T) {
	broken := errors.New("disk on fire")
	data := forms(rows(5000))
	for _, form := range []string{"gzip", "members", "small blocks", "blocks and members"} {
		for n := range 50 {
			n := n * len(data[form]) / 50
			r := io.MultiReader(bytes.NewReader(data[form][:n]), iotest.ErrReader(broken))
			z := newGunzip(t.Context(), io.NopCloser(r), 2)
			if _, err := io.ReadAll(z); err != broken {
				t.Errorf("%s, behind %d bytes: error %v, want %v", form, n, err, broken)
			}
			z.Close()
		}
	}
}

// TestSlowReaders reads from media that give little at a time.
func TestSlowReaders(t *testing.T) {
	table := rows(500)
	for form, data := range forms(table) {
		if !bytes.HasPrefix(data, []byte(gzipMagic)) {
			continue
		}
		for _, r := range []io.Reader{iotest.OneByteReader(bytes.NewReader(data)), iotest.DataErrReader(bytes.NewReader(data)), iotest.HalfReader(bytes.NewReader(data))} {
			z := newGunzip(t.Context(), io.NopCloser(r), 2)
			if got, err := io.ReadAll(iotest.OneByteReader(z)); err != nil || !bytes.Equal(got, table) {
				t.Errorf("%s: %d bytes, want %d; error %v", form, len(got), len(table), err)
			}
			z.Close()
		}
	}
}

// TestCutWhileRead changes files behind the back of whoever opened them.
func TestCutWhileRead(t *testing.T) {
	useCache(t)
	table := rows(20_000)
	all := forms(table)
	for _, form := range []string{"plain", "gzip", "zip"} {
		for name, change := range map[string]func(path string, size int64) error{
			"cut":   func(path string, size int64) error { return os.Truncate(path, size/2) },
			"empty": func(path string, _ int64) error { return os.Truncate(path, 0) },
		} {
			path := newFile(t, "input", all[form])
			src, err := Open(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := change(path, int64(len(all[form]))); err != nil {
				t.Fatal(err)
			}
			for _, access := range []string{"Reader", "ReaderAt"} {
				if _, err := accesses[access](t.Context(), src); !errors.Is(err, ErrCut) {
					t.Errorf("%s, %s, %s: error %v, want ErrCut", form, name, access, err)
				}
			}
			if err := src.Check(); !errors.Is(err, ErrCut) {
				t.Errorf("%s, %s: Check: %v, want ErrCut", form, name, err)
			}
			if err := src.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestCheckOfCompressed(t *testing.T) {
	for _, form := range []string{"gzip", "zip"} {
		for name, change := range map[string]func(path string) error{
			"longer": func(path string) error {
				f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
				if err != nil {
					return err
				}
				defer f.Close()
				_, err = f.Write([]byte{0})
				return err
			},
			"newer": func(path string) error { return os.Chtimes(path, time.Unix(1, 0), time.Unix(1, 0)) },
		} {
			path := newFile(t, "input", forms(rows(10))[form])
			src, err := Open(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := src.Check(); err != nil {
				t.Errorf("%s: %v before the change", form, err)
			}
			if err := change(path); err != nil {
				t.Fatal(err)
			}
			if err := src.Check(); !errors.Is(err, ErrChanged) {
				t.Errorf("%s, %s: Check: %v, want ErrChanged", form, name, err)
			}
			src.Close()
		}
	}
}
