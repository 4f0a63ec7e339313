/* Updates that have arrived in memory whose loads are not seen.
 *
 * Who polls such memory may have seen all of them. They are kept by the rank
 * whose memory it is, and by the window where all can load it: updates come
 * often, and who looks does so seldom. Invariant: one count numbers all of
 * them, so that those of a place are in the order in which they were applied.
 */
#include "arrived.h"

#include "published.h"
#include "ranks.h"
#include "sighting.h"

#include "../memory.h"
#include "../window/window.h"

#include <stdlib.h>

struct arrivals {
  struct gathered all;
  struct sightings seen;
};

struct shared_arrivals {
  struct hash_node node;
  struct arrivals arrivals;
};

static struct rank_table of_ranks = {sizeof(struct arrivals), NULL, 0};
static struct hash of_windows;
static bool unseen;

void arrived_open(const struct check_options *options)
{
  unseen = options->unseen;
}

static struct arrivals *of_rank(int rank)
{
  return rank_entry(&of_ranks, rank);
}

static struct arrivals *of_window(const struct window *w)
{
  struct hash_key key = {(uintptr_t)w, 0};
  struct shared_arrivals *s = hash_find(&of_windows, key);
  if (!s) {
    s = xcalloc(1, sizeof *s);
    s->node.key = key;
    hash_add(&of_windows, &s->node);
  }
  return &s->arrivals;
}

void arrived_window_end(const struct window *w)
{
  struct shared_arrivals *s =
      hash_take(&of_windows, (struct hash_key){(uintptr_t)w, 0});
  if (!s) return;
  gathered_drop(&s->arrivals.all);
  sightings_clear(&s->arrivals.seen);
  free(s);
}

static void arrive(struct arrivals *a, uint32_t number,
                   const struct clock *past, struct stamp own)
{
  gathered_add(&a->all, past, own);
  a->seen.version = number;
}

uint32_t arrived_add(int rank, const struct window *shared,
                     const struct clock *past, struct stamp own)
{
  static uint32_t count;
  if (!unseen) return 0;
  count++;
  if (shared) arrive(of_window(shared), count, past, own);
  arrive(of_rank(rank), count, past, own);
  return count;
}

/* What is nobody else's to learn is gone then. */
static void look(struct arrivals *a, struct check_strand *s, bool alone)
{
  if (!sighting_add(&a->seen, a->seen.version, s)) return;
  strand_does(s);
  gathered_learn(&a->all, &s->past, s->id);
  if (alone) gathered_drop(&a->all);
}

void arrived_synced(const struct window_view *v, struct check_strand *s)
{
  look(of_rank(s->rank), s, strand_alone(s->rank));
  if (v && window_shared(v->window)) look(of_window(v->window), s, false);
}

bool arrived_known(int rank, const struct window *w, uint32_t arrival,
                   const struct viewer *v)
{
  struct hash_key key = {(uintptr_t)w, 0};
  const struct shared_arrivals *s = hash_find(&of_windows, key);
  return sighting_known(&of_rank(rank)->seen, arrival, v) ||
         (s && sighting_known(&s->arrivals.seen, arrival, v));
}

void arrived_foresee(int rank, int stage)
{
  if (!unseen || rank >= of_ranks.count) return;
  const struct arrivals *there = of_rank(rank);
  if (stage == 0)
    memory_ask_to_write(there);
  else
    gathered_foresee(&there->all, stage);
}
