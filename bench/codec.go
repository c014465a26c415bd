package bench

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// ErrSchema is returned for a results file of a version this package does not
// know.
var ErrSchema = errors.New("unknown schema version of the results file")

// Read reads one results file. It checks the version first, then the rest.
func Read(r io.Reader) (*Results, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	var head struct {
		Schema int `json:"schema"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, fmt.Errorf("no results file: %w", err)
	}
	if head.Schema < 1 || head.Schema > SchemaVersion {
		return nil, fmt.Errorf("%w: %d, this program knows up to %d", ErrSchema, head.Schema, SchemaVersion)
	}
	res := new(Results)
	if err := json.Unmarshal(data, res); err != nil {
		return nil, fmt.Errorf("no results file: %w", err)
	}
	return res, nil
}

// ReadFile reads the results file at path.
func ReadFile(path string) (*Results, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	res, err := Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return res, nil
}

// Write writes res as indented JSON. A number that JSON cannot hold (NaN,
// infinity) is an error, and nothing is written then.
func (res *Results) Write(w io.Writer) error {
	data, err := json.MarshalIndent(res, "", "\t")
	if err != nil {
		return err
	}
	_, err = w.Write(append(data, '\n'))
	return err
}

// WriteFile writes res to path by way of a temporary file beside it and a
// rename, so that a reader, or a crash, finds the old file or the new one but
// never a half.
func (res *Results) WriteFile(path string) error {
	return writeFile(path, res.Write)
}

func writeFile(path string, write func(io.Writer) error) (err error) {
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			tmp.Close()
			os.Remove(tmp.Name())
		}
	}()
	if err = write(tmp); err != nil {
		return err
	}
	if err = tmp.Chmod(0o644); err != nil {
		return err
	}
	if err = tmp.Close(); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}
