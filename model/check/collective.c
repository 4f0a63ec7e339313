/* Collective calls whose members do not agree. [MPI-4.1 6.1]
 *
 * The first member to make a call is compared with each of the others. A call
 * is kept until all its members have made it; equal calls cost O(1) each. */
#include "label.h"
#include "rules.h"
#include "spot.h"
#include "types.h"

#include "../comm/comm.h"
#include "../datatype/datatype.h"
#include "../hash.h"
#include "../op/op.h"
#include "../pool.h"

#include <mpi.h>
#include <stdio.h>
#include <string.h>

/* A call, as its first member made it. */
struct call {
  struct hash_node node; /* by the communicator and its number there */
  int missing;           /* members that have not made it */
  struct spot first;
  int root;
  const struct op *op;
  struct observed_data block; /* holds a reference to its type */
  bool differ;                /* in function or root: so do all blocks */
};

static struct pool calls = {.size = sizeof(struct call)};
/* A rank that only sends may be any number of calls ahead of the others. */
static struct hash calls_kept;

static struct call *call_new(const struct observed_collective *e,
                             struct hash_key key)
{
  struct call *c = pool_take(&calls);
  *c = (struct call){.node.key = key,
                     .missing = group_size(comm_all(e->comm)->comm->group),
                     .first = SPOT(e),
                     .root = e->root,
                     .op = e->op,
                     .block = e->block};
  if (c->block.type) datatype_ref(c->block.type);
  if (c->op) op_ref(c->op);
  hash_add(&calls_kept, &c->node);
  return c;
}

static void call_end(struct call *c)
{
  hash_take(&calls_kept, c->node.key);
  if (c->block.type) datatype_unref((struct datatype *)c->block.type);
  if (c->op) op_unref((struct op *)c->op);
  pool_give(&calls, c);
}

/* --- reports --- */

struct notes {
  char first[80], second[80];
};

static void report(const struct observed_collective *e, const struct call *c,
                   const char *what, const struct notes *notes,
                   const char *advice)
{
  struct report r = {.rule = RULE_COLLECTIVE, .date = e->date, .sides = 2};
  struct spot by = SPOT(e);
  char text[160];
  spot_side(&c->first, notes->first, &r.side[0]);
  spot_side(&by, notes->second, &r.side[1]);
  snprintf(r.headline, sizeof r.headline, "%s in collective calls on %s", what,
           comm_label(e->comm, text, sizeof text));
  snprintf(r.advice, sizeof r.advice, "%s", advice);
  report_add(&r);
}

/* MPI_Bcast and MPI_Bcast_c are one call; how a rank is initialised is its
 * own business. */
static bool same_name(const char *a, const char *b)
{
  size_t n = strlen(a), m = strlen(b);
  if (n > 2 && strcmp(a + n - 2, "_c") == 0) n -= 2;
  if (m > 2 && strcmp(b + m - 2, "_c") == 0) m -= 2;
  if (strncmp(a, "MPI_Init", 8) == 0 && strncmp(b, "MPI_Init", 8) == 0)
    return true;
  return n == m && strncmp(a, b, n) == 0;
}

static bool names_differ(const struct observed_collective *e,
                         const struct call *c)
{
  struct notes notes = {"", ""};
  if (c->first.call == e->call || same_name(c->first.call, e->call))
    return false;
  report(e, c, "different functions", &notes,
         "All ranks must make the same calls in the same order.");
  return true;
}

/* In an intercommunicator its number says nothing of its side. */
static void root_text(const struct comm_view *v, int root, char *text,
                      size_t size)
{
  if (v->both)
    snprintf(text, size, "root: rank %d of MPI_COMM_WORLD",
             group_world(v->both->comm->group, root));
  else
    snprintf(text, size, "root %d", root);
}

/* Who looks on beside the root of an intercommunicator names none. */
static bool roots_differ(const struct observed_collective *e, struct call *c)
{
  struct notes notes;
  if (c->root < 0) c->root = e->root;
  if (e->root < 0 || c->root == e->root) return false;
  root_text(e->comm, c->root, notes.first, sizeof notes.first);
  root_text(e->comm, e->root, notes.second, sizeof notes.second);
  report(e, c, "different roots", &notes, "All ranks must name the same root.");
  return true;
}

/* User-defined operators are each rank's own: their functions may be copies. */
static void compare_ops(const struct observed_collective *e,
                        const struct call *c)
{
  struct notes notes;
  if (!c->op || !e->op || c->op == e->op) return;
  if (!c->op->predefined && !e->op->predefined) return;
  snprintf(notes.first, sizeof notes.first, "%s", c->op->name);
  snprintf(notes.second, sizeof notes.second, "%s", e->op->name);
  report(e, c, "different operators", &notes,
         "All ranks must name the same operator.");
}

static void compare_types(const struct observed_collective *e,
                          const struct call *c)
{
  struct notes notes;
  if (!c->block.type || !e->block.type || types_equal(&c->block, &e->block))
    return;
  types_text(&c->block, notes.first, sizeof notes.first);
  types_text(&e->block, notes.second, sizeof notes.second);
  report(e, c, "different counts or types", &notes,
         "All ranks must name the same basic types, as many of each.");
}

static void report_own(const struct observed_collective *e)
{
  struct report r = {.rule = RULE_COLLECTIVE, .date = e->date, .sides = 1};
  struct spot by = SPOT(e);
  char sent[64], received[64], text[160];
  types_text(&e->own, sent, sizeof sent);
  types_text(&e->block, received, sizeof received);
  spot_side(&by, NULL, &r.side[0]);
  snprintf(r.side[0].note, sizeof r.side[0].note, "sent: %s; received: %s",
           sent, received);
  snprintf(r.headline, sizeof r.headline,
           "different counts or types in a collective call on %s",
           comm_label(e->comm, text, sizeof text));
  snprintf(r.advice, sizeof r.advice,
           "What is sent to a rank must have the basic types that are received "
           "from one.");
  report_add(&r);
}

/* What a member sends to itself is what it receives. */
static void compare_own(const struct observed_collective *e)
{
  if (e->own.type && e->block.type && !types_equal(&e->own, &e->block))
    report_own(e);
}

static void on_collective(struct observer *o,
                          const struct observed_collective *e)
{
  struct hash_key key = {(uintptr_t)comm_all(e->comm)->comm, e->number};
  struct call *c = hash_find(&calls_kept, key);
  (void)o;
  compare_own(e);
  if (!c) {
    c = call_new(e, key);
  } else if (names_differ(e, c)) {
    c->differ = true;
  } else {
    if (roots_differ(e, c)) c->differ = true;
    compare_ops(e, c);
    compare_types(e, c);
  }
  if (--c->missing > 0) return;
  exchange_end(e, !c->differ);
  call_end(c);
}

static struct observer observer = {.collective = on_collective};

void collective_open(void)
{
  observer_add(&observer);
}
