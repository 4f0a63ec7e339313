/* What a clock knows, in blocks that are shared.
 *
 * A base holds, for each strand, the latest moment that is known, in blocks of
 * strands. It does not change while several have it, nor does a block: whoever
 * learns more gets a base of its own, which has in common with the others each
 * block in which it knows the same. So ranks that hear of each other through
 * neighbours share what they know of those far behind one neighbour. Invariant:
 * what has more than one reference is never written to. */
#ifndef ORIEL_CHECK_CLOCK_BASE_H
#define ORIEL_CHECK_CLOCK_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Tick 0: never. */
struct stamp {
  int strand;
  uint32_t tick;
};

enum { BASE_BLOCK = 60 };

/* Four cache lines. */
struct base_block {
  uint32_t ticks[BASE_BLOCK];
  int references;
};

/* The first base that is made of another one goes on its line: of two on one
 * line the later knows all of the earlier. */
struct base_line {
  uint64_t number;
  uint64_t at;
};

/* NULL knows nothing. */
struct clock_base {
  int references;
  int count;
  struct stamp adopted;        /* who knows this moment knows all of the base */
  struct base_line line;       /* where it stands */
  struct base_line known;      /* on another line, what it was last seen to know
                                * all of; number 0: none */
  bool goes_on;                /* another one is the next on its line */
  struct base_block *blocks[]; /* NULL: nothing of these */
};

static inline uint32_t base_tick(const struct clock_base *b, int strand)
{
  int at = strand / BASE_BLOCK;
  if (!b || at >= b->count || !b->blocks[at]) return 0;
  return b->blocks[at]->ticks[strand % BASE_BLOCK];
}

struct clock_base *base_ref(struct clock_base *);
void base_unref(struct clock_base *);

/* True: this is known now, as before or because nobody else has that block. */
bool base_note(struct clock_base *, struct stamp);
/* *to knows these too: at least one, sorted by strand. */
void base_add(struct clock_base **to, const struct stamp *, int count);
/* The same with the ticks of strands 0 ... count - 1. */
void base_add_ticks(struct clock_base **to, const uint32_t *ticks, int count);
/* *to knows all of the other, too. True: that was news. Where *to has nothing
 * beyond the other, that is what it becomes. */
bool base_join(struct clock_base **to, struct clock_base *);

#endif
