/* Allocation that does not fail: out of memory ends the run with one line
 * and EXIT_LIMIT. Owned by the caller, freed with free(). And how lists grow,
 * what all malloc's memory lies on, and how it is asked for before its turn. */
#ifndef ORIEL_MEMORY_H
#define ORIEL_MEMORY_H

#include <stddef.h>

/* Before most of it: malloc's memory costs the pages that were touched, without
 * a mapping for each large piece; as much of it as so many ranks have at least
 * lies on large pages, if the kernel has some. */
void memory_begin(int ranks);
/* How it ends: so many bytes are not to be had, for this, as " for stacks"; or
 * "". */
__attribute__((noreturn)) void memory_missing(size_t size, const char *purpose);
/* For messages about memory: "; ulimit -v allows 4194304 KiB", or "". */
const char *memory_limit(void);
void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
void *xaligned(size_t size); /* begins at a cache line; all zero */
void *xrealloc(void *, size_t size);
void *xmemdup(const void *, size_t size);
char *xstrdup(const char *);
/* A copy for good, apart from malloc's memory, which programs share: what one
 * writes behind a block of it does not reach this. All of it lies on pages of
 * its own; the source may be NULL: zero. */
void *xlasting(const void *, size_t size);

/* A list with room for one more than its `count` elements: it doubles whenever
 * that is a power of two, so that lists need not note their room. */
void *xgrow(void *list, size_t count, size_t each);
/* The same of a list that is emptied and filled all the time: it keeps its
 * room, which it notes, and begins with `first`. */
#define GROW(list, count, room, first)                                         \
  do {                                                                         \
    if ((count) == (room)) {                                                   \
      (room) = (room) ? 2 * (room) : (first);                                  \
      (list) = xrealloc((list), (size_t)(room) * sizeof *(list));              \
    }                                                                          \
  } while (0)

/* A list with `has` elements, of which it had so many: the others are zero. */
void *xextend(void *list, size_t had, size_t has, size_t each);
/* A list by index has this one: it grows to twice as much. */
#define REACH(list, room, index)                                               \
  do {                                                                         \
    if ((index) >= (room)) {                                                   \
      size_t has_ = 2 * (size_t)(index) + 16;                                  \
      (list) = xextend((list), (size_t)(room), has_, sizeof *(list));          \
      (room) = has_;                                                           \
    }                                                                          \
  } while (0)

/* Have the line in which it begins fetched, for what comes later. A function
 * that does nothing else is pure to gcc, and its calls are left out, but for
 * the empty line of assembler. */
static inline void memory_ask(const void *at)
{
  __builtin_prefetch(at);
  __asm__ volatile("");
}
static inline void memory_ask_to_write(const void *at)
{
  __builtin_prefetch(at, 1);
  __asm__ volatile("");
}

/* The struct that embeds `member` at `pointer`. */
#define container_of(pointer, type, member)                                    \
  ((type *)((char *)(pointer)-offsetof(type, member)))

#endif
