package query

// A Part is a stretch of an input that one goroutine scans from its start to
// its end. It counts the records, tests those it is offered and keeps the rows
// until it is their turn.
//
// A Part belongs to one goroutine, which closes it before it starts a later
// one.
type Part struct {
	c     *Collector
	num   int
	width int
	where cond
	cells *cellRecord // nil unless fields are escaped

	counts
	badLine int64 // line of the first malformed record, within the part
	rows    []row
	size    int64 // bytes of rows
	ahead   int64 // those of them that the collector has been told of
	arena   arena
	top     topRows
	keys    []key
	pseudo  pseudoRecord
	closed  bool
}

// flushSize is how many bytes of rows a part gathers before it asks whether
// they may leave.
const flushSize = 64 << 10

// rowCost is what a row takes beside its bytes, roughly.
const rowCost = 128

// Offer hands over the next record, which starts at offset off of the input.
// One without the schema's number of fields is counted as malformed. Offer
// reports whether more records are wanted.
func (p *Part) Offer(off int64, r Record) (more bool) {
	p.lines++
	p.records++
	if r.Len() != p.width {
		p.bad()
		return !p.c.stop.Load()
	}
	if p.cells != nil {
		r = p.cells.of(r)
	}
	if p.where == nil || p.where(r) {
		return p.add(off, r)
	}
	return !p.c.stop.Load()
}

func (p *Part) bad() {
	if p.malformed == 0 {
		p.badLine = p.lines
	}
	p.malformed++
}

// Skip counts n well-formed records that can't answer the query.
func (p *Part) Skip(n int64) {
	p.records += n
	p.lines += n
}

// Blank counts n empty lines, which are no records but lines for a reader who
// looks for line 1234.
func (p *Part) Blank(n int64) { p.lines += n }

// Scanned tells that n more bytes are done: once a chunk. It lets rows leave
// whose turn it is and reports whether more records are wanted.
func (p *Part) Scanned(n int64) (more bool) {
	p.c.scanned.Add(n)
	if len(p.rows) > 0 && !p.c.q.Ordered() {
		p.flush(false)
	}
	return !p.c.stop.Load()
}

// Close ends the part. With an error the whole scan ends: nothing that lies
// behind is emitted and no part is asked for more. It returns err.
func (p *Part) Close(err error) error {
	p.c.close(p, err)
	return err
}

// add takes a row.
func (p *Part) add(off int64, r Record) (more bool) {
	q := p.c.q
	if len(q.pseudo) > 0 {
		r = p.pseudo.wrap(r, q)
	}
	p.keys = q.appendKeys(p.keys[:0], r)
	w := row{input: p.c.input, off: off, seen: p.counts, keys: p.keys}
	if q.Ordered() && q.limit > 0 {
		p.addTop(w, r)
		return !p.c.stop.Load()
	}
	size := q.size(r, p.keys)
	w.keys = nil
	q.fill(&w, p.arena.alloc(size), r, p.keys)
	p.rows = append(p.rows, w)
	if q.Ordered() {
		return !p.c.stop.Load()
	}
	p.size += int64(size) + rowCost
	if q.limit > 0 && int64(len(p.rows)) >= q.limit {
		p.flush(false)
		return false
	}
	if p.size-p.ahead >= flushSize {
		p.flush(true)
	}
	return !p.c.stop.Load()
}

// addTop keeps the row if it is among the first so far. The row that falls out
// leaves its memory to it, so that memory grows with the limit only.
func (p *Part) addTop(w row, r Record) {
	q, full := p.c.q, int64(len(p.top.rows)) == p.c.q.limit
	if !p.top.admits(&w) {
		return
	}
	slot := p.top.slot()
	slot.input, slot.off, slot.seen = w.input, w.off, w.seen
	buf := slot.data[:0]
	if size := q.size(r, p.keys); cap(buf) < size {
		buf = make([]byte, 0, size)
	}
	q.fill(slot, buf, r, p.keys)
	p.top.settle(full)
}

// flush emits the rows if all before them are out. If not and wait is set, it
// waits while too many rows are held back.
func (p *Part) flush(wait bool) {
	c := p.c
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += p.size - p.ahead
	p.ahead = p.size
	if wait {
		c.await(p.num)
	}
	if c.head == p.num {
		c.emitRows(p)
	}
}
