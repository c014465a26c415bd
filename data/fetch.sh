#!/bin/sh
# Fetches the table of all places, allCountries.txt, into the folder of this
# script. Run it again after a failure: the download goes on where it stopped.
#
# Nothing appears under its final name before it is complete. GEOSCAN_URL names
# another zip archive with a table of the same name in it.
set -u

url=${GEOSCAN_URL:-https://download.geonames.org/export/dump/allCountries.zip}
zip=allCountries.zip
txt=allCountries.txt

say() { printf '%s\n' "fetch.sh: $*" >&2; }

# fail says why, and what else there is to do.
fail() {
	say "$*"
	say "without the real table: go run ./cmd/geoscan data gen -size 1GiB -o data/gen.txt"
	exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

size() { wc -c <"$1" | tr -d ' '; }

# headers prints the headers of the archive, of the last answer if there are
# several.
headers() {
	if have curl; then
		curl -fsSIL --connect-timeout 20 "$url"
	else
		wget -S --spider -T 20 -t 2 "$url" 2>&1
	fi | tr -d '\r' | sed 's/^ *//'
}

# header prints the last header called $1 of those on standard input.
header() { grep -i "^$1:" | tail -n 1 | sed 's/^[^:]*: *//'; }

# download continues to fetch the archive into $1.
download() {
	if have curl; then
		curl -fL --connect-timeout 20 --retry 3 -C - -o "$1" "$url"
	else
		wget -c -T 20 -t 4 -O "$1" "$url"
	fi
}

# fetch makes $zip.
fetch() {
	have curl || have wget || fail "needs curl or wget"
	head=$(headers)
	want=$(printf '%s\n' "$head" | header content-length)
	# The archive is made anew every day. What was fetched of another one must
	# not be continued with this.
	edition="$want $(printf '%s\n' "$head" | header last-modified) $(printf '%s\n' "$head" | header etag)"
	if [ "$edition" = "  " ]; then
		fail "no answer from $url; is there a network?"
	fi
	if [ -e $zip.part ] && [ "$edition" != "$(cat $zip.edition 2>/dev/null)" ]; then
		say "there is a new edition of the table; starting again"
		rm -f $zip.part
	fi
	printf '%s\n' "$edition" >$zip.edition || exit 1

	if [ -z "$want" ] || [ ! -e $zip.part ] || [ "$(size $zip.part)" != "$want" ]; then
		say "fetching $url${want:+, $want bytes}"
		download $zip.part || fail "the download stopped; run this again to continue it"
	fi
	got=$(size $zip.part)
	if [ -n "$want" ] && [ "$got" != "$want" ]; then
		if [ "$got" -gt "$want" ]; then
			rm -f $zip.part
		fi
		fail "got $got bytes of $want; run this again"
	fi
	mv $zip.part $zip && rm -f $zip.edition
}

# unpack makes $txt. unzip tells by its exit status whether the checksum is
# right.
unpack() {
	have unzip || fail "needs unzip to unpack data/$zip"
	say "unpacking $zip"
	if ! unzip -p $zip $txt >$txt.part; then
		rm -f $txt.part
		fail "can't unpack data/$zip; if it is damaged, remove it and run this again"
	fi
	mv $txt.part $txt
}

cd -- "$(dirname -- "$0")" || exit 1
if [ -e $txt ]; then
	say "data/$txt is there already; remove it to fetch it again"
	exit 0
fi
trap 'rm -f $txt.part; exit 130' INT TERM
if [ ! -e $zip ]; then
	fetch
fi
unpack || exit 1
say "data/$txt is ready, $(size $txt) bytes; data/$zip is not needed any more"
