/* Communicators in the making. */
#include "comm_pending.h"
#include "../../model/comm/comm.h"
#include "../../model/memory.h"
#include "../coll/schedule.h"
#include "../p2p/table.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
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

/* On which the members wait for each other. */
static struct comm *met_on(struct comm *c)
{
  return c->both ? c->both : c;
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
  met_on(p->comms[0])->pending = p;
  return p;
}

static void pending_free(struct pending *p)
{
  met_on(p->comms[0])->pending = NULL;
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

/* --- in words --- */

static const struct pending *awaited_by(const struct strand *s)
{
  const struct comm *c = schedule_waits_on(s->waits);
  return c ? c->pending : NULL;
}

/* Another one of this kind, in which that rank waits. */
static const struct pending *other_of(int rank, const struct pending *mine)
{
  for (const struct strand *s = &rank_of(rank)->main; s; s = s->next) {
    const struct pending *p = awaited_by(s);
    if (p && p != mine && !p->key.parent == !mine->key.parent) return p;
  }
  return NULL;
}

enum { TAG_SHOWN = 100, TAG_TEXT = TAG_SHOWN + 32 };

/* "tag 7", or "stringtag "org.oriel"". */
static void name_tag(const struct pending_key *key, char *text, size_t size)
{
  if (key->tag)
    snprintf(text, size, "stringtag \"%.*s\"", TAG_SHOWN, key->tag);
  else
    snprintf(text, size, "tag %" PRId64, key->number);
}

static const char *difference_of_groups(const struct pending_key *a,
                                        const struct pending_key *b)
{
  struct group *x = a->groups[0], *y = b->groups[0];
  if (!a->groups[1] != !b->groups[1]) return "one group instead of two";
  if (!a->groups[1] && group_compare(x, y) == MPI_SIMILAR)
    return "these ranks in another order";
  return a->groups[1] ? "other groups" : "a group of other ranks";
}

/* What that of another rank has that is not the same. */
static void name_difference(const struct pending_key *key,
                            const struct pending_key *other, char *text,
                            size_t size)
{
  bool tags = key->tag && other->tag ? strcmp(key->tag, other->tag) != 0
                                     : key->number != other->number;
  if (key->parent != other->parent)
    snprintf(text, size, "another communicator");
  else if (tags)
    name_tag(other, text, size);
  else
    snprintf(text, size, "%s", difference_of_groups(key, other));
}

void pending_explain(const struct strand *s, int whom, char *text, size_t size)
{
  const struct pending *p = awaited_by(s);
  char tag[TAG_TEXT], other[TAG_TEXT];
  *text = 0;
  if (!p || p->key.number < 0 || whom < 0) return;
  name_tag(&p->key, tag, sizeof tag);
  const struct pending *theirs = other_of(whom, p);
  int used = snprintf(text, size, " with %s", tag);
  if (!theirs || (size_t)used >= size) return;
  name_difference(&p->key, &theirs->key, other, sizeof other);
  snprintf(text + used, size - used, "; rank %d gives %s", whom, other);
}
