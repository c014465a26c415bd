//go:build cgo && (linux || darwin)

#define _GNU_SOURCE
#include "scan.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Two batches go round between the thread, which fills one, and the caller,
 * who reads the other. */
struct worker {
	const char *data;
	size_t size, begin, end, chunk;
	filter f;
	pthread_t thread;
	pthread_mutex_t mu;
	pthread_cond_t turn;
	batch batches[2];
	int filled, taken;      /* batches handed over, and done with, so far */
	int reading;            /* the caller has the batch after those taken */
	atomic_int stop;
};

/* Where a thread goes when the mapping faults: the file was cut. */
static __thread sigjmp_buf *on_fault;
static struct sigaction old_bus;

/* A fault in a thread of ours ends its scan; any other is for the handler that
 * was there before, which is Go's. */
static void bus(int sig, siginfo_t *info, void *context)
{
	if (on_fault != NULL)
		siglongjmp(*on_fault, 1);
	if (old_bus.sa_flags & SA_SIGINFO)
		old_bus.sa_sigaction(sig, info, context);
	else if (old_bus.sa_handler != SIG_DFL && old_bus.sa_handler != SIG_IGN)
		old_bus.sa_handler(sig);
	else
		abort();
}

static void install(void)
{
	struct sigaction sa;
	memset(&sa, 0, sizeof sa);
	sa.sa_sigaction = bus;
	sa.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
	sigfillset(&sa.sa_mask);
	sigaction(SIGBUS, NULL, &old_bus);
	sigaction(SIGBUS, &sa, NULL);
}

/* hand passes the batch that is being filled on and returns the other one,
 * empty, when the caller is done with it. NULL: the caller wants no more. */
static batch *hand(worker *w)
{
	pthread_mutex_lock(&w->mu);
	w->filled++;
	pthread_cond_broadcast(&w->turn);
	while (w->filled - w->taken >= 2 && !atomic_load(&w->stop))
		pthread_cond_wait(&w->turn, &w->mu);
	batch *b = &w->batches[w->filled % 2];
	pthread_mutex_unlock(&w->mu);
	if (atomic_load(&w->stop))
		return NULL;
	memset(b, 0, offsetof(batch, events));
	return b;
}

/* count_tabs adds up in bytes, which compilers turn into vector code. */
static size_t count_tabs(const char *p, size_t n)
{
	size_t tabs = 0;
	while (n > 0) {
		size_t block = n < 255 ? n : 255;
		unsigned char sum = 0;
		for (size_t i = 0; i < block; i++)
			sum += p[i] == '\t';
		tabs += sum;
		p += block;
		n -= block;
	}
	return tabs;
}

/* find returns field col of a record of width fields, from its nearer end. */
static const char *find(const char *p, const char *end, int col, int width, size_t *len)
{
	const char *from = p, *to = end;
	if (2 * col <= width) {
		for (int i = 0; i < col; i++)
			from = (const char *)memchr(from, '\t', end - from) + 1;
		const char *tab = memchr(from, '\t', end - from);
		if (tab != NULL)
			to = tab;
	} else {
		for (int i = width - 1; i > col; i--)
			while (*--to != '\t')
				;
		for (from = to; from > p && from[-1] != '\t'; from--)
			;
	}
	*len = to - from;
	return from;
}

/* outside reports that a field is no number, being empty, or an integer out of
 * the bounds. What it can't read it lets through. */
static int outside(const char *p, size_t n, const filter *f)
{
	if (n == 0)
		return 1;
	int neg = *p == '-';
	if (neg || *p == '+') {
		p++;
		n--;
	}
	if (n == 0 || n > 18)
		return 0;
	int64_t v = 0;
	for (size_t i = 0; i < n; i++) {
		unsigned digit = (unsigned char)p[i] - '0';
		if (digit > 9)
			return 0;
		v = v * 10 + digit;
	}
	if (neg)
		v = -v;
	return v < f->least || v > f->most;
}

/* candidate reports whether the caller must look at a record. */
static int candidate(const char *p, const char *end, const filter *f)
{
	if (count_tabs(p, end - p) + 1 != (size_t)f->width || f->col < 0)
		return 1;
	size_t len;
	const char *field = find(p, end, f->col, f->width, &len);
	return !outside(field, len, f);
}

/* scan fills batches with what starts in [p, end) and returns the one that it
 * had begun last, or NULL. */
static batch *scan(worker *w, batch *b, const char *p, const char *end)
{
	const char *limit = w->data + w->size;
	while (p < end) {
		const char *lf = memchr(p, '\n', limit - p);
		const char *next = lf ? lf + 1 : limit;
		const char *stop = lf ? lf : limit;
		if (stop > p && stop[-1] == '\r')
			stop--;
		if (stop == p) {
			b->blank++;
		} else if (!candidate(p, stop, &w->f)) {
			b->skipped++;
		} else {
			b->events[b->n++] = (event){p - w->data, stop - p, b->skipped, b->blank};
			b->skipped = b->blank = 0;
		}
		b->scanned += next - p;
		p = next;
		if (b->n == EVENTS && (b = hand(w)) == NULL)
			return NULL;
	}
	return b;
}

/* scan_share scans chunk by chunk and hands over what there is after each. */
static batch *scan_share(worker *w, batch *b)
{
	size_t at = w->begin;
	while (at < w->end && !atomic_load(&w->stop)) {
		size_t end = w->chunk < w->end - at ? at + w->chunk : w->end;
		const char *lf = memchr(w->data + end - 1, '\n', w->size - (end - 1));
		end = lf ? (size_t)(lf + 1 - w->data) : w->size;
		if ((b = scan(w, b, w->data + at, w->data + end)) == NULL)
			return NULL;
		at = end;
		if ((b->n > 0 || b->scanned > (4 << 20)) && (b = hand(w)) == NULL)
			return NULL;
	}
	return b;
}

static void *run(void *arg)
{
	worker *w = arg;
	sigjmp_buf jump;
	batch *b = &w->batches[0];
	if (sigsetjmp(jump, 1) == 0) {
		on_fault = &jump;
		b = scan_share(w, b);
	} else {
		b = &w->batches[w->filled % 2];
		b->fault = 1;
	}
	on_fault = NULL;
	if (b != NULL) {
		b->last = 1;
		hand(w);
	}
	return NULL;
}

/* create starts the thread with a small stack and with no signals but those
 * that its own faults raise. */
static int create(worker *w)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	sigset_t all, before;
	pthread_attr_t attr;
	pthread_once(&once, install);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 256 << 10);
	sigfillset(&all);
	sigdelset(&all, SIGBUS);
	sigdelset(&all, SIGSEGV);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	int failed = pthread_create(&w->thread, &attr, run, w);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attr);
	return failed;
}

worker *geoscan_start(const char *data, size_t size, size_t begin, size_t end,
                      size_t chunk, filter f)
{
	worker *w = calloc(1, sizeof *w);
	if (w == NULL)
		return NULL;
	w->data = data;
	w->size = size;
	w->begin = begin;
	w->end = end;
	w->chunk = chunk;
	w->f = f;
	pthread_mutex_init(&w->mu, NULL);
	pthread_cond_init(&w->turn, NULL);
	if (create(w) != 0) {
		free(w);
		return NULL;
	}
	return w;
}

batch *geoscan_next(worker *w)
{
	pthread_mutex_lock(&w->mu);
	w->taken += w->reading; /* the caller is done with the one before */
	w->reading = 1;
	pthread_cond_broadcast(&w->turn);
	while (w->filled == w->taken)
		pthread_cond_wait(&w->turn, &w->mu);
	batch *b = &w->batches[w->taken % 2];
	pthread_mutex_unlock(&w->mu);
	return b;
}

void geoscan_finish(worker *w)
{
	atomic_store(&w->stop, 1);
	pthread_mutex_lock(&w->mu);
	pthread_cond_broadcast(&w->turn);
	pthread_mutex_unlock(&w->mu);
	pthread_join(w->thread, NULL);
	pthread_mutex_destroy(&w->mu);
	pthread_cond_destroy(&w->turn);
	free(w);
}
