/* Accesses whose request the program has freed: no call will tell that they are
 * over. Who hears from others may know it by that, as by an answer to what was
 * sent [MPI-4.1 3.7.3]; so they are over when the strand is told anything next.
 * Invariant: the list of a strand has those of its that are not. */
#include "rules.h"

#include "../hash.h"
#include "../memory.h"
#include "../observer.h"

struct list {
  struct hash_node node; /* by rank and number of the strand */
  struct observed_buffer_end *entries;
  int count, size;
};
static struct hash lists;
static int all; /* entries of all lists: most programs have none */

static struct list *list_of(struct observed_strand who, bool make)
{
  struct hash_key key = {(uint64_t)who.rank, (uint64_t)who.number};
  struct list *l = hash_find(&lists, key);
  if (l || !make) return l;
  l = xcalloc(1, sizeof *l);
  l->node.key = key;
  hash_add(&lists, &l->node);
  return l;
}

static void on_buffer_end(struct observer *o,
                          const struct observed_buffer_end *e)
{
  (void)o;
  if (!e->given_up) return;
  struct list *l = list_of(e->strand, true);
  GROW(l->entries, l->count, l->size, 4);
  l->entries[l->count++] = *e;
  all++;
}

static void on_order(struct observer *o, const struct observed_order *e)
{
  (void)o;
  if (all == 0 || e->kind != OBSERVED_ACQUIRE) return;
  struct list *l = list_of(e->strand, false);
  while (l && l->count > 0) {
    struct observed_buffer_end over = l->entries[--l->count];
    all--;
    OBSERVE(buffer_end, .strand = over.strand, .pending = over.pending,
            .call = over.call, .site = over.site);
  }
}

static struct observer observer = {.buffer_end = on_buffer_end,
                                   .order = on_order};

void given_up_open(void)
{
  observer_add(&observer);
}
