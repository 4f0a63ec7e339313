/* Buffers on stacks whose accesses are not over, of each rank, found by what
 * ends them. */
#ifndef ORIEL_CHECK_PENDING_H
#define ORIEL_CHECK_PENDING_H

#include <stdbool.h>
#include <stdint.h>

struct caller;
struct window_view;

/* One of them. It fits a cache line: what its use was by a strand of the list's
 * rank. */
struct pending {
  const struct caller *by;
  void *scope; /* in which its memory is; or NULL */
  const char *argument;
  double date;
  const char *address; /* of its first byte */
  uint64_t number;
  const struct window_view *window; /* NULL: not an RMA operation */
  int target;
  int strand : 31;
  bool write : 1;
};

void pending_keep(int rank, const struct pending *);

/* What ends those of a window, or of none: the end of what has that number, a
 * flush of that target, one of all. */
enum pending_end { END_NUMBER, END_TARGET, END_WINDOW, END_KINDS };
/* They are over, and told of, the last one first: those like this one. */
typedef void pending_over(int rank, const struct pending *);
void pending_end(int rank, enum pending_end, const struct pending *like,
                 pending_over *);
/* Likewise those of which that is so. */
void pending_end_those(int rank, bool (*ends)(int rank, const struct pending *),
                       pending_over *);
/* Ask for what the rank's next events touch, in two stages. */
void pending_foresee(int rank, int stage);

#endif
