/* Moments of ranks, what comes before what, and accesses between them.
 *
 * An access begins at the latest of the moments in `begins`, and is over for
 * whoever comes after one of those in `ends`. Invariant: moments of a rank come
 * one after the other. */
#ifndef RACES_ORDER_H
#define RACES_ORDER_H

#include <stdbool.h>

enum { RANKS = 3, CELLS = 4, BUFFER = 3 };
enum { MOMENTS = 1024, ACCESSES = 256, ENDS = 96 };

_Noreturn void fail(const char *what);

/* The next one of a rank, one of all ranks, the latest of a rank: -1, none. */
int moment(int rank);
int meeting(void);
int latest(int rank);

struct moments {
  int count, list[ENDS];
};
void add(struct moments *, int moment);

/* Before any question: what comes before what, also over others. */
void edge(int from, int to);
void edges(const struct moments *from, int to);
void close_paths(void);
bool comes_before(int from, int to);

struct access {
  int line, by;
  int space; /* 2 * rank: its window's memory; + 1: its buffer */
  int low, high;
  bool writes, atomic, touch;
  struct moments begins, ends;
};
extern struct access accesses[ACCESSES];
extern int access_count;

struct access *access_new(int line, int by, int space, int low, int count,
                          bool writes, int begins);
bool is_before(const struct access *, const struct access *);
bool overlap(const struct access *, const struct access *);
bool conflict(const struct access *, const struct access *);

#endif
