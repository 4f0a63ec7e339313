/* Whose data is moved at this moment.
 *
 * Most bytes move on the engine's stack, when no rank is in place. If memory is
 * missing then, because the program has freed it too early, sim/crash.c says
 * whose data it was. Invariant: nothing is noted while no data moves. */
#ifndef ORIEL_MOVING_H
#define ORIEL_MOVING_H

#include <stddef.h>

#pragma GCC visibility push(hidden)
/* Of `about`, in words: "a put of rank 3 on rank 4 in window ..." */
extern struct moving {
  void (*name)(const void *about, char *text, size_t size);
  const void *about;
} moving;
#pragma GCC visibility pop

static inline void moving_begin(void (*name)(const void *, char *, size_t),
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
