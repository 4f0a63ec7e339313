/* Communicators in the making. */
#include "comm_pending.h"
#include "../../model/comm/comm.h"
#include "../../model/memory.h"
#include "../p2p/table.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct pending {
  struct table_node node; /* under a key that equal calls have in common */
  struct pending_key key; /* its own copies and references */
  int missing;            /* members that have not asked */
  struct comm *comms[2];
};

static struct table table;

static bool same_group(const struct group *a, const struct group *b)
{
  return a && b ? group_same(a, b) : a == b;
}

static bool same_key(const struct pending_key *a, const struct pending_key *b)
{
  if (a->parent != b->parent || a->number != b->number) return false;
  if (a->tag && b->tag ? strcmp(a->tag, b->tag) != 0 : a->tag != b->tag)
    return false;
  return same_group(a->groups[0], b->groups[0]) &&
         same_group(a->groups[1], b->groups[1]);
}

/* Who is first in it. */
static uint64_t group_key(const struct group *g)
{
  return g && group_size(g) > 0 ? (uint32_t)group_world(g, 0) : UINT32_MAX;
}

/* Few calls that differ have the same. */
static struct table_key key_of(const struct pending_key *key)
{
  uint64_t context = key->parent ? key->parent->context : UINT32_MAX;
  return (struct table_key){context << 32 | group_key(key->groups[0]),
                            (uint64_t)key->number};
}

/* Where the entry hangs, or the end of the chain. */
static struct table_node **find(const struct pending_key *key)
{
  struct table_node **at = table_seek(&table, key_of(key));
  while (*at && !same_key(&container_of(*at, struct pending, node)->key, key))
    at = &(*at)->next;
  return at;
}

static struct pending *pending_new(const struct pending_key *key)
{
  struct pending *p = xcalloc(1, sizeof *p);
  p->key = *key;
  p->node.key = key_of(key);
  if (key->parent) comm_ref(key->parent);
  if (key->tag) p->key.tag = xstrdup(key->tag);
  for (int side = 0; side < 2; side++) {
    if (!key->groups[side]) continue;
    group_ref(key->groups[side]);
    p->missing += group_size(key->groups[side]);
  }
  comm_new_sides(key->groups, p->comms);
  return p;
}

static void pending_free(struct pending *p)
{
  for (int side = 0; side < 2; side++) {
    group_unref(p->key.groups[side]);
    comm_unref(p->comms[side]);
  }
  comm_unref(p->key.parent);
  free((char *)p->key.tag);
  free(p);
}

struct comm *pending_join(const struct pending_key *key, int side)
{
  struct table_node **at = find(key);
  struct pending *p;
  if (*at) {
    p = container_of(*at, struct pending, node);
  } else {
    p = pending_new(key);
    table_hang(&table, at, &p->node);
  }
  struct comm *comm = comm_ref(p->comms[side]);
  if (--p->missing > 0) return comm;
  table_remove(&table, &p->node);
  pending_free(p);
  return comm;
}
