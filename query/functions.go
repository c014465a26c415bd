package query

import (
	"slices"
	"strings"
)

// A function is one that a query may call, by a name in any case.
type function struct {
	usage string
	args  int
	// test compiles a call as a condition; nil if it is a value.
	test func(*compiler, *callNode) (expr, error)
}

// findFunction looks a function up by its name.
func findFunction(name string) (f function, ok bool) {
	switch strings.ToLower(name) {
	case "near":
		return function{"near(LAT, LON, KM)", 3, (*compiler).near}, true
	case "bbox":
		return function{"bbox(WEST, SOUTH, EAST, NORTH)", 4, (*compiler).bbox}, true
	case "match":
		return function{"match('TEXT')", 1, (*compiler).match}, true
	case "distance":
		return function{"distance(LAT, LON)", 2, nil}, true
	}
	return function{}, false
}

func functionNames() []string { return []string{"bbox", "distance", "match", "near"} }

// function looks up what a call calls and counts its arguments.
func (c *compiler) function(n *callNode) (function, error) {
	f, ok := findFunction(n.Func)
	if !ok {
		hint := "there are " + strings.Join(functionNames(), ", ")
		if near := Nearest(n.Func, functionNames()); near != "" {
			hint = "did you mean " + near + "?"
		}
		return f, c.fail(n.Pos.Offset, "no function %q; %s", n.Func, hint)
	}
	switch {
	case len(n.Args) < f.args:
		return f, c.fail(n.Pos.Offset, "an argument is missing: %s", f.usage)
	case len(n.Args) > f.args:
		return f, c.fail(n.Args[f.args].Pos.Offset, "one argument too many: %s", f.usage)
	}
	return f, nil
}

// callTest compiles a condition that begins with a call.
func (c *compiler) callTest(n *callNode, than *compareNode) (expr, error) {
	f, err := c.function(n)
	switch {
	case err != nil:
		return nil, err
	case f.test == nil && than == nil:
		return nil, c.fail(n.Pos.Offset, "a distance is a number; compare it, as in %s < 5", f.usage)
	case f.test == nil:
		return c.distanceTest(n, than)
	case than != nil:
		return nil, c.fail(than.Pos.Offset, "%s is a condition, which is not compared with anything", f.usage)
	}
	return f.test(c, n)
}

// valueOf compiles a call as a value of a record.
func (c *compiler) valueOf(n *callNode) (*distance, error) {
	f, err := c.function(n)
	switch {
	case err != nil:
		return nil, err
	case f.test != nil:
		return nil, c.fail(n.Pos.Offset, "%s is a condition; what can stand here is a column or distance(LAT, LON)", f.usage)
	}
	return c.distance(n, n.Args[0], n.Args[1])
}

// distance compiles the distance from a place to that of a record.
func (c *compiler) distance(n *callNode, lat, lon *value) (d *distance, err error) {
	d = &distance{}
	if d.lat, d.lon, err = c.coordinates(n); err != nil {
		return nil, err
	}
	var north, east Number
	if north, err = c.degrees(lat, "latitude", 90); err != nil {
		return nil, err
	}
	if east, err = c.degrees(lon, "longitude", 180); err != nil {
		return nil, err
	}
	d.from = place{north.Float64(), east.Float64()}
	return d, nil
}

// coordinates finds the columns that a function looks at.
func (c *compiler) coordinates(n *callNode) (lat, lon int, err error) {
	lat, north := c.lookup("latitude")
	lon, east := c.lookup("longitude")
	if !north || !east {
		return 0, 0, c.fail(n.Pos.Offset, "%s needs columns called latitude and longitude, which this table lacks", n.Func)
	}
	return lat, lon, nil
}

// number returns an argument that is to be a number.
func (c *compiler) number(v *value, what string) (Number, error) {
	if v.Number == nil {
		return Number{}, c.fail(v.Pos.Offset, "the %s is to be a number", what)
	}
	n, _ := ParseNumber([]byte(*v.Number))
	return n, nil
}

func (c *compiler) degrees(v *value, what string, most int64) (Number, error) {
	n, err := c.number(v, what)
	if err == nil && (n.Cmp(Number{mant: -most}) < 0 || n.Cmp(Number{mant: most}) > 0) {
		err = c.fail(v.Pos.Offset, "a %s lies between -%d and %d", what, most, most)
	}
	return n, err
}

// near compiles near(LAT, LON, KM), which is distance(LAT, LON) <= KM.
func (c *compiler) near(n *callNode) (expr, error) {
	d, err := c.distance(n, n.Args[0], n.Args[1])
	if err != nil {
		return nil, err
	}
	km, err := c.number(n.Args[2], "distance in km")
	if err == nil && km.Cmp(Number{}) < 0 {
		err = c.fail(n.Args[2].Pos.Offset, "a distance is not negative")
	}
	return distanceExpr{*d, less | equal, km}, err
}

// distanceTest compiles the comparison of a distance with numbers.
func (c *compiler) distanceTest(n *callNode, than *compareNode) (expr, error) {
	d, err := c.distance(n, n.Args[0], n.Args[1])
	switch {
	case err != nil:
		return nil, err
	case than.Op == "~":
		return nil, c.fail(than.Pos.Offset, "a distance is a number, in which no pattern is looked for")
	case than.Null != nil: // no coordinates, no distance
		return unknownExpr{distanceExpr{*d, greater | equal, Number{}}, !than.Null.Not}, nil
	}
	return relation(than, func(op operator, v *value) (expr, error) {
		km, err := c.number(v, "distance in km")
		return distanceExpr{*d, op, km}, err
	})
}

func (c *compiler) bbox(n *callNode) (expr, error) {
	e := boxExpr{inside: true}
	var err error
	if e.lat, e.lon, err = c.coordinates(n); err != nil {
		return nil, err
	}
	for i, side := range []*Number{&e.west, &e.south, &e.east, &e.north} {
		if i%2 == 0 {
			*side, err = c.degrees(n.Args[i], "longitude", 180)
		} else {
			*side, err = c.degrees(n.Args[i], "latitude", 90)
		}
		if err != nil {
			return nil, err
		}
	}
	if e.south.Cmp(e.north) > 0 {
		return nil, c.fail(n.Args[3].Pos.Offset, "the box ends south of where it begins: bbox(WEST, SOUTH, EAST, NORTH)")
	}
	return e, nil
}

// match compiles match('TEXT').
func (c *compiler) match(n *callNode) (expr, error) {
	v := n.Args[0]
	if v.Text == nil {
		return nil, c.fail(v.Pos.Offset, "match looks for a text in quotes")
	}
	e := matchExpr{text: unquote(*v.Text), list: -1}
	if len(fold(nil, e.text)) == 0 {
		return nil, c.fail(v.Pos.Offset, "there is nothing to look for")
	}
	for _, name := range []string{"name", "asciiname", "alternatenames"} {
		col, ok := c.lookup(name)
		if !ok || slices.Contains(e.cols, col) {
			continue
		}
		e.cols = append(e.cols, col)
		if name == "alternatenames" {
			e.list = col
		}
	}
	if len(e.cols) == 0 {
		return nil, c.fail(n.Pos.Offset, "%s needs a column called name, asciiname or alternatenames, which this table lacks", n.Func)
	}
	return e, nil
}
