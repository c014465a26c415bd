// Package geonames describes the tables of GeoNames (geonames.org).
package geonames

import "geoscan/query"

// Schema returns the 19 columns of a place table, such as allCountries.txt or
// one country's file, in their order.
func Schema() *query.Schema {
	s, err := query.NewSchema(columns...)
	if err != nil {
		panic(err) // the list below names a column twice
	}
	return s
}

var columns = []query.Column{
	{Name: "geonameid", Aliases: []string{"id"}, Kind: query.Numeric, Doc: "number of the place, never reused"},
	{Name: "name", Doc: "name, in UTF-8"},
	{Name: "asciiname", Doc: "name in ASCII letters"},
	{Name: "alternatenames", Doc: "other names, with commas between"},
	{Name: "latitude", Aliases: []string{"lat"}, Kind: query.Numeric, Unit: "degrees", Doc: "WGS84, north positive"},
	{Name: "longitude", Aliases: []string{"lon"}, Kind: query.Numeric, Unit: "degrees", Doc: "WGS84, east positive"},
	{Name: "feature_class", Aliases: []string{"class"}, Doc: "a letter: A P H T L R S U V"},
	{Name: "feature_code", Aliases: []string{"code"}, Doc: "kind of place within its class, such as PPL or MT"},
	{Name: "country_code", Aliases: []string{"country"}, Doc: "ISO 3166, two letters"},
	{Name: "cc2", Doc: "other countries that the place belongs to, with commas between"},
	{Name: "admin1_code", Doc: "first administrative level"},
	{Name: "admin2_code", Doc: "second administrative level"},
	{Name: "admin3_code", Doc: "third administrative level"},
	{Name: "admin4_code", Doc: "fourth administrative level"},
	{Name: "population", Kind: query.Numeric, Unit: "people", Doc: "0 where unknown; may exceed 32 bits"},
	{Name: "elevation", Kind: query.Numeric, Unit: "m", Doc: "above the sea; empty for most places"},
	{Name: "dem", Kind: query.Numeric, Unit: "m", Doc: "height of the terrain model there; -9999 is no data"},
	{Name: "timezone", Doc: "IANA name, such as Asia/Kathmandu"},
	{Name: "modification_date", Aliases: []string{"date"}, Doc: "yyyy-mm-dd"},
}

// ArticleQuery is the question of the article that geoscan grew out of: the
// places above 8000 m, highest first.
func ArticleQuery() query.Text {
	return query.Text{
		Where:   "elevation > 8000",
		OrderBy: "elevation desc",
		Select:  "name, elevation, country_code",
	}
}
