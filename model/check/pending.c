/* Pending buffers of each rank in the order in which they came: most often all
 * end together, and are looked through; where many are passed over for few that
 * end, those that end together are chained.
 *
 * An end is that of a whole chain. Who has gone by another one's end lies in
 * its place, without `by`, until the array is full: then what is left moves
 * together, or into one twice as long. So each costs O(1), whatever their
 * number. Invariant: with an index, each entry that is there is in the chain of
 * each end that it may have, the newest first. */
#include "pending.h"

#include "ranks.h"

#include "../hash.h"
#include "../memory.h"
#include "../pool.h"

#include <stdlib.h>

/* Each that comes pays for so many that are passed over. */
enum { FEW = 32, PAYS = 16 };

struct chain {
  struct hash_node node; /* by what ends it */
  int newest;            /* its place plus 1; 0: there is none */
  struct chain *next;    /* of the index */
};

struct older {
  int places[END_KINDS]; /* in each chain, as `newest` */
};

struct index {
  struct hash hash;
  struct chain *chains;
  struct older *older; /* by place */
  int left;            /* entries that are there */
};

struct list {
  struct pending *entries;
  int count, size;
  long paid;           /* that may be passed over yet */
  struct index *index; /* NULL: all are there, and looked through */
};
static struct rank_table lists = {sizeof(struct list), NULL, 0};
static struct pool chains = {.size = sizeof(struct chain)};

static struct hash_key key_of(enum pending_end end, const struct pending *p)
{
  uint64_t window = (uintptr_t)p->window;
  if (end == END_NUMBER) return (struct hash_key){window | 1, p->number};
  if (end == END_WINDOW) return (struct hash_key){window | 2, 0};
  return (struct hash_key){window, (uint64_t)p->target};
}

/* --- the index --- */

static struct chain *chain_of(struct index *x, struct hash_key key)
{
  struct chain *c = hash_find(&x->hash, key);
  if (c) return c;
  c = pool_take(&chains);
  *c = (struct chain){.node.key = key, .next = x->chains};
  hash_add(&x->hash, &c->node);
  return x->chains = c;
}

static void chain_up(struct list *l, int place)
{
  const struct pending *p = &l->entries[place];
  for (int end = 0; end < (p->window ? END_KINDS : END_NUMBER + 1); end++) {
    struct chain *c = chain_of(l->index, key_of(end, p));
    l->index->older[place].places[end] = c->newest;
    c->newest = place + 1;
  }
}

static void index_make(struct list *l)
{
  l->paid = 0;
  l->index = xcalloc(1, sizeof *l->index);
  l->index->older = xmalloc(l->size * sizeof *l->index->older);
  l->index->left = l->count;
  for (int i = 0; i < l->count; i++)
    chain_up(l, i);
}

static void index_drop(struct list *l)
{
  struct index *x = l->index;
  for (struct chain *c = x->chains, *next; c; c = next) {
    next = c->next;
    pool_give(&chains, c);
  }
  hash_clear(&x->hash);
  free(x->older);
  free(x);
  l->index = NULL;
}

/* What is left moves together. */
static void close_up(struct list *l)
{
  int left = 0;
  for (int i = 0; i < l->count; i++)
    if (l->entries[i].by) l->entries[left++] = l->entries[i];
  l->count = left;
  index_drop(l);
  if (left > FEW) index_make(l);
}

/* --- keeping --- */

static void grow(struct list *l)
{
  l->size = l->size ? 2 * l->size : 2;
  l->entries = xrealloc(l->entries, l->size * sizeof *l->entries);
  if (l->index)
    l->index->older =
        xrealloc(l->index->older, l->size * sizeof *l->index->older);
}

void pending_keep(int rank, const struct pending *p)
{
  struct list *l = rank_entry(&lists, rank);
  if (l->count == l->size && l->index && l->index->left <= l->count / 2)
    close_up(l);
  if (l->count == l->size) grow(l);
  l->entries[l->count++] = *p;
  l->paid += PAYS;
  if (!l->index) return;
  l->index->left++;
  chain_up(l, l->count - 1);
}

/* --- ends --- */

static bool is_like(enum pending_end end, const struct pending *like,
                    const struct pending *p)
{
  if (p->window != like->window) return false;
  if (end == END_NUMBER) return p->number == like->number;
  return end == END_WINDOW || p->target == like->target;
}

static void end_some(struct list *l, int rank, enum pending_end end,
                     const struct pending *like, pending_over *over)
{
  int left = 0;
  for (int i = l->count - 1; i >= 0; i--)
    if (is_like(end, like, &l->entries[i]))
      over(rank, &l->entries[i]);
    else
      left++;
  l->paid -= left;
  if (left == l->count) return;
  for (int i = left = 0; i < l->count; i++)
    if (!is_like(end, like, &l->entries[i])) l->entries[left++] = l->entries[i];
  l->count = left;
}

static void end_one(struct list *l, int rank, int place, pending_over *over)
{
  over(rank, &l->entries[place]);
  l->entries[place].by = NULL;
  l->index->left--;
}

void pending_end(int rank, enum pending_end end, const struct pending *like,
                 pending_over *over)
{
  struct list *l = rank_entry(&lists, rank);
  if (!l->index) {
    end_some(l, rank, end, like, over);
    if (l->paid < 0 && l->count > FEW) index_make(l);
    return;
  }
  struct chain *c = hash_find(&l->index->hash, key_of(end, like));
  if (!c) return;
  for (int i = c->newest; i; i = l->index->older[i - 1].places[end])
    if (l->entries[i - 1].by) end_one(l, rank, i - 1, over);
  c->newest = 0;
  if (l->index->left == 0) close_up(l);
}

void pending_end_those(int rank, bool (*ends)(int rank, const struct pending *),
                       pending_over *over)
{
  struct list *l = rank_entry(&lists, rank);
  if (l->count == 0) return;
  if (!l->index) index_make(l);
  for (int i = l->count - 1; i >= 0; i--)
    if (l->entries[i].by && ends(rank, &l->entries[i]))
      end_one(l, rank, i, over);
  close_up(l);
}

void pending_foresee(int rank, int stage)
{
  const struct list *l = stage > 1 ? rank_entry(&lists, rank) : NULL;
  if (!l) rank_entry_ask(&lists, rank);
  for (int i = l ? l->count - 1 : -1; i >= 0 && i >= l->count - 3; i--)
    memory_ask(&l->entries[i]);
}
