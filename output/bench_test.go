package output_test

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"testing"

	"geoscan/output"
	"geoscan/query"
)

// placeRow is made up, with the lengths and scripts of a common place.
var placeRow = row("1283416", "Sagarmāthā", "Sagarmatha", "Chomolungma,Everest,Monte Everest,Qomolangma Feng,Эверест,エベレスト,珠穆朗玛峰",
	"27.98806", "86.92528", "T", "MT", "NP", "CN,NP", "01", "", "", "", "0", "8848", "8504", "Asia/Kathmandu", "2024-05-07")

// perRow measures emit, whose rows take size bytes each.
func perRow(b *testing.B, size int, emit func(query.Row) error) {
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		if err := emit(placeRow); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWriter(b *testing.B) {
	for _, f := range allFormats() {
		b.Run("format="+string(f), func(b *testing.B) {
			enc := selection(b, "*").encoder(b, f, output.Options{})
			size := len(enc.AppendRow(nil, placeRow))
			perRow(b, size, output.NewWriter(io.Discard, enc).Row)
		})
	}
	b.Run("format=ndjson/scriptsafe", func(b *testing.B) {
		enc := selection(b, "*").encoder(b, output.NDJSON, output.Options{ScriptSafe: true})
		perRow(b, len(enc.AppendRow(nil, placeRow)), output.NewWriter(io.Discard, enc).Row)
	})
}

// A place has the fields of a row for encoding/json.
type place struct {
	ID             json.Number `json:"geonameid"`
	Name           string      `json:"name"`
	ASCIIName      string      `json:"asciiname"`
	AlternateNames string      `json:"alternatenames"`
	Latitude       json.Number `json:"latitude"`
	Longitude      json.Number `json:"longitude"`
	FeatureClass   string      `json:"feature_class"`
	FeatureCode    string      `json:"feature_code"`
	CountryCode    string      `json:"country_code"`
	CC2            string      `json:"cc2"`
	Admin1Code     string      `json:"admin1_code"`
	Admin2Code     string      `json:"admin2_code"`
	Admin3Code     string      `json:"admin3_code"`
	Admin4Code     string      `json:"admin4_code"`
	Population     json.Number `json:"population"`
	Elevation      json.Number `json:"elevation"`
	DEM            json.Number `json:"dem"`
	Timezone       string      `json:"timezone"`
	Date           string      `json:"modification_date"`
}

func toPlace(f [][]byte) place {
	return place{
		json.Number(f[0]), string(f[1]), string(f[2]), string(f[3]), json.Number(f[4]), json.Number(f[5]),
		string(f[6]), string(f[7]), string(f[8]), string(f[9]), string(f[10]), string(f[11]), string(f[12]), string(f[13]),
		json.Number(f[14]), json.Number(f[15]), json.Number(f[16]), string(f[17]), string(f[18]),
	}
}

// The standard library's way to the same lines.
func BenchmarkStandard(b *testing.B) {
	size := func(f output.Format) int {
		return len(selection(b, "*").encoder(b, f, output.Options{}).AppendRow(nil, placeRow))
	}
	b.Run("format=ndjson", func(b *testing.B) {
		enc := json.NewEncoder(io.Discard)
		enc.SetEscapeHTML(false)
		perRow(b, size(output.NDJSON), func(r query.Row) error {
			p := toPlace(r.Fields)
			return enc.Encode(&p)
		})
	})
	b.Run("format=csv", func(b *testing.B) {
		w := csv.NewWriter(io.Discard)
		fields := make([]string, len(placeRow.Fields))
		perRow(b, size(output.CSV), func(r query.Row) error {
			for i, v := range r.Fields {
				fields[i] = string(v)
			}
			return w.Write(fields)
		})
	})
}

// The two must write the same, or the comparison means nothing.
func TestStandardWritesTheSame(t *testing.T) {
	enc := selection(t, "*").encoder(t, output.NDJSON, output.Options{})
	want, err := json.Marshal(toPlace(placeRow.Fields))
	if got := string(enc.AppendRow(nil, placeRow)); err != nil || got != string(want)+"\n" {
		t.Errorf("%s, want %s, %v", got, want, err)
	}
}
