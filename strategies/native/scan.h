/* The scanner of package native: threads that find candidate records. */
#include <stddef.h>
#include <stdint.h>

enum { EVENTS = 512 };

/* An event is a record for the caller to look at: it may answer the query, or
 * it is malformed. Before it lie records and lines that are only counted. */
typedef struct {
	uint64_t off, len;      /* of the record, without its line end */
	uint64_t skipped;       /* well-formed records before it that can't answer */
	uint64_t blank;         /* empty lines before it */
} event;

/* A batch is what a worker hands over at a time. */
typedef struct {
	int n;                  /* events */
	int last;               /* no batch follows */
	int fault;              /* the mapping could not be read */
	uint64_t skipped, blank; /* behind the last event */
	uint64_t scanned;       /* bytes since the last batch */
	event events[EVENTS];
} batch;

/* What a record needs to be a candidate. */
typedef struct {
	int width;              /* fields of a well-formed record */
	int col;                /* the column that holds a number, -1 if any record will do */
	int64_t least, most;    /* an integer outside of these is no candidate */
} filter;

typedef struct worker worker;

/* start makes a thread that scans the records which start in data[begin:end].
 * It returns NULL where the system has no more threads or memory. */
worker *geoscan_start(const char *data, size_t size, size_t begin, size_t end,
                      size_t chunk, filter f);

/* next waits for the next batch, which is the caller's until the next call. */
batch *geoscan_next(worker *w);

/* finish ends the thread, whether it is done or not, and frees the worker. */
void geoscan_finish(worker *w);
