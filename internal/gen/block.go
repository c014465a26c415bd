package gen

import "math"

// tables are what all blocks read.
type tables struct {
	scripts   *[numScripts]script
	words     [numVocabularies]vocabulary
	features  [numKinds][]string
	countries []country
	upTo      []float64 // share of the table up to the end of each country
}

func newTables() *tables {
	t := &tables{scripts: newScripts(), words: vocabularies(), features: features(), countries: countries()}
	var sum float64
	for _, c := range t.countries {
		sum += c.weight
		t.upTo = append(t.upTo, sum)
	}
	for i := range t.upTo {
		t.upTo[i] /= sum
	}
	t.upTo[len(t.upTo)-1] = math.Inf(1)
	return t
}

// A block makes one block at a time of a table. Blocks that share tables may
// be used side by side.
type block struct {
	*tables
	plan *plan
	buf  []byte // the rows
	rows int64
	made int // rows above 8000 m among them

	rng     source
	id      int64
	share   share
	country int // of the row at hand
}

func newBlock(p *plan, t *tables) *block { return &block{tables: t, plan: p} }

// firstID is where geonameids start, and blockIDs how many a block may use:
// no two blocks have one in common. Where a block ends, ids leap, as they do
// in the real table.
const (
	firstID  = 1_000_000
	blockIDs = 12_288
)

// make fills the block with its share of the table.
func (b *block) make(s share) {
	b.share = s
	b.buf, b.rows, b.made, b.country = b.buf[:0], 0, 0, 0
	b.rng.seed(b.plan.seed, s.number)
	b.id = firstID + s.number*blockIDs
	ids := b.id + max(blockIDs, blockIDs*s.limit/b.plan.unit)
	for b.used() < s.limit && b.id < ids {
		start := len(b.buf)
		b.row()
		if b.used() > s.limit {
			b.buf = b.buf[:start]
			return
		}
		b.rows++
		b.id++
	}
}

// used returns how much of the table's extent the rows take.
func (b *block) used() int64 {
	if b.plan.bytes {
		return int64(len(b.buf))
	}
	return b.rows
}

// row appends the next row: above 8000 m if one is due, or if after any other
// there might not be room enough for all that are. The latter happens only
// where the size is given; in a table of so many rows each has its place.
func (b *block) row() {
	pos := b.share.start + b.used()
	due := b.share.first < b.share.end && b.plan.hit(b.share.first) <= pos
	if !due {
		start := len(b.buf)
		b.appendRow(pos, b.anyKind(pos))
		left := b.share.limit - b.used()
		hits := b.share.end - b.share.first
		if hits == 0 || left >= hits*b.plan.room {
			return
		}
		b.buf = b.buf[:start]
	}
	b.appendRow(pos, hit)
	b.share.first++
	b.made++
}

// at moves to the country at pos, which never goes back, and returns it.
func (b *block) at(pos int64) *country {
	for share := float64(pos) / float64(b.plan.total); share >= b.upTo[b.country]; {
		b.country++
	}
	return &b.countries[b.country]
}

// anyKind returns the kind of the next row that is no hit.
func (b *block) anyKind(pos int64) kind {
	if b.rng.chance(b.at(pos).town) {
		return town
	}
	return survey
}
