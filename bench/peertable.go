package bench

import "strings"

// Places in a command: a short path of the data file and a folder for what the
// peer writes, which RunPeer fills, and the folder of this project's own
// peers, which FindPeers fills.
const (
	peerFile = "{FILE}"
	peerDir  = "{DIR}"
	peerOwn  = "{PEERS}"
)

// A PeerTool is a peer and how to run it.
type PeerTool struct {
	Peer
	Needs       []string // programs that must be on PATH
	Args        []string // the command: prints the ids, one a line, other fields after a TAB
	Load        []string // run before, timed apart; none for most
	Env         []string
	VersionArgs []string
}

// Elevation is column 16 for tools that count from 1. A tool that takes
// patterns gets one for the whole numbers above 8000.
const (
	awkProgram   = `$16+0 > 8000 {print $1}`
	above8000    = `^([^\t]*\t){15}(8(00[1-9]|0[1-9][0-9]|[1-9][0-9][0-9])|9[0-9]{3}|[1-9][0-9]{4,})\t`
	clickHouse   = `SELECT c1 FROM file('{FILE}', 'TabSeparatedRaw', 'c1 UInt64, c2 String, c3 String, c4 String, c5 String, c6 String, c7 String, c8 String, c9 String, c10 String, c11 String, c12 String, c13 String, c14 String, c15 String, c16 String, c17 String, c18 String, c19 String') WHERE toInt64OrNull(c16) > 8000`
	sqliteTable  = `CREATE TABLE p(c1 INTEGER, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16 INTEGER, c17, c18, c19)`
	sqliteImport = `.import '{FILE}' p`
	// A blank stays text in a column of integers, and text is above all numbers.
	sqliteSelect = `SELECT c1 FROM p WHERE c16 > 8000 AND c16 <> ''`
	sqliteIndex  = `CREATE INDEX i ON p(c16)`
	duckRead     = `read_csv('{FILE}', auto_detect=false, header=false, delim='\t', quote='', escape='', columns={'c1':'BIGINT', 'c2':'VARCHAR', 'c3':'VARCHAR', 'c4':'VARCHAR', 'c5':'VARCHAR', 'c6':'VARCHAR', 'c7':'VARCHAR', 'c8':'VARCHAR', 'c9':'VARCHAR', 'c10':'VARCHAR', 'c11':'VARCHAR', 'c12':'VARCHAR', 'c13':'VARCHAR', 'c14':'VARCHAR', 'c15':'VARCHAR', 'c16':'VARCHAR', 'c17':'VARCHAR', 'c18':'VARCHAR', 'c19':'VARCHAR'})`
	duckWhere    = ` WHERE TRY_CAST(c16 AS BIGINT) > 8000`
)

// sqliteLoad fills table p. The mode and separators make .import cut at TAB and LF and take quotes as they are.
func sqliteLoad(db string, more ...string) []string {
	args := []string{"sqlite3", "-batch", db, sqliteTable, ".mode ascii", `.separator "\t" "\n"`, sqliteImport}
	return append(args, more...)
}

// peerTable is the one list of peers. Every command answers peerQuestion from
// the plain file.
func peerTable() []PeerTool {
	// The contract is about bytes: keep tools from looking at characters.
	localeC := []string{"LC_ALL=C"}
	tools := []PeerTool{
		{Peer: Peer{Name: "mawk", Threads: 1}, Env: localeC, VersionArgs: []string{"mawk", "-W", "version"},
			Args: []string{"mawk", "-F", `\t`, awkProgram, peerFile}},
		{Peer: Peer{Name: "gawk", Threads: 1}, Env: localeC,
			Args: []string{"gawk", "-F", `\t`, awkProgram, peerFile}},
		{Peer: Peer{Name: "goawk", Threads: 1}, Env: localeC,
			Args: []string{"goawk", "-F", `\t`, awkProgram, peerFile}},
		{Peer: Peer{Name: "grep -P", Threads: 1, Note: "a pattern, not a query"}, Env: localeC,
			Args: []string{"grep", "-a", "-P", above8000, peerFile}},
		{Peer: Peer{Name: "rg", Note: "a pattern, not a query; one file is one thread"},
			Args: []string{"rg", "--no-config", "--no-unicode", "-a", "-N", "--no-filename", above8000, peerFile}},
		{Peer: Peer{Name: "mlr"},
			Args: []string{"mlr", "--tsv", "--implicit-csv-header", "--headerless-csv-output", "filter", "is_not_empty($16) && $16 > 8000", "then", "cut", "-f", "1", peerFile}},
		{Peer: Peer{Name: "parallel + mawk"}, Env: localeC, Needs: []string{"parallel", "mawk"},
			Args: []string{"parallel", "--will-cite", "-q", "--pipepart", "--block", "-1", "-a", peerFile, "mawk", "-F", `\t`, awkProgram}},
		{Peer: Peer{Name: "tsv-filter", Threads: 1},
			Args: []string{"tsv-filter", "--is-numeric", "16", "--gt", "16:8000", peerFile}},
		{Peer: Peer{Name: "sqlite3", Threads: 1, Note: "imports into memory, then asks"},
			Args: sqliteLoad(":memory:", ".mode list", sqliteSelect)},
		{Peer: Peer{Name: "sqlite3 (index)", Threads: 1, Note: "asks a table with an index, loaded before"},
			Load: sqliteLoad("{DIR}/p.sqlite", sqliteIndex),
			Args: []string{"sqlite3", "-batch", "{DIR}/p.sqlite", sqliteSelect}},
		{Peer: Peer{Name: "clickhouse-local"},
			Args: []string{"clickhouse-local", "--query", clickHouse}},
		{Peer: Peer{Name: "duckdb"},
			Args: []string{"duckdb", "-noheader", "-list", "-c", "SELECT c1 FROM " + duckRead + duckWhere}},
		{Peer: Peer{Name: "duckdb (table)", Note: "asks a table of its own, loaded before"},
			Load: []string{"duckdb", "{DIR}/p.duckdb", "-c", "CREATE TABLE p AS SELECT * REPLACE (TRY_CAST(c16 AS BIGINT) AS c16) FROM " + duckRead},
			Args: []string{"duckdb", "-noheader", "-list", "{DIR}/p.duckdb", "-c", "SELECT c1 FROM p WHERE c16 > 8000"}},
	}
	tools = append(tools, ownPeers()...)
	for i := range tools {
		tools[i].fillDefaults()
	}
	return tools
}

// ownPeers are the programs of the module in peers/.
func ownPeers() []PeerTool {
	const db = peerDir + "/p.duckdb"
	return []PeerTool{
		{Peer: Peer{Name: "Go bufio.Scanner", Threads: 1},
			Args: []string{peerOwn + "/scanner", peerFile}},
		{Peer: Peer{Name: "Go encoding/csv", Threads: 1},
			Args: []string{peerOwn + "/csv", peerFile}},
		{Peer: Peer{Name: "DuckDB in Go"},
			Args: []string{peerOwn + "/duckdb", peerFile}},
		{Peer: Peer{Name: "DuckDB in Go (table)", Note: "asks a table of its own, loaded before"},
			Load: []string{peerOwn + "/duckdb", "-table", "-db", db, "-queries", "0", peerFile},
			Args: []string{peerOwn + "/duckdb", "-table", "-db", db, "-queries", "1"}},
	}
}

func (t *PeerTool) fillDefaults() {
	if len(t.Needs) == 0 {
		t.Needs = t.Args[:1]
	}
	if len(t.VersionArgs) == 0 {
		t.VersionArgs = []string{t.Args[0], "--version"}
	}
	t.Command = commandText(t.Env, t.Args)
	if len(t.Load) > 0 {
		t.Command = commandText(t.Env, t.Load) + " && " + t.Command
	}
}

// commandText writes a command as a shell would take it, with FILE and DIR for
// the paths.
func commandText(env, args []string) string {
	words := append([]string(nil), env...)
	for _, a := range args {
		words = append(words, shellWord(a))
	}
	return strings.NewReplacer(peerFile, "FILE", peerDir, "DIR", peerOwn, "peers/bin").Replace(strings.Join(words, " "))
}

// shellWord quotes s unless it is plain.
func shellWord(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:=+{}", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
