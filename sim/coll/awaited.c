/* Whom a collective waits for, in words: not the partner of its round, who may
 * wait as well, but the first member that has not come. */
#include "schedule.h"

#include "../moving.h"
#include "../p2p/explain.h"
#include "starts.h"
#include "step.h"

#include <stdio.h>

static const char *const names[COLLECTIVES] = {
    [COLL_BARRIER] = "MPI_Barrier",
    [COLL_FENCE] = "MPI_Win_fence",
    [COLL_FINALIZE] = "MPI_Finalize",
    [COLL_EXCHANGE] = "an exchange of Oriel",
    [COLL_BCAST] = "MPI_Bcast",
    [COLL_GATHER] = "MPI_Gather",
    [COLL_GATHERV] = "MPI_Gatherv",
    [COLL_SCATTER] = "MPI_Scatter",
    [COLL_SCATTERV] = "MPI_Scatterv",
    [COLL_ALLGATHER] = "MPI_Allgather",
    [COLL_ALLGATHERV] = "MPI_Allgatherv",
    [COLL_ALLTOALL] = "MPI_Alltoall",
    [COLL_ALLTOALLV] = "MPI_Alltoallv",
    [COLL_ALLTOALLW] = "MPI_Alltoallw",
    [COLL_REDUCE] = "MPI_Reduce",
    [COLL_ALLREDUCE] = "MPI_Allreduce",
    [COLL_REDUCE_SCATTER] = "MPI_Reduce_scatter",
    [COLL_REDUCE_SCATTER_BLOCK] = "MPI_Reduce_scatter_block",
    [COLL_SCAN] = "MPI_Scan",
    [COLL_EXSCAN] = "MPI_Exscan",
    [COLL_NEIGHBOR_ALLGATHER] = "MPI_Neighbor_allgather",
    [COLL_NEIGHBOR_ALLGATHERV] = "MPI_Neighbor_allgatherv",
    [COLL_NEIGHBOR_ALLTOALL] = "MPI_Neighbor_alltoall",
    [COLL_NEIGHBOR_ALLTOALLV] = "MPI_Neighbor_alltoallv",
    [COLL_NEIGHBOR_ALLTOALLW] = "MPI_Neighbor_alltoallw",
};

/* That member's part in this collective, or in another one of this number, if
 * it waits there; else NULL. */
static const struct schedule *part_of(const struct schedule *s, int member)
{
  const struct rank *r = rank_of(group_world(s->comm->group, member));
  for (const struct strand *one = &r->main; one; one = one->next) {
    const struct counter *c = one->waits;
    if (!c || c->explain != schedule_explain_wait) continue;
    const struct schedule *other = c->about;
    if (other->comm != s->comm) continue;
    if (other->number == s->number || s->kind == COLL_FINALIZE) return other;
  }
  return NULL;
}

/* Of several calls that exchange something, each meets its like. */
static bool is_same(const struct schedule *a, const struct schedule *b)
{
  bool exchange = a->kind == COLL_EXCHANGE;
  return a->kind == b->kind &&
         (!exchange || a->envelope.tag == b->envelope.tag);
}

/* Has that member come to this collective? It is in that call, or has started
 * so many that this one may be among them, and is not in another one. The
 * number of MPI_Finalize's says nothing: no other meets it. */
static bool takes_part(const struct schedule *s, int member)
{
  const struct starts *starts = starts_of(s);
  if (starts) return starts_match(starts, s, member);
  const struct schedule *other = part_of(s, member);
  if (other) return is_same(s, other);
  return s->kind != COLL_FINALIZE && s->comm->collectives[member] > s->number;
}

/* The first member that has not come; the number of members if all have. A
 * deadlock's report asks for each member: nothing has happened since the answer
 * to the one before it. */
static int first_absent(const struct schedule *s)
{
  static const struct comm *comm;
  static int tag;
  static unsigned long happened;
  static int absent;
  struct engine_counts counts = engine_counts();
  unsigned long now = counts.events + counts.flows + counts.switches;
  if (comm == s->comm && tag == s->envelope.tag && happened == now)
    return absent;
  comm = s->comm;
  tag = s->envelope.tag;
  happened = now;
  absent = 0;
  while (absent < s->size && takes_part(s, absent))
    absent++;
  return absent;
}

/* Who waits for the remote group where all of the local group have come: that
 * waits for one of them. */
static const struct schedule *part_across(const struct schedule *s)
{
  if (!s->comm->remote || s->awaits_remote) return s;
  for (int member = 0; member < s->size; member++) {
    const struct schedule *other = part_of(s, member);
    if (other && other->awaits_remote) return other;
  }
  return s;
}

struct awaited {
  int rank;
  bool remote;
  bool came; /* it has called this, or another collective in its turn */
};

/* Whom a rank waits for in the end. */
static struct awaited awaited(const struct schedule *s)
{
  if (s->awaits_remote) return (struct awaited){s->awaits, true, false};
  int absent = first_absent(s);
  if (absent == s->size) absent = together_absent(s);
  if (absent >= 0) return (struct awaited){absent, false, false};
  s = part_across(s);
  return (struct awaited){s->awaits, s->awaits_remote, !s->comm->remote};
}

void schedule_name(const void *schedule, struct moved *m)
{
  const struct schedule *s = schedule;
  m->ranks[0] = m->ranks[1] = s->owner->id;
  snprintf(m->text, sizeof m->text, "the %s of rank %d",
           s->call ? s->call : names[s->kind], s->owner->id);
}

void schedule_explain(const struct schedule *s, char *text, size_t size)
{
  char comm[EXPLAIN_COMM_MAX], rank[EXPLAIN_RANK];
  explain_comm(s->view, comm);
  struct awaited whom = awaited(s);
  if (whom.rank == MPI_UNDEFINED) {
    snprintf(text, size, "%s on %s", names[s->kind], comm);
    return;
  }
  int world =
      group_world(whom.remote ? s->comm->remote : s->comm->group, whom.rank);
  explain_whom(world);
  const char *call = s->call ? s->call : names[s->kind];
  snprintf(text, size, "%s of %s%s to %s %s",
           explain_rank(whom.rank, world, rank),
           whom.remote ? "the remote group of " : "", comm,
           whom.came ? "do its part of" : "take part in", call);
}

const struct comm *schedule_waits_on(const struct counter *c)
{
  if (!c || c->explain != schedule_explain_wait) return NULL;
  return ((const struct schedule *)c->about)->comm;
}

void schedule_explain_wait(const struct counter *c, char *text, size_t size)
{
  schedule_explain(c->about, text, size);
}
