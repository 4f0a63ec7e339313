/* Moments of strands, what comes before what, and accesses between them.
 *
 * A strand is a thread of a rank; strand `rank` is that rank's first thread. An
 * access begins at the latest of the moments in `begins`, and is over for
 * whoever comes after one of those in `ends`. Invariant: moments of a strand
 * come one after the other. */
#ifndef RACES_ORDER_H
#define RACES_ORDER_H

#include <stdbool.h>

/* At most; and how many ranks this program has. */
enum { RANKS = 8, THREADS = 4, STRANDS = RANKS * THREADS };
enum { MOMENTS = 8192, ACCESSES = 4096, ENDS = 256 };
extern int ranks;

static inline int rank_of(int strand)
{
  return strand % ranks;
}

_Noreturn void fail(const char *what);

/* The next one of a strand, one of all ranks' first threads, the latest of a
 * strand: -1, none. */
int moment(int strand);
int meeting(void);
int latest(int strand);

struct moments {
  int count, list[ENDS];
};
/* One of several ends: what comes after another one adds nothing. */
void add(struct moments *, int moment);
/* ... of several begins: nor does what comes before another one. */
void add_begin(struct moments *, int moment);
/* One more, whatever the others are. */
void append(struct moments *, int moment);

/* What comes before what, also over others. */
void edge(int from, int to);
void edges(const struct moments *from, int to);
bool comes_before(int from, int to);

struct access {
  int line, by;
  int event;      /* the number of its event: lines may be executed again */
  int space;      /* which memory, ... */
  unsigned cells; /* ... which cells of it: bits */
  bool writes;
  int atomic;           /* with others of the same number; 0: with none */
  bool touch;           /* a load or store, ... */
  bool c_atomic;        /* ... or by C11's atomics */
  bool target;          /* by an operation, at its target, ... */
  int window;           /* ... by that window, ... */
  int attachment;       /* ... of memory that was attached to it so often */
  struct moments found; /* what it reads is known then */
  bool may_look;        /* after MPI_Win_sync, as a loop does that waits */
  bool bounds;          /* attaches or detaches the memory: of that window */
  struct moments begins, ends;
  struct moments left; /* ... for operations by another window */
};
extern struct access accesses[ACCESSES];
extern int access_count;

struct access *access_new(struct access, int begins);
bool is_before(const struct access *, const struct access *);
bool overlap(const struct access *, const struct access *);
bool conflict(const struct access *, const struct access *);

#endif
