/* The memory that MPI allocates for a window: made, marked, and given back.
 *
 * One block for all members, of zero bytes. Invariant: it is a mapping of its
 * own, or lies on the heap. */
#ifndef ORIEL_WINDOW_MEMORY_H
#define ORIEL_WINDOW_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

struct window_memory {
  void *block; /* NULL: the window has none */
  size_t size;
  bool mapped;
};

/* So many bytes; a mapping costs no memory before it is written, what is on the
 * heap lies on large pages, if it is large. False: so much cannot be. */
bool window_memory_take(struct window_memory *, size_t size, bool map);
void window_memory_give(struct window_memory *);
/* A mapping gives its pages back, and keeps its addresses; `guarded`: an access
 * there crashes from now on. On the heap nothing changes. */
void window_memory_empty(const struct window_memory *, bool guarded);

/* Bytes of it that nobody is to write are marked; the first of [from, to) that
 * somebody has written, else `to`. */
void window_memory_mark(char *from, size_t size);
const char *window_memory_written(const char *from, const char *to);

#endif
