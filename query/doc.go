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
// # Fields that are no number
//
// A field that is no number, the empty one included, meets no comparison of
// numbers, not even != or the negation of one: of a place without an elevation
// it is unknown whether it lies above 8000 m, and so also whether it does not.
// The negation of what is unknown is unknown; true or unknown is true; false
// and unknown is false. To find such places say elevation is null. Comparisons
// of text, patterns and null tests are never unknown.
//
// # Columns
//
// Columns are named by their name or an alias, in any case. Those of a GeoNames
// table are listed in data/README.md.
//
// # Order, selection, limit
//
// An order is a list of columns, each with asc or desc behind it:
//
//	elevation desc, name
//
// Columns that hold numbers are ordered as numbers, others bytewise. Fields that
// are no number come last in both directions. Rows with equal keys stay in the
// order of the inputs and of the records in them, so that the order is total and
// the same every time. Without an order that is the order of all rows.
//
// A selection is a list of columns, or * for all. A limit is the number of rows
// wanted; without an order the scan ends as soon as it has them.
//
// # From records to rows
//
// Compile makes a Query of a Text. A Collector takes the records that a
// scan offers, in numbered parts and from any number of goroutines, and emits
// the rows of the answer in order.
package query

//go:generate go run ../internal/mkdoc -title "The query language" -o ../docs/language.md .
