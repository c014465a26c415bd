package query_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"geoscan/query"
)

// towns is a schema with all columns that functions look at.
func towns(t testing.TB) *query.Schema {
	s, err := query.NewSchema(
		query.Column{Name: "id", Kind: query.Numeric},
		query.Column{Name: "name"},
		query.Column{Name: "longitude", Aliases: []string{"lon"}, Kind: query.Numeric},
		query.Column{Name: "asciiname"},
		query.Column{Name: "alternatenames"},
		query.Column{Name: "latitude", Aliases: []string{"lat"}, Kind: query.Numeric},
	)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func town(id int, lat, lon string) record {
	return record{strconv.Itoa(id), "", lon, "", "", lat}
}

func compileTowns(t testing.TB, text query.Text) *query.Query {
	t.Helper()
	q, err := query.Compile(text, towns(t))
	if err != nil {
		t.Fatalf("%+v: %v", text, err)
	}
	return q
}

// townRecords lie where it matters. The last ones have no coordinates.
var townRecords = []record{
	town(0, "27.98806", "86.92528"), // Everest
	town(1, "27.9617", "86.9330"),   // Lhotse
	town(2, "-16.85", "179.99"),
	town(3, "-16.85", "-179.99"),
	town(4, "90", "17"),
	town(5, "89.9", "-163"),
	town(6, "0", "0"),
	town(7, "", "86.9"),
	town(8, "28", "east"),
	town(9, "91", "0"),
	town(10, "0", "180.5"),
	town(11, "90.00000000000000000001", "0"), // near enough for a floating-point number
	town(12, "0", "-180.00000000000000000001"),
}

var geoTests = []struct {
	where string
	want  string // numbers of the records
}{
	{"near(27.98806, 86.92528, 0)", "0"},
	{"near(27.98806, 86.92528, 3.1)", "0 1"},
	{"near(27.98806, 86.92528, 3.0280)", "0 1"},
	{"near(28, 87, 5)", ""},
	{"NEAR(28,87,+1e1)", "0 1"},
	{"not near(28, 87, 10)", "2 3 4 5 6"},
	{"near(0, 0, 1e400)", "0 1 2 3 4 5 6"},
	{"near(-16.85, 180, 2)", "2 3"},
	{"near(-16.85, -180, 2)", "2 3"},
	{"near(-16.85, -179.99, 1)", "3"},
	{"near(90, 0, 0)", "4"},
	{"near(90, -99, 11.2)", "4 5"},
	{"near(89.95, 17, 20)", "4 5"},
	{"near(-90, 0, 20015.0866)", "0 1 2 3 5 6"}, // all but the antipode, 20015.1145 km off
	{"near(-90, 0, 20015.12)", "0 1 2 3 4 5 6"},
	{"near(0, 180, 20015)", "0 1 2 3 4 5"},

	{"distance(27.98806, 86.92528) < 3.03", "0 1"},
	{"distance(27.98806, 86.92528) > 3.03", "2 3 4 5 6"},
	{"distance(27.98806, 86.92528) = 0", "0"},
	{"distance(27.98806, 86.92528) != 0", "1 2 3 4 5 6"},
	{"distance(27.98806, 86.92528) < -1", ""},
	{"distance(27.98806, 86.92528) between 1 and 3.1", "1"},
	{"distance(27.98806, 86.92528) not between 1 and 3.1", "0 2 3 4 5 6"},
	{"distance(90, 0) in (0, 5)", "4"},
	{"distance(90, 0) is null", "7 8 9 10 11 12"},
	{"not distance(90, 0) is null", "0 1 2 3 4 5 6"},
	{"distance(90, 0) is not null", "0 1 2 3 4 5 6"},

	{"bbox(86.92528, 27.9, 86.9330, 27.98806)", "0 1"},
	{"bbox(86.92529, 27.9, 86.9330, 27.98806)", "1"},
	{"bbox(86.92528, 27.98806, 86.92528, 27.98806)", "0"},
	{"not bbox(86.9, 27.9, 87, 28)", "2 3 4 5 6"},
	{"bbox(-180, -90, 180, 90)", "0 1 2 3 4 5 6"},
	{"bbox(179, -20, -179, -10)", "2 3"},
	{"bbox(179.99, -20, -179.99, -10)", "2 3"},
	{"bbox(179.995, -20, -179.99, -10)", "3"},
	{"not bbox(179, -20, -179, -10)", "0 1 4 5 6"},
	{"bbox(17, 0, 16, 90)", "0 1 4 5 6"},
	{"bbox(-1, 0, 17, 90)", "4 6"},
	{"bbox(86.92528, 0, 86.92528, 27.98806000000000000000001)", "0"},
	{"bbox(86.92528, 0, 86.92528, 27.98805999999999999999999)", ""},
	{"bbox(86.925280000000000000000001, 0, 87, 28)", "1"},

	// A place without coordinates is neither inside nor outside.
	{"near(0, 0, 1) is unknown", "7 8 9 10 11 12"},
	{"near(0, 0, 1) is not unknown", "0 1 2 3 4 5 6"},
	{"bbox(0, 0, 1, 1) is unknown", "7 8 9 10 11 12"},
	{"distance(0, 0) > 1 is unknown", "7 8 9 10 11 12"},
	{"near(0, 0, 1) or not near(0, 0, 1)", "0 1 2 3 4 5 6"},
	{"bbox(0, 0, 1, 1) or not bbox(0, 0, 1, 1)", "0 1 2 3 4 5 6"},
	{"near(0, 0, 1) or id = 7", "6 7"},
}

func TestGeography(t *testing.T) {
	for _, test := range geoTests {
		q := compileTowns(t, query.Text{Where: test.where})
		if got := strings.Join(matches(q, townRecords), " "); got != test.want {
			t.Errorf("%s: records %s, want %s", test.where, got, test.want)
		}
	}
}

// matches returns the first fields of the records that answer q.
func matches(q *query.Query, recs []record) (ids []string) {
	for _, r := range recs {
		if q.Match(r) {
			ids = append(ids, r[0])
		}
	}
	return ids
}

// chord is the great circle distance by vectors: twice the angle whose sine is
// half the chord, or whose cosine is half the chord to the antipode, whichever
// is shorter. It shares no formula with the package.
func chord(lat1, lon1, lat2, lon2 float64) float64 {
	vector := func(lat, lon float64) (v [3]float64) {
		lat, lon = lat*math.Pi/180, lon*math.Pi/180
		return [3]float64{math.Cos(lat) * math.Cos(lon), math.Cos(lat) * math.Sin(lon), math.Sin(lat)}
	}
	a, b := vector(lat1, lon1), vector(lat2, lon2)
	var minus, plus float64
	for i := range a {
		minus += (a[i] - b[i]) * (a[i] - b[i])
		plus += (a[i] + b[i]) * (a[i] + b[i])
	}
	if minus < plus {
		return 6371.0088 * 2 * math.Asin(math.Sqrt(minus)/2)
	}
	return 6371.0088 * 2 * math.Acos(math.Sqrt(plus)/2)
}

// A spot is a place on earth for tests, many of them near poles, near the date
// line, near each other or each other's antipode.
type spot struct{ lat, lon float64 }

func randomSpot(rng *rand.Rand) spot {
	pick := func(list ...float64) float64 { return list[rng.IntN(len(list))] }
	s := spot{180*rng.Float64() - 90, 360*rng.Float64() - 180}
	if rng.IntN(3) == 0 {
		s.lat = pick(-90, 90, 0, 60) * (1 - pick(0, 1e-6, 1e-3, 0.02)*rng.Float64())
	}
	if rng.IntN(3) == 0 {
		s.lon = pick(-180, 180, 0) * (1 - pick(0, 1e-6, 1e-3, 0.02)*rng.Float64())
	}
	return s.round()
}

// beside returns a spot near s or near its antipode.
func (s spot) beside(rng *rand.Rand) spot {
	step := math.Pow(10, -6*rng.Float64())
	b := spot{s.lat + step*(2*rng.Float64()-1), s.lon + step*(2*rng.Float64()-1)}
	if rng.IntN(4) == 0 {
		b = spot{-b.lat, b.lon + 180}
	}
	b.lat = min(max(b.lat, -90), 90)
	b.lon -= 360 * math.Round(b.lon/360)
	return b.round()
}

// round rounds to the digits of GeoNames, or nearly so.
func (s spot) round() spot { return spot{math.Round(s.lat*1e6) / 1e6, math.Round(s.lon*1e6) / 1e6} }

func (s spot) String() string { return decimal(s.lat) + ", " + decimal(s.lon) }

func (s spot) town(id int) record { return town(id, decimal(s.lat), decimal(s.lon)) }

func decimal(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// selected returns the fields of the only row of an answer.
func selected(t *testing.T, q *query.Query, r record) (fields []string) {
	t.Helper()
	c := query.NewCollector(t.Context(), q, func(r query.Row) error {
		fields = strings.Split(joined(r.Fields), "|")
		return nil
	})
	p := c.Part(0)
	p.Offer(0, r)
	p.Close(nil)
	c.EndInput()
	finish(t, c)
	return fields
}

func TestDistanceIsThatOfVectors(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 800 {
		a := randomSpot(rng)
		b := randomSpot(rng)
		if rng.IntN(2) == 0 {
			b = a.beside(rng)
		}
		q := compileTowns(t, query.Text{Select: fmt.Sprintf("distance(%v)", a)})
		got, err := strconv.ParseFloat(selected(t, q, b.town(1))[0], 64)
		if want := chord(a.lat, a.lon, b.lat, b.lon); err != nil || math.Abs(got-want) > 0.00051 {
			t.Fatalf("from %v to %v: %v km, want %v; %v", a, b, got, want, err)
		}
	}
}

// Distances that others publish for this sphere, or that follow from its radius.
func TestKnownDistances(t *testing.T) {
	for _, test := range []struct{ from, to, want string }{
		{"0, 0", "0, 0", "0.000"},
		{"0, 0", "0, 180", "20015.114"},
		{"0, 0", "0, 90", "10007.557"},
		{"90, 0", "-90, 123", "20015.114"},
		{"90, 5", "90, -77", "0.000"},
		{"0, 0", "1, 0", "111.195"},
		{"60, 179.5", "60, -179.5", "55.597"},
		{"27.98806, 86.92528", "27.9617, 86.9330", "3.028"},
	} {
		lat, lon, _ := strings.Cut(test.to, ", ")
		q := compileTowns(t, query.Text{Select: "distance(" + test.from + ")"})
		if got := selected(t, q, town(1, lat, lon)); got[0] != test.want {
			t.Errorf("from %s to %s: %s km, want %s", test.from, test.to, got[0], test.want)
		}
	}
}

// TestNearRanges checks that no place that is near is outside of a range, and
// that ranges do exclude places.
func TestNearRanges(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	matched, admitted, total := 0, 0, 0
	for range 800 {
		a := randomSpot(rng)
		km := math.Pow(10, 7*rng.Float64()-3)
		q := compileTowns(t, query.Text{Where: fmt.Sprintf("near(%v, %s)", a, decimal(km))})
		for range 30 {
			b := atDistance(rng, a, km)
			matched += checkWeaker(t, q, b.town(1))
			if near := chord(a.lat, a.lon, b.lat, b.lon) <= km; near != q.Match(b.town(1)) && !atBorder(a, b, km) {
				t.Errorf("%v is %v km from %v: near %v", b, chord(a.lat, a.lon, b.lat, b.lon), a, !near)
			}
			total++
			if admits(q, randomSpot(rng).town(1)) {
				admitted++
			}
		}
		if t.Failed() {
			return
		}
	}
	if matched < total/4 || admitted > total/2 {
		t.Errorf("of %d places %d were near, and ranges let through %d of %d elsewhere", total, matched, admitted, total)
	}
}

// atDistance returns a spot about km from a, so that it is near a circle's
// border. The angle is spherical trigonometry's, from the pole's triangle.
func atDistance(rng *rand.Rand, a spot, km float64) spot {
	const rad = math.Pi / 180
	d := km / 6371.0088 * (1 - math.Pow(10, -8*rng.Float64()))
	if rng.IntN(3) == 0 {
		d *= 1.000001
	}
	bearing := 2 * math.Pi * rng.Float64()
	if rng.IntN(3) == 0 {
		bearing = math.Pi / 2 * float64(rng.IntN(4))
	}
	sin := math.Sin(a.lat*rad)*math.Cos(d) + math.Cos(a.lat*rad)*math.Sin(d)*math.Cos(bearing)
	lat := math.Asin(min(max(sin, -1), 1))
	lon := a.lon*rad + math.Atan2(math.Sin(bearing)*math.Sin(d)*math.Cos(a.lat*rad), math.Cos(d)-math.Sin(a.lat*rad)*math.Sin(lat))
	b := spot{lat / rad, lon / rad}
	b.lon -= 360 * math.Round(b.lon/360)
	return spot{min(max(b.lat, -90), 90), min(max(b.lon, -180), 180)}
}

// atBorder reports whether the two formulas may differ about b.
func atBorder(a, b spot, km float64) bool {
	return math.Abs(chord(a.lat, a.lon, b.lat, b.lon)-km) < 1e-4
}

// admits reports whether a record is inside all ranges.
func admits(q *query.Query, r record) bool {
	return !slices.ContainsFunc(q.Ranges(), func(rg query.Range) bool { return !rg.Admits(r.Field(rg.Col)) })
}

// TestBoxes checks boxes against the obvious.
func TestBoxes(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	matched := 0
	for range 500 {
		a, b := randomSpot(rng), randomSpot(rng)
		south, north := min(a.lat, b.lat), max(a.lat, b.lat)
		where := fmt.Sprintf("bbox(%s, %s, %s, %s)", decimal(a.lon), decimal(south), decimal(b.lon), decimal(north))
		q := compileTowns(t, query.Text{Where: where})
		not := compileTowns(t, query.Text{Where: "not " + where})
		for range 20 {
			p := []spot{randomSpot(rng), a.beside(rng), {a.lat, b.lon}, {b.lat, a.lon}, a, b}[rng.IntN(6)]
			inside := p.lat >= south && p.lat <= north
			if a.lon <= b.lon {
				inside = inside && a.lon <= p.lon && p.lon <= b.lon
			} else {
				inside = inside && (p.lon >= a.lon || p.lon <= b.lon)
			}
			r := p.town(1)
			if q.Match(r) != inside || not.Match(r) == inside {
				t.Fatalf("%v in %s: %v, want %v; not: %v", p, where, q.Match(r), inside, not.Match(r))
			}
			matched += checkWeaker(t, q, r)
			checkWeaker(t, not, r)
		}
	}
	if matched < 1000 {
		t.Errorf("only %d places were inside, which proves little", matched)
	}
}

func TestGeoRanges(t *testing.T) {
	for _, test := range []struct{ where, want string }{
		{"bbox(1, 2, 3, 4)", "2:[1 3] 5:[2 4]"},
		{"bbox(3, 2, 1, 4)", "2:[-180 180] 5:[2 4]"},
		{"not bbox(1, 2, 3, 4)", "2:[-180 180] 5:[-90 90]"},
		{"near(0, 0, 111.195)", "2:[-1.000001 1.000001] 5:[-1.000001 1.000001]"},
		{"near(60, 10, 111.195)", "2:[7.999695 12.000305] 5:[58.999999 61.000001]"},
		{"near(60, 179, 111.195)", "2:[-180 180] 5:[58.999999 61.000001]"},
		{"near(89, 10, 112)", "2:[-180 180] 5:[87.99276 90]"},
		{"near(-89, 10, 112)", "2:[-180 180] 5:[-90 -87.99276]"},
		{"near(0, 0, 1e6)", "2:[-180 180] 5:[-90 90]"},
		{"not near(0, 0, 1)", "2:[-180 180] 5:[-90 90]"},
		{"distance(0, 0) < 111.195", "2:[-1.000001 1.000001] 5:[-1.000001 1.000001]"},
		{"distance(0, 0) = 0", "2:[-0.000001 0.000001] 5:[-0.000001 0.000001]"},
		{"distance(0, 0) >= 1", "2:[-180 180] 5:[-90 90]"},
		{"distance(0, 0) != 1", "2:[-180 180] 5:[-90 90]"},
		{"distance(0, 0) is null", ""},
		{"near(0, 0, 1) is unknown", ""},
		{"near(0, 0, 1) is not unknown", ""},
		{"match('x')", ""},
		{"bbox(1, 2, 3, 4) and lat > 3 and match('x')", "2:[1 3] 5:(3 4]"},
		{"bbox(1, 2, 3, 4) or bbox(5, 6, 7, 8)", "2:[1 7] 5:[2 8]"},
	} {
		var got []string
		for _, r := range compileTowns(t, query.Text{Where: test.where}).Ranges() {
			got = append(got, showDecimal(r))
		}
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%s: ranges %s, want %s", test.where, s, test.want)
		}
	}
}

// showDecimal is show for bounds that are no integers.
func showDecimal(r query.Range) string {
	open, shut := "(", ")"
	if r.Min.Closed {
		open = "["
	}
	if r.Max.Closed {
		shut = "]"
	}
	trim := func(n query.Number) string {
		if s := n.String(); strings.Contains(s, ".") {
			return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
		}
		return n.String()
	}
	return fmt.Sprintf("%d:%s%s %s%s", r.Col, open, trim(r.Min.Number), trim(r.Max.Number), shut)
}

// TestNearestPlaces compares the nearest places with all distances, sorted.
func TestNearestPlaces(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	from := spot{27.99, 86.93}
	var recs []record
	type hit struct {
		id int
		km float64
	}
	var hits []hit
	kms := make(map[int]float64)
	for i := range 2000 {
		b := randomSpot(rng)
		switch rng.IntN(4) {
		case 0:
			b = from.beside(rng)
		case 1:
			recs = append(recs, town(i, "", decimal(b.lon)))
			continue
		}
		recs = append(recs, b.town(i))
		kms[i] = chord(from.lat, from.lon, b.lat, b.lon)
		hits = append(hits, hit{i, kms[i]})
	}
	slices.SortFunc(hits, func(a, b hit) int {
		if a.km < b.km || a.km == b.km && a.id < b.id {
			return -1
		}
		return 1
	})
	for _, limit := range []int{1, 10, 1000} {
		text := query.Text{OrderBy: fmt.Sprintf("distance(%v)", from), Limit: int64(limit), Select: "id, distance(27.99, 86.93)"}
		rows := rowsOf(t, text, recs)
		if len(rows) != limit {
			t.Fatalf("%d rows, want %d", len(rows), limit)
		}
		for i, row := range rows {
			id, km, _ := strings.Cut(row, "|")
			got, _ := strconv.ParseFloat(km, 64)
			n, _ := strconv.Atoi(id)
			if math.Abs(got-hits[i].km) > 0.00051 || math.Abs(got-kms[n]) > 0.00051 {
				t.Fatalf("limit %d: row %d is %s, want %v km", limit, i, row, hits[i].km)
			}
		}
	}
}

// rowsOf offers recs in parts of 100 and returns the rows.
func rowsOf(t *testing.T, text query.Text, recs []record) (rows []string) {
	t.Helper()
	c := query.NewCollector(t.Context(), compileTowns(t, text), func(r query.Row) error {
		rows = append(rows, joined(r.Fields))
		return nil
	})
	i := 0
	for part := range slices.Chunk(recs, 100) {
		p := c.Part(i)
		offer(p, int64(10000*i), part...)
		p.Close(nil)
		i++
	}
	c.EndInput()
	finish(t, c)
	return rows
}

func TestDistanceOrder(t *testing.T) {
	for _, test := range []struct {
		text query.Text
		want string
	}{
		{query.Text{OrderBy: "distance(27.98806, 86.92528)", Select: "id"}, "0 1 4 5 6 2 3 7 8 9 10 11 12"},
		{query.Text{OrderBy: "distance(27.98806, 86.92528) desc", Select: "id"}, "3 2 6 5 4 1 0 7 8 9 10 11 12"},
		{query.Text{OrderBy: "distance(27.98806, 86.92528) desc, id desc", Select: "id"}, "3 2 6 5 4 1 0 12 11 10 9 8 7"},
		{query.Text{OrderBy: "distance(27.98806, 86.92528)", Select: "id", Limit: 9}, "0 1 4 5 6 2 3 7 8"},
		{query.Text{OrderBy: "distance(-16.85, 180), id desc", Select: "id", Limit: 2}, "3 2"},
		{query.Text{OrderBy: "distance(-16.85, 180)", Select: "id", Limit: 2}, "2 3"},
		{query.Text{OrderBy: "distance(90, 0) asc", Select: "id", Where: "distance(0, 0) < 1 or id < 2"}, "0 1 6"},
		{query.Text{Select: "distance(90,0), id, Distance(90, 0), distance(0,0)", Where: "id in (5, 7)"}, "11.120|5|11.120|10018.191 |7||"},
		{query.Text{Select: "distance(90,0)", Where: "id in (5, 7)", OrderBy: "id desc"}, " 11.120"},
		{query.Text{Select: "distance(90,0), id", Where: "id in (5, 7)", OrderBy: "distance(0, 0)", Limit: 1}, "11.120|5"},
	} {
		if got := strings.Join(rowsOf(t, test.text, townRecords), " "); got != test.want {
			t.Errorf("%+v: rows %q, want %q", test.text, got, test.want)
		}
	}
}

func TestRowSchema(t *testing.T) {
	q := compileTowns(t, query.Text{Select: "name, distance(1, 2), distance(3, 4), distance(1, 2)"})
	if got := fmt.Sprint(q.Select()); got != "[1 6 7 6]" {
		t.Errorf("columns %s", got)
	}
	for col, want := range map[int]string{1: "name", 5: "latitude", 6: "distance", 7: "distance_2"} {
		if got := q.RowSchema().Column(col); got.Name != want || col > 5 && (got.Kind != query.Numeric || got.Unit != "km" || got.Doc == "") {
			t.Errorf("column %d is %+v, want %s", col, got, want)
		}
	}
	if q.Schema().NumColumns() != 6 || q.LastColumn() != 5 {
		t.Errorf("the table has %d columns, the last looked at is %d", q.Schema().NumColumns(), q.LastColumn())
	}
	s, err := query.NewSchema(query.Column{Name: "Distance"}, query.Column{Name: "latitude"}, query.Column{Name: "longitude"})
	if err != nil {
		t.Fatal(err)
	}
	q, err = query.Compile(query.Text{Select: "distance(1, 2), distance"}, s)
	if err != nil {
		t.Fatal(err)
	}
	if name := q.RowSchema().Column(3).Name; name != "distance_2" || q.Select()[1] != 0 {
		t.Errorf("beside a column Distance, the distance is called %s", name)
	}
	if q := compileTowns(t, query.Text{Select: "id"}); q.RowSchema() != q.Schema() || q.LastColumn() != 0 {
		t.Errorf("without pseudo-columns: another schema, or last column %d", q.LastColumn())
	}
}
