package gen

// A country says how its rows look. Rows of a table lie in groups by country.
type country struct {
	code   string
	weight float64 // share of the table, in proportion to the others
	box    box
	zones  []string // its time zones, the most frequent first

	// town is the share of rows that look like those of a list of towns,
	// with inhabitants and names in many languages. The others look like
	// those of a survey of all features, with neither.
	town float64

	elevation float64 // share of rows with an elevation
	relief    int     // height of most of the land, in metres
	peak      int     // a height hardly any row exceeds
	sea       float64 // share of rows without a height from the terrain model

	levels   int     // of administrative codes that rows have, 0 to 4
	accents  int     // the script of letters that ASCII lacks, in names
	accented float64 // share of names with such a letter
	own      int     // script of most alternate names that are not in Latin
	words    int     // index of its vocabulary
}

// A box is a range of latitudes and longitudes, in degrees.
type box struct{ south, north, west, east int }

// Vocabularies.
const (
	english = iota
	iberian
	nordicWords
	asian
	slavic
	numVocabularies
)

// countries returns the countries in the order of a table: by code, and the
// rows without a country last. Their weights are chosen for the whole table to
// come near the measured one; elevations are set in the rows of the United
// States, where a survey gave them, and in few others.
func countries() []country {
	return []country{
		{"AE", 0.7, box{22, 26, 51, 56}, z("Asia/Dubai"), .35, .004, 150, 1900, .03, 0, macron, .02, arabic, asian},
		{"AF", 2.0, box{29, 38, 60, 74}, z("Asia/Kabul"), .25, .002, 1900, 6900, 0, 2, macron, .12, arabic, asian},
		{"AM", 0.4, box{38, 41, 43, 46}, z("Asia/Yerevan"), .80, .06, 1500, 4000, 0, 2, latin, 0, armenian, slavic},
		{"AQ", 1.2, box{-90, -60, -179, 180}, z("Antarctica/McMurdo", "Antarctica/Palmer", "Antarctica/Rothera"), 0, .27, 1200, 4800, .40, 0, nordic, .06, latin, nordicWords},
		{"AT", 2.4, box{46, 48, 9, 17}, z("Europe/Vienna"), .80, .10, 600, 3700, 0, 4, nordic, .16, cyrillic, nordicWords},
		{"AU", 2.6, box{-43, -11, 113, 153}, z("Australia/Sydney", "Australia/Perth", "Australia/Brisbane"), .40, .02, 250, 2200, .03, 2, latin, 0, latin, english},
		{"BD", 2.2, box{21, 26, 88, 92}, z("Asia/Dhaka"), .40, .001, 20, 900, .02, 4, macron, .10, bengali, asian},
		{"BR", 4.2, box{-33, 5, -73, -35}, z("America/Sao_Paulo", "America/Bahia", "America/Manaus"), .60, .003, 450, 2900, .03, 2, romance, .38, latin, iberian},
		{"CA", 3.6, box{42, 80, -140, -53}, z("America/Toronto", "America/Vancouver", "America/Halifax"), .35, .01, 350, 5900, .04, 2, romance, .06, latin, english},
		{"CH", 2.0, box{46, 47, 6, 10}, z("Europe/Zurich"), .85, .07, 700, 4500, 0, 3, nordic, .18, han, nordicWords},
		{"CN", 6.0, box{18, 53, 74, 134}, z("Asia/Shanghai", "Asia/Urumqi"), .55, .001, 900, 7900, .01, 4, nordic, .03, han, asian},
		{"CZ", 1.8, box{49, 51, 12, 18}, z("Europe/Prague"), .85, .004, 400, 1600, 0, 4, romance, .40, cyrillic, slavic},
		{"DE", 5.0, box{48, 55, 6, 15}, z("Europe/Berlin", "Europe/Busingen"), .80, .012, 250, 2900, .01, 4, nordic, .16, cyrillic, nordicWords},
		{"EG", 1.0, box{22, 31, 25, 36}, z("Africa/Cairo"), .50, .004, 150, 2600, .03, 0, macron, .18, arabic, asian},
		{"ES", 3.6, box{36, 43, -9, 4}, z("Europe/Madrid", "Africa/Ceuta"), .75, .015, 550, 3400, .02, 3, romance, .25, latin, iberian},
		{"ET", 1.2, box{4, 14, 33, 47}, z("Africa/Addis_Ababa"), .20, .001, 1700, 4500, 0, 2, macron, .10, arabic, asian},
		{"FR", 5.6, box{42, 51, -4, 8}, z("Europe/Paris"), .85, .008, 250, 4700, .02, 4, romance, .26, cyrillic, iberian},
		{"GB", 3.0, box{50, 60, -7, 2}, z("Europe/London"), .70, .008, 110, 1300, .04, 4, latin, 0, cyrillic, english},
		{"GE", 0.5, box{41, 43, 40, 46}, z("Asia/Tbilisi"), .60, .02, 900, 5100, 0, 2, latin, 0, georgian, slavic},
		{"GR", 1.4, box{35, 41, 20, 28}, z("Europe/Athens"), .70, .006, 400, 2800, .03, 3, romance, .22, greek, iberian},
		{"ID", 5.0, box{-10, 5, 95, 140}, z("Asia/Jakarta", "Asia/Makassar", "Asia/Jayapura"), .30, .0015, 250, 4800, .03, 4, latin, 0, arabic, asian},
		{"IL", 0.4, box{29, 33, 34, 36}, z("Asia/Jerusalem"), .75, .03, 250, 1200, .01, 2, macron, .08, hebrew, asian},
		{"IN", 5.0, box{8, 35, 68, 97}, z("Asia/Kolkata"), .65, .002, 350, 7800, .01, 4, macron, .07, devanagari, asian},
		{"IR", 2.4, box{25, 39, 44, 63}, z("Asia/Tehran"), .45, .002, 1300, 5600, .01, 2, macron, .35, arabic, asian},
		{"IT", 4.0, box{37, 47, 7, 18}, z("Europe/Rome"), .85, .01, 400, 4700, .02, 4, romance, .06, cyrillic, iberian},
		{"JP", 2.0, box{31, 45, 130, 145}, z("Asia/Tokyo"), .60, .006, 200, 3700, .03, 1, macron, .12, kana, asian},
		{"KR", 1.8, box{34, 38, 126, 129}, z("Asia/Seoul"), .50, .002, 150, 1900, .04, 1, latin, 0, hangul, asian},
		{"MX", 3.6, box{15, 32, -117, -87}, z("America/Mexico_City", "America/Monterrey", "America/Mazatlan"), .70, .02, 1100, 5500, .02, 4, romance, .25, latin, iberian},
		{"NO", 2.6, box{58, 71, 5, 30}, z("Europe/Oslo"), .40, .005, 250, 2400, .06, 3, nordic, .35, latin, nordicWords},
		{"NP", 2.2, box{26, 30, 80, 88}, z("Asia/Kathmandu"), .10, .0011, 1300, 7950, 0, 4, macron, .06, devanagari, asian},
		{"PK", 2.0, box{24, 36, 62, 76}, z("Asia/Karachi"), .35, .002, 450, 7950, .01, 2, macron, .10, arabic, asian},
		{"RU", 4.4, box{44, 75, 28, 178}, z("Europe/Moscow", "Asia/Yekaterinburg", "Asia/Krasnoyarsk", "Asia/Vladivostok"), .55, .002, 200, 5500, .04, 3, romance, .01, cyrillic, slavic},
		{"TH", 1.4, box{6, 20, 97, 105}, z("Asia/Bangkok"), .45, .001, 150, 2500, .03, 2, latin, 0, thai, asian},
		{"TR", 2.2, box{36, 42, 26, 44}, z("Europe/Istanbul"), .60, .003, 850, 5100, .01, 3, nordic, .35, arabic, slavic},
		{"UA", 1.8, box{45, 52, 22, 40}, z("Europe/Kyiv", "Europe/Simferopol"), .65, .004, 150, 2000, .01, 3, romance, .01, cyrillic, slavic},
		{"US", 9.4, box{25, 49, -124, -68}, z("America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Anchorage"), .55, .99, 350, 6100, .005, 2, romance, .003, cyrillic, english},
		{"VN", 1.6, box{9, 23, 103, 109}, z("Asia/Ho_Chi_Minh", "Asia/Bangkok"), .50, .001, 150, 3100, .03, 0, romance, .70, han, asian},
		{"ZA", 1.6, box{-34, -22, 17, 33}, z("Africa/Johannesburg"), .45, .02, 950, 3400, .02, 3, latin, .02, latin, english},
		{"", 1.9, box{-78, 90, -180, 180}, z("America/Nuuk", "Pacific/Auckland", "Asia/Tokyo", ""), .20, .007, 300, 4000, .93, 1, nordic, .06, cyrillic, english},
	}
}

// z returns its arguments: in the tables, shorter than the literal.
func z(s ...string) []string { return s }

// A vocabulary holds the generic words of names, as they stand before and
// after the name proper.
type vocabulary struct{ before, after []string }

func vocabularies() [numVocabularies]vocabulary {
	return [numVocabularies]vocabulary{
		english: {
			z("Mount ", "Lake ", "Fort ", "North ", "Saint "),
			z(" Creek", " River", " Hill", " Church", " School", " Park", " Lake", " Spring", " Cemetery", " Island",
				" Farm", " Ridge", " Township", " Volunteer Fire Department"),
		},
		iberian: {
			z("San ", "Santa ", "La ", "Los ", "El ", "Rio ", "Villa ", "Monte ", "Sierra ", "Le ", "Fazenda ", "Saint-", "Cerro "),
			z(" del Mar", " sul Monte", "-sur-Mer"),
		},
		nordicWords: {
			z("Bad ", "Sankt ", "Ober-", "Nieder-", "Neu-", "Sor-"),
			z(" Kirche", "berg", "dorf", "stad", "vik", "fjell", "vatnet", "heim", "see", "bach", " am See"),
		},
		asian: {
			z("Kampung ", "Tall ", "Wadi ", "Jabal ", "Desa ", "Ban ", "Xa ", "Khirbat "),
			z(" Khola", " Gaon", " Cun", " Xiang", "pur", "abad", "nagar", "-shi", " Shan", " He", "-dong", " Kalan"),
		},
		slavic: {
			z("Gora ", "Nova ", "Stara ", "Velika ", "Ozero ", "Reka ", "Kolkhoz imeni "),
			z("ovo", "ino", "sk", "grad", "ka", "skoye", " Potok", " Vrch"),
		},
	}
}
