/* Whose data is moved at this moment.
 *
 * Most bytes move on the engine's stack, when no rank is in place, or in the
 * turn of another rank. If memory is missing then, because the program has
 * freed it too early, or is read-only, launch/crash.c says whose data it was.
 * Invariant: nothing is noted while no data moves. */
#ifndef ORIEL_MOVING_H
#define ORIEL_MOVING_H

#include <stddef.h>

/* The call that began it; NULL: it is not known. */
struct moved_by {
  const char *call;
  const void *site;
};

struct moved {
  char text[256];        /* "a put of rank 3 on rank 4 in window ..." */
  int ranks[2];          /* between whose memory; the same twice: of one */
  struct moved_by by[2]; /* theirs */
};

#pragma GCC visibility push(hidden)
extern struct moving {
  void (*name)(const void *about, struct moved *);
  const void *about;
} moving;
#pragma GCC visibility pop

static inline void moving_begin(void (*name)(const void *, struct moved *),
                                const void *about)
{
  moving.name = name;
  moving.about = about;
}
static inline void moving_end(void)
{
  moving.about = NULL;
}

#endif
