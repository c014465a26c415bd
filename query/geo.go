package query

import (
	"cmp"
	"math"
)

// earthRadius is the mean radius of WGS84, in km: that of the sphere on which
// distances are measured.
const earthRadius = 6371.0088

const radian = math.Pi / 180 // radians a degree

// A place is a point of the sphere, in degrees.
type place struct{ lat, lon float64 }

// to returns the great circle distance to a place, in km. It is the haversine
// formula, with the sine and the cosine of half the angle both written as sums
// of squares, so that nothing cancels: neither for places a few millimetres
// apart nor for antipodes.
func (p place) to(q place) float64 {
	sinLat, cosLat := math.Sincos((q.lat - p.lat) * (radian / 2))
	sinLon, cosLon := math.Sincos(turn(p.lon, q.lon) * (radian / 2))
	// Of half the sum of the latitudes, by the complement: exact at the poles.
	cosSum, sinSum := math.Sincos((180 - math.Abs(q.lat+p.lat)) * (radian / 2))
	sin2 := square(sinLat*cosLon) + square(cosSum*sinLon)
	cos2 := square(cosLat*cosLon) + square(sinSum*sinLon)
	return 2 * earthRadius * math.Atan2(math.Sqrt(sin2), math.Sqrt(cos2))
}

// turn returns the angle between two meridians, the shorter way round. It does
// so with no more rounding across 180 degrees than elsewhere.
func turn(a, b float64) float64 {
	if d := math.Abs(b - a); d <= 180 {
		return d
	}
	return (180 - math.Abs(a)) + (180 - math.Abs(b))
}

func square(x float64) float64 { return x * x }

// A distance is the pseudo-column distance(LAT, LON) of a record, in km.
type distance struct {
	lat, lon int // columns
	from     place
}

// of returns a record's distance; not ok where its coordinates are none.
func (d *distance) of(r Record) (km float64, ok bool) {
	lat, ok := everyLatitude.parse(r.Field(d.lat))
	if !ok {
		return 0, false
	}
	lon, ok := everyLongitude.parse(r.Field(d.lon))
	return d.from.to(place{lat, lon}), ok
}

// A span is a range of degrees, borders included. They are compared as
// floating-point numbers, and exactly where that does not tell.
type span struct {
	min, max  Number
	low, high float64 // the same, rounded
}

func newSpan(min, max Number) span { return span{min, max, min.Float64(), max.Float64()} }

var (
	everyLatitude  = newSpan(Number{mant: -90}, Number{mant: 90})
	everyLongitude = newSpan(Number{mant: -180}, Number{mant: 180})
)

// parse reads a number that lies within the span.
func (s *span) parse(field []byte) (deg float64, ok bool) {
	deg, ok = parseFloat(field)
	switch {
	case !ok || deg < s.low || deg > s.high:
		return 0, false
	case deg == s.low || deg == s.high:
		n, _ := ParseNumber(field)
		return deg, s.min.Cmp(n) <= 0 && s.max.Cmp(n) >= 0
	}
	return deg, true
}

// holds reports whether the number in a field lies within the span.
func (s *span) holds(field []byte) bool {
	_, ok := s.parse(field)
	return ok
}

func (s *span) asRange(col int) Range {
	return Range{col, Bound{s.min, true, true}, Bound{s.max, true, true}}
}

// micro is how finely bounds of coordinates are rounded, outwards: parts of a
// degree. One is a tenth of a metre, much more than the error of a distance.
const micro = 1e6

// around returns the span that holds center ± reach and lies within s; all of
// s if that would reach beyond it and s runs in a circle.
func (s span) around(center, reach float64, circle bool) span {
	degrees := func(f float64) Number { return Number{mant: int64(f), exp: -6} }
	t := newSpan(degrees(math.Floor((center-reach)*micro)-1), degrees(math.Ceil((center+reach)*micro)+1))
	low, high := t.low < s.low, t.high > s.high
	if circle && (low || high) {
		return s
	}
	if low {
		t.min, t.low = s.min, s.low
	}
	if high {
		t.max, t.high = s.max, s.high
	}
	return t
}

// within returns the spans of latitude and longitude that hold all places up
// to km away.
func (p place) within(km float64) (lat, lon span) {
	angle := max(km, 0) / earthRadius
	if angle >= math.Pi {
		return everyLatitude, everyLongitude
	}
	lat = everyLatitude.around(p.lat, angle/radian, false)
	// The meridians that touch a circle lie asin(sin(angle)/cos(lat)) off its
	// centre, unless it holds a pole; see J. P. Matuschek, Finding Points Within
	// a Distance of a Latitude/Longitude. Where it nearly touches one, that is
	// too steep to be trusted.
	touch := math.Sin(angle) / math.Cos(p.lat*radian)
	if lat.low <= -90 || lat.high >= 90 || touch > 0.99 {
		return lat, everyLongitude
	}
	return lat, everyLongitude.around(p.lon, math.Asin(touch)/radian, true)
}

// A distanceExpr compares a distance with a number of km. It is unknown where
// a record has no coordinates.
type distanceExpr struct {
	distance
	op operator
	km Number
}

func (e distanceExpr) not() expr { return distanceExpr{e.distance, e.op.not(), e.km} }

// spans returns where the condition can be met.
func (e *distanceExpr) spans() (lat, lon span) {
	if e.op&greater != 0 {
		return everyLatitude, everyLongitude
	}
	return e.from.within(e.km.Float64())
}

func (e distanceExpr) cond() cond {
	lat, lon := e.spans()
	km := e.km.Float64()
	return func(r Record) bool {
		north, ok := lat.parse(r.Field(e.lat))
		if !ok {
			return false
		}
		east, ok := lon.parse(r.Field(e.lon))
		return ok && e.op.holds(cmp.Compare(e.from.to(place{north, east}), km))
	}
}

func (e distanceExpr) ranges() []Range {
	lat, lon := e.spans()
	return sorted(lat.asRange(e.lat), lon.asRange(e.lon))
}

// sorted returns two ranges of different columns in their order.
func sorted(a, b Range) []Range {
	if a.Col > b.Col {
		a, b = b, a
	}
	return []Range{a, b}
}

// A boxExpr says whether a place lies in a box, borders included. If west is
// greater than east, it crosses the meridian of 180 degrees. Like a distance it
// is unknown where a record has no coordinates. Borders are compared exactly.
type boxExpr struct {
	lat, lon                 int // columns
	west, south, east, north Number
	inside                   bool
}

func (e boxExpr) not() expr {
	e.inside = !e.inside
	return e
}

// crosses reports whether the box lies on both sides of 180 degrees.
func (e *boxExpr) crosses() bool { return e.west.Cmp(e.east) > 0 }

func (e boxExpr) cond() cond {
	in := e.holds()
	if e.inside {
		return func(r Record) bool { return in(r.Field(e.lat), r.Field(e.lon)) }
	}
	return func(r Record) bool {
		lat, lon := r.Field(e.lat), r.Field(e.lon)
		return everyLatitude.holds(lat) && everyLongitude.holds(lon) && !in(lat, lon)
	}
}

// holds returns whether coordinates lie in the box.
func (e *boxExpr) holds() func(lat, lon []byte) bool {
	north := newSpan(e.south, e.north)
	if !e.crosses() {
		east := newSpan(e.west, e.east)
		return func(lat, lon []byte) bool { return north.holds(lat) && east.holds(lon) }
	}
	east, west := newSpan(e.west, everyLongitude.max), newSpan(everyLongitude.min, e.east)
	return func(lat, lon []byte) bool { return north.holds(lat) && (east.holds(lon) || west.holds(lon)) }
}

func (e boxExpr) ranges() []Range {
	lat, lon := everyLatitude, everyLongitude
	if e.inside {
		lat = newSpan(e.south, e.north)
		if !e.crosses() {
			lon = newSpan(e.west, e.east)
		}
	}
	return sorted(lat.asRange(e.lat), lon.asRange(e.lon))
}
