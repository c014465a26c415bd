// Package query is geoscan's query language and the way from records to rows.
//
// # Conditions
//
// A condition compares a column with a literal:
//
//	elevation > 8000
//	country_code = 'NP'
//	name >= 'M' and name < 'N'
//
// The operators are = != < <= > >=. What is compared follows from the literal:
//
//   - A number compares numbers. It is [+-] digits [.digits] [e[+-]digits], also
//     8848. and .5, of any length: numbers are exact and never wrap.
//   - A text in single quotes compares bytes, so upper and lower case differ, and
//     so do composed and decomposed accents.
//   - A column compares numbers if both columns hold numbers, else bytes.
//
// More forms of a comparison:
//
//	name = 'L''Aquila'                    a quote inside a text is doubled
//	country in ('NP', 'CN', 'PK')
//	elevation between 7000 and 8000       both ends included
//	elevation is null                     the field is empty
//	cc2 is not null
//	name ~ '^Mont .*'                     a regular expression (RE2 syntax)
//
// Conditions are joined by not, and, or, in this order of strength, and by
// parentheses. Words of the language may be written in any case. A blank
// condition means every record.
//
// # Geography
//
//	near(27.99, 86.93, 50)                within 50 km of a latitude and longitude
//	bbox(177, -20, -178, -15)             between west, south, east, north
//	distance(27.99, 86.93) > 100          km from a latitude and longitude
//
// They look at the columns latitude and longitude, in degrees of WGS84.
//
// A distance is that on a great circle of a sphere with the radius 6371.0088 km.
// That is up to 0.6 % off what a map says, for the earth is flatter. It stands in
// conditions, to be compared with numbers, in an order and in a selection, where
// it is shown with three decimals, to the metre; it is ordered and compared
// unrounded. The condition near(LAT, LON, KM) is distance(LAT, LON) <= KM. So the
// ten places nearest to a summit, with their distances, are
//
//	geoscan -where '' -order-by 'distance(27.99,86.93)' -limit 10 -select 'name,distance(27.99,86.93)'
//
// A box includes its borders, which are compared exactly. If west is greater
// than east, it crosses the date line: the box above is 5 degrees wide. As
// numbers 180 and -180 differ, so that bbox(170, -20, 180, -10) has no place whose
// longitude is -180.
//
// A place whose latitude is no number from -90 to 90, or whose longitude is none
// from -180 to 180, is nowhere: it is unknown whether it is near or in a box, its
// distance is null, and it comes last in an order.
//
// # Names
//
//	match('zurich')                       finds Zürich and ZÜRICH VILLAGE
//
// finds a text in the columns name, asciiname and alternatenames, those of them
// that the table has: anywhere in the name, or anywhere in one of the entries of
// alternatenames, between its commas. Neither case nor accents count, on either
// side: names and text are compared in Unicode's form NFKC, without accents,
// vowel points of Arabic and Hebrew and invisible characters, in lower case. In
// addition ø is o, ł is l, đ and ð are d, ħ is h, ŧ is t, æ is ae, œ is oe, ß is
// ss, þ is th, and typographic apostrophes and hyphens are those of a keyboard.
// Marks of other scripts, such as the vowels of Devanagari or the voiced sounds of
// kana, count as letters do. It is no translation: ü is u and not ue. For a whole
// name, or for the beginning of one, use = or ~.
//
// # Fields that are no number
//
// A field that is no number, the empty one included, meets no comparison of
// numbers, not even != or the negation of one: of a place without an elevation
// it is unknown whether it lies above 8000 m, and so also whether it does not.
// The negation of what is unknown is unknown; true or unknown is true; false
// and unknown is false. Comparisons of text, patterns, match and null tests are
// never unknown.
//
// To find such places say elevation is null, or, whatever the condition:
//
//	(elevation > 8000) is unknown
//	near(27.99, 86.93, 50) is not unknown
//
// Each record meets exactly one of C, not C, and (C) is unknown.
//
// # Columns
//
// Columns are named by their name or an alias, in any case; geoscan columns
// lists those of a GeoNames table. A name is a word of letters, digits and _ that
// begins with no digit, in any script. Others, and names that are words of the
// language, are written in double quotes:
//
//	"height in m" > 8000 and "and" = 'x'  a quote inside a name is doubled
//
// # Order, selection, limit
//
// An order is a list of columns and distances, each with asc or desc behind it:
//
//	elevation desc, name
//
// Columns that hold numbers are ordered as numbers, others bytewise. Fields that
// are no number come last in both directions. Rows with equal keys stay in the
// order of the inputs and of the records in them, so that the order is total and
// the same every time. Without an order that is the order of all rows.
//
// A selection is a list of columns and distances, or * for all columns. A
// distance is called distance in the output, or distance_2 and so on where that
// is taken. A limit is the number of rows wanted; without an order the scan ends
// as soon as it has them.
//
// # Errors
//
// An error in a query says at which character it lies; on a terminal a caret
// below the text points there. What geoscan understood is shown by geoscan
// explain.
//
// # From records to rows
//
// Compile makes a Query of a Text. A Collector takes the records that a
// scan offers, in numbered parts and from any number of goroutines, and emits
// the rows of the answer in order.
package query

//go:generate go run ../internal/mkdoc -title "The query language" -o ../docs/language.md .
