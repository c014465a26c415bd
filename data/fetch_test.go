// Package data_test tests fetch.sh.
package data_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

const table = "1\tone\n2\ttwo\n"

// archive returns a zip archive with the table.
func archive(t *testing.T, table string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("allCountries.txt")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(table)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A site serves an archive, in parts if asked to.
type site struct {
	archive []byte
	etag    string
	sent    atomic.Int64 // bytes of bodies
	lie     bool         // add to the length
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.lie && r.Method == http.MethodHead {
		w.Header().Set("Content-Length", fmt.Sprint(len(s.archive)+1))
		return
	}
	w.Header().Set("Etag", s.etag)
	http.ServeContent(&counter{w, s}, r, "allCountries.zip", time.Unix(1e9, 0), bytes.NewReader(s.archive))
}

type counter struct {
	http.ResponseWriter
	s *site
}

func (c *counter) Write(b []byte) (int, error) {
	c.s.sent.Add(int64(len(b)))
	return c.ResponseWriter.Write(b)
}

// A place is a folder with a copy of fetch.sh, and the tools it may use.
type place struct {
	dir string
	bin string
}

// newPlace skips the test if a tool is missing.
func newPlace(t *testing.T, tools ...string) place {
	t.Helper()
	p := place{t.TempDir(), t.TempDir()}
	script, err := os.ReadFile("fetch.sh")
	if err != nil {
		t.Fatal(err)
	}
	p.write(t, "fetch.sh", string(script))
	for _, tool := range append(tools, "sh", "cat", "dirname", "grep", "mv", "rm", "sed", "tail", "tr", "wc") {
		path, err := exec.LookPath(tool)
		if err != nil {
			t.Skip(err)
		}
		if err := os.Symlink(path, filepath.Join(p.bin, tool)); err != nil {
			t.Skip(err)
		}
	}
	return p
}

func (p place) write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(p.dir, name), []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

// fetch runs the script from another folder.
func (p place) fetch(t *testing.T, url string) (ok bool, stderr string) {
	t.Helper()
	cmd := exec.Command(filepath.Join(p.bin, "sh"), filepath.Join(p.dir, "fetch.sh"))
	cmd.Dir = t.TempDir()
	cmd.Env = []string{"PATH=" + p.bin, "GEOSCAN_URL=" + url}
	var b bytes.Buffer
	cmd.Stdout, cmd.Stderr = &b, &b
	return cmd.Run() == nil, b.String()
}

// want checks that the folder holds the named files and the table, if that is
// one of them.
func (p place) want(t *testing.T, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(p.dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		if e.Name() != "fetch.sh" {
			got = append(got, e.Name())
		}
		if e.Name() == "allCountries.txt" {
			if b, err := os.ReadFile(filepath.Join(p.dir, e.Name())); err != nil || string(b) != table {
				t.Errorf("table %q, %v", b, err)
			}
		}
	}
	if strings.Join(got, " ") != strings.Join(names, " ") {
		t.Errorf("files %v, want %v", got, names)
	}
}

func serve(t *testing.T, s *site) string {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return server.URL + "/allCountries.zip"
}

func TestFetch(t *testing.T) {
	for _, tool := range []string{"curl", "wget"} {
		t.Run(tool, func(t *testing.T) {
			p := newPlace(t, tool, "unzip")
			s := &site{archive: archive(t, table), etag: `"1"`}
			url := serve(t, s)
			if ok, out := p.fetch(t, url); !ok {
				t.Fatal(out)
			}
			p.want(t, "allCountries.txt", "allCountries.zip")

			sent := s.sent.Load()
			if ok, out := p.fetch(t, url); !ok || !strings.Contains(out, "there already") {
				t.Error(out)
			}
			if err := os.Remove(filepath.Join(p.dir, "allCountries.txt")); err != nil {
				t.Fatal(err)
			}
			if ok, out := p.fetch(t, url); !ok {
				t.Error(out)
			}
			p.want(t, "allCountries.txt", "allCountries.zip")
			if s.sent.Load() != sent {
				t.Error("fetched what was there")
			}
		})
	}
}

func TestFetchResumes(t *testing.T) {
	for _, tool := range []string{"curl", "wget"} {
		t.Run(tool, func(t *testing.T) {
			p := newPlace(t, tool, "unzip")
			s := &site{archive: archive(t, table), etag: `"1"`}
			url := serve(t, s)
			const have = 50
			edition := fmt.Sprintf("%d Sun, 09 Sep 2001 01:46:40 GMT \"1\"\n", len(s.archive))
			p.write(t, "allCountries.zip.part", string(s.archive[:have]))
			p.write(t, "allCountries.zip.edition", edition)
			if ok, out := p.fetch(t, url); !ok {
				t.Fatal(out)
			}
			p.want(t, "allCountries.txt", "allCountries.zip")
			if sent, rest := s.sent.Load(), int64(len(s.archive)-have); sent != rest {
				t.Errorf("%d bytes fetched, want the last %d", sent, rest)
			}
		})
	}
}

func TestFetchStartsAgainForNewEdition(t *testing.T) {
	p := newPlace(t, "curl", "unzip")
	s := &site{archive: archive(t, table), etag: `"2"`}
	p.write(t, "allCountries.zip.part", "of yesterday")
	p.write(t, "allCountries.zip.edition", "12345  \"1\"\n")
	if ok, out := p.fetch(t, serve(t, s)); !ok || !strings.Contains(out, "new edition") {
		t.Fatal(out)
	}
	p.want(t, "allCountries.txt", "allCountries.zip")
}

func TestFetchCompletePart(t *testing.T) {
	p := newPlace(t, "curl", "unzip")
	s := &site{archive: archive(t, table), etag: `"1"`}
	p.write(t, "allCountries.zip.part", string(s.archive))
	p.write(t, "allCountries.zip.edition", fmt.Sprintf("%d Sun, 09 Sep 2001 01:46:40 GMT \"1\"\n", len(s.archive)))
	if ok, out := p.fetch(t, serve(t, s)); !ok {
		t.Fatal(out)
	}
	p.want(t, "allCountries.txt", "allCountries.zip")
}

func TestFetchFails(t *testing.T) {
	good := archive(t, table)
	bad := bytes.Replace(good, []byte("PK\x03\x04"), []byte("PK\x03\x05"), 1)
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for _, test := range []struct {
		name  string
		tools []string
		site  *site
		says  string
		files []string
	}{
		{"no tool", []string{"unzip"}, &site{}, "needs curl or wget", nil},
		{"no unzip", []string{"curl"}, &site{archive: good}, "needs unzip", []string{"allCountries.zip"}},
		{"damaged", []string{"curl", "unzip"}, &site{archive: bad}, "can't unpack", []string{"allCountries.zip"}},
		{"no network", []string{"curl", "unzip"}, nil, "network", nil},
		{"no network, wget", []string{"wget", "unzip"}, nil, "network", nil},
		{"short", []string{"curl", "unzip"}, &site{archive: good, lie: true}, "run this again",
			[]string{"allCountries.zip.edition", "allCountries.zip.part"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newPlace(t, test.tools...)
			url := gone.URL
			if test.site != nil {
				url = serve(t, test.site)
			}
			ok, out := p.fetch(t, url)
			if ok || !strings.Contains(out, test.says) || !strings.Contains(out, "data gen") {
				t.Errorf("ok %v, want %q:\n%s", ok, test.says, out)
			}
			p.want(t, test.files...)
		})
	}
}
