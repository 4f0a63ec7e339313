/* Groups: how the members are kept, and equal groups shared.
 *
 * Members are first + stride * rank where that describes them (`ranks` is
 * NULL), but for one hole, else an array. Canonical: no array holds such a
 * progression, a stride is 1 when it does not matter. Arrays are interned: two
 * groups of the same array are one object, found through `known`, so p ranks
 * that ask for one subset hold it once. */
#include "set.h"
#include "../memory.h"

#include <limits.h>
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct group group_empty = {.references = 1, .stride = 1, .hole = INT_MAX};

static struct group **known; /* buckets, by hash */
static uint32_t known_size, known_count;

struct group *group_ref(struct group *g)
{
  g->references++;
  return g;
}

static void known_grow(void)
{
  uint32_t size = known_size ? 2 * known_size : 64;
  struct group **grown = xcalloc(size, sizeof *grown);
  for (uint32_t i = 0; i < known_size; i++)
    while (known[i]) {
      struct group *g = known[i];
      known[i] = g->next;
      g->next = grown[g->hash & (size - 1)];
      grown[g->hash & (size - 1)] = g;
    }
  free(known);
  known = grown;
  known_size = size;
}

static void known_remove(struct group *g)
{
  struct group **at = known + (g->hash & (known_size - 1));
  while (*at != g)
    at = &(*at)->next;
  *at = g->next;
  known_count--;
}

void group_unref(struct group *g)
{
  if (!g || g == &group_empty || --g->references > 0) return;
  if (g->ranks) known_remove(g);
  free(g->ranks);
  free(g->index);
  free(g);
}

static struct group *range_with(int first, int stride, int size, int hole)
{
  struct group *g;
  if (size == 0) return group_ref(&group_empty);
  g = xcalloc(1, sizeof *g);
  g->references = 1;
  g->size = size;
  g->first = first;
  g->stride = size == 1 ? 1 : stride;
  g->hole = hole;
  return g;
}

struct group *group_range(int first, int stride, int size)
{
  return range_with(first, stride, size, INT_MAX);
}

/* Of two steps at least, the shorter of the first and the last is that of all
 * but one, which is twice as long, if this is a progression with a hole. */
static bool is_progression(int size, const int *ranks, int *stride, int *hole)
{
  int first = size > 1 ? ranks[1] - ranks[0] : 1;
  int last = size > 1 ? ranks[size - 1] - ranks[size - 2] : 1;
  *stride = abs(first) < abs(last) ? first : last;
  *hole = INT_MAX;
  for (int i = 1; i < size; i++) {
    if (ranks[i] - ranks[i - 1] == *stride) continue;
    if (*hole != INT_MAX || ranks[i] - ranks[i - 1] != 2 * *stride)
      return false;
    *hole = i;
  }
  return true;
}

static uint32_t hash_of(int size, const int *ranks)
{
  uint32_t h = 2166136261u; /* FNV-1a, a rank at a time */
  for (int i = 0; i < size; i++)
    h = (h ^ (uint32_t)ranks[i]) * 16777619u;
  return h ^ h >> 15;
}

static struct group *known_find(int size, const int *ranks, uint32_t hash)
{
  struct group *g = known_size ? known[hash & (known_size - 1)] : NULL;
  for (; g; g = g->next)
    if (g->hash == hash && g->size == size &&
        memcmp(g->ranks, ranks, (size_t)size * sizeof *ranks) == 0)
      return g;
  return NULL;
}

struct group *group_take(int size, int *ranks)
{
  uint32_t hash;
  struct group *g;
  int stride, hole;
  if (is_progression(size, ranks, &stride, &hole)) {
    g = range_with(size ? ranks[0] : 0, stride, size, hole);
    free(ranks);
    return g;
  }
  hash = hash_of(size, ranks);
  g = known_find(size, ranks, hash);
  if (g) {
    free(ranks);
    return group_ref(g);
  }
  if (known_count++ >= known_size) known_grow();
  g = xcalloc(1, sizeof *g);
  *g = (struct group){.references = 1,
                      .size = size,
                      .ranks = xrealloc(ranks, (size_t)size * sizeof *ranks),
                      .hash = hash,
                      .next = known[hash & (known_size - 1)]};
  known[hash & (known_size - 1)] = g;
  return g;
}

int group_size(const struct group *g)
{
  return g->size;
}

static uint32_t slot_of(const struct group *g, int world)
{
  return (uint32_t)world * 2654435769u & (g->slots - 1);
}

static void build_index(struct group *g)
{
  g->slots = 4;
  while (g->slots < 2 * (uint32_t)g->size)
    g->slots *= 2;
  g->index = xmalloc(g->slots * sizeof *g->index);
  memset(g->index, -1, g->slots * sizeof *g->index);
  for (int i = 0; i < g->size; i++) {
    uint32_t s = slot_of(g, g->ranks[i]);
    while (g->index[s] >= 0)
      s = (s + 1) & (g->slots - 1);
    g->index[s] = i;
  }
}

static int range_rank(const struct group *g, int world)
{
  long distance = (long)world - g->first;
  long rank;
  if (g->size == 0 || distance % g->stride != 0) return MPI_UNDEFINED;
  rank = distance / g->stride;
  if (rank == g->hole) return MPI_UNDEFINED;
  if (rank > g->hole) rank--;
  return rank >= 0 && rank < g->size ? (int)rank : MPI_UNDEFINED;
}

int group_rank(struct group *g, int world)
{
  if (!g->ranks) return range_rank(g, world);
  if (!g->index) build_index(g);
  for (uint32_t s = slot_of(g, world); g->index[s] >= 0;
       s = (s + 1) & (g->slots - 1))
    if (g->ranks[g->index[s]] == world) return g->index[s];
  return MPI_UNDEFINED;
}

bool group_same(const struct group *a, const struct group *b)
{
  if (a == b) return true;
  if (a->ranks || b->ranks) return false; /* arrays are interned */
  return a->size == b->size && a->first == b->first && a->stride == b->stride &&
         a->hole == b->hole;
}
