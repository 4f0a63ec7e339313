/* Intercommunicators: making them of two groups, and one group of them.
 * [MPI-4.1 7.6]
 *
 * The leaders exchange their groups by messages of the peer communicator; what
 * carries them in truth is a bridge, which the first leader makes and the last
 * takes away. Then each group meets, and finds what its leader brought. */
#include "comm_creation.h"
#include "objects.h"
#include "../rank/observed.h"
#include "../p2p/p2p.h"
#include "../../model/memory.h"

#include <api.h>
#include <stdio.h>
#include <stdlib.h>

enum { RANK_BYTES = sizeof(int), CONTEXT_BYTES = 0 };

/* --- what a communicator is --- */

int api_Comm_test_inter(MPI_Comm comm, int *flag)
{
  struct comm_view *view;
  int error = comm_of(comm, &view);
  if (!error) *flag = view->comm->remote != NULL;
  return error;
}

static int intercomm_of(MPI_Comm comm, struct comm_view **view)
{
  int error = comm_of(comm, view);
  if (error || (*view)->comm->remote) return error;
  return fault(MPI_ERR_COMM,
               ": the communicator is an intracommunicator, it has no remote "
               "group [MPI-4.1 7.6]");
}

int api_Comm_remote_size(MPI_Comm comm, int *size)
{
  struct comm_view *view;
  int error = intercomm_of(comm, &view);
  if (!error) *size = group_size(view->comm->remote);
  return error;
}

int api_Comm_remote_group(MPI_Comm comm, MPI_Group *group)
{
  struct comm_view *view;
  int error = intercomm_of(comm, &view);
  return error ? error : group_give(group_ref(view->comm->remote), group);
}

/* --- bridges --- */

/* Between two leaders, of whom the one with the lower world rank is side 0. */
struct bridge {
  struct bridge *next;
  uint32_t context; /* of the peer communicator */
  int tag;
  int leaders[2];
  int message_tag;         /* of the leaders' messages */
  struct group *groups[2]; /* a reference each; NULL: not yet there */
  struct comm *comms[2];
  int left; /* leaders that have yet to take theirs */
};

static struct bridge *bridges;

/* One that this side has joined before is of an earlier call, which the other
 * leader has not left yet. */
static bool bridge_awaits(const struct bridge *b, uint32_t context, int tag,
                          const int leaders[2], int side)
{
  return b->context == context && b->tag == tag &&
         b->leaders[0] == leaders[0] && b->leaders[1] == leaders[1] &&
         !b->groups[side];
}

static struct bridge *bridge_join(uint32_t context, int tag, int other,
                                  struct group *mine)
{
  int side = self->id > other;
  int leaders[2] = {side ? other : self->id, side ? self->id : other};
  struct bridge **at = &bridges;
  while (*at && !bridge_awaits(*at, context, tag, leaders, side))
    at = &(*at)->next;
  if (!*at) {
    *at = xcalloc(1, sizeof **at);
    **at = (struct bridge){.context = context,
                           .tag = tag,
                           .leaders = {leaders[0], leaders[1]},
                           .message_tag = p2p_private_tags(1),
                           .left = 2};
  }
  (*at)->groups[side] = group_ref(mine);
  return *at;
}

static void bridge_leave(struct bridge *b)
{
  struct bridge **at = &bridges;
  if (--b->left > 0) return;
  while (*at != b)
    at = &(*at)->next;
  *at = b->next;
  for (int side = 0; side < 2; side++) {
    group_unref(b->groups[side]);
    comm_unref(b->comms[side]);
  }
  free(b);
}

static bool groups_overlap(struct group *a, struct group *b)
{
  struct group *common = group_intersection(a, b);
  bool overlap = group_size(common) > 0;
  group_unref(common);
  return overlap;
}

/* Both leaders are here: self's side, with a reference. */
static int bridge_take(struct bridge *b, struct comm **comm)
{
  int side = self->id != b->leaders[0];
  if (groups_overlap(b->groups[0], b->groups[1]))
    return fault(MPI_ERR_COMM, ": the two groups have members in common "
                               "[MPI-4.1 7.6.2]");
  if (!b->comms[0]) comm_new_sides(b->groups, b->comms);
  *comm = comm_ref(b->comms[side]);
  return 0;
}

/* --- the leaders' messages --- */

struct talk {
  int tag;
  struct p2p_send send;
  struct p2p_recv recv;
  struct counter counter;
};

static void talk_sent(struct p2p_send *send)
{
  counter_done(&container_of(send, struct talk, send)->counter);
}

static void talk_received(struct p2p_recv *recv)
{
  counter_done(&container_of(recv, struct talk, recv)->counter);
}

static void talk_explain(const struct counter *c, char *text, size_t size)
{
  const struct talk *t = c->about;
  snprintf(text, size,
           "the other leader, rank %d of MPI_COMM_WORLD, to take "
           "part in MPI_Intercomm_create with tag %d",
           t->send.to, t->tag);
  explain_whom(t->send.to);
}

/* Tell the other leader the members of `mine` and hear of its. */
static void talk(const struct bridge *b, int other, const struct group *mine)
{
  struct p2p_envelope out = {b->context + 1, self->id, b->message_tag};
  struct p2p_envelope in = {b->context + 1, other, b->message_tag};
  MPI_Count bytes = (MPI_Count)group_size(mine) * RANK_BYTES;
  struct talk t = {
      .tag = b->tag,
      .send = {.envelope = out,
               .to = other,
               .count = bytes,
               .mode = SEND_STANDARD,
               .done = talk_sent},
      .recv = {.envelope = in,
               .at = self->id,
               .count = (MPI_Count)ranks_count() * RANK_BYTES,
               .done = talk_received},
      .counter = {.pending = 2, .explain = talk_explain, .about = &t}};
  p2p_recv_start(&t.recv, self->time);
  rank_charge_issue(p2p_send_cost(bytes, NULL));
  p2p_send_start(&t.send, self->time);
  OBSERVE_ORDER(RELEASE, self->strand, p2p_carrier(t.send.number),
                .releases = 1, .acquires = 1);
  rank_wait(&t.counter);
  OBSERVE_ORDER(ACQUIRE, self->strand, p2p_carrier(t.recv.partner));
  rank_charge(p2p_recv_cost(t.recv.bytes, NULL));
}

/* --- MPI_Intercomm_create --- */

/* What a leader brings its group. */
struct find {
  struct comm *comm;
  int error;
};

int check_leader(const struct group *group, int rank, const char *argument)
{
  if (rank >= 0 && rank < group_size(group)) return 0;
  return fault(MPI_ERR_RANK,
               ": %s is %s; the ranks of its group are 0 to %d "
               "[MPI-4.1 7.6.2]",
               argument, rank_word(rank), group_size(group) - 1);
}

static int lead(struct comm_view *local, MPI_Comm peer, int remote_leader,
                int tag, struct comm **comm)
{
  struct comm_view *view;
  struct bridge *b;
  int other, error = comm_of(peer, &view);
  if (!error)
    error =
        check_leader(comm_peers(view->comm), remote_leader, "remote_leader");
  if (!error && tag < 0)
    error = fault(MPI_ERR_TAG,
                  ": tag is %d, tags are 0 to MPI_TAG_UB "
                  "[MPI-4.1 7.6.2]",
                  tag);
  self->call->comm = local;
  if (error) return error;
  other = group_world(comm_peers(view->comm), remote_leader);
  if (group_rank(local->comm->group, other) != MPI_UNDEFINED)
    return fault(MPI_ERR_COMM, ": the remote leader is a member of local_comm "
                               "[MPI-4.1 7.6.2]");
  b = bridge_join(view->comm->context, tag, other, local->comm->group);
  talk(b, other, local->comm->group);
  error = bridge_take(b, comm);
  bridge_leave(b);
  return error;
}

static struct creation *give_all(const struct meeting *m,
                                 const struct find *found, struct group *group)
{
  struct creation *c = creation_new(m->members);
  if (found->comm) creation_add(c, group, comm_ref(found->comm));
  for (int r = 0; r < m->members; r++)
    c->shares[r].stranger = found->error;
  return c;
}

int api_Intercomm_create(MPI_Comm local_comm, int local_leader,
                         MPI_Comm peer_comm, int remote_leader, int tag,
                         MPI_Comm *newintercomm)
{
  struct find mine = {NULL, 0};
  struct comm_view *view;
  struct meeting *m;
  struct share share;
  int error = intracomm_of(local_comm, &view);
  if (!error)
    error = check_leader(view->comm->group, local_leader, "local_leader");
  if (error) return error;
  if (view->rank == local_leader)
    mine.error = lead(view, peer_comm, remote_leader, tag, &mine.comm);
  char text[1024]; /* the others' calls may meet faults meanwhile */
  snprintf(text, sizeof text, "%s", mine.error ? fault_text() : "");
  m = meet(view, &mine, CONTEXT_BYTES, local_leader);
  if (!m->result)
    m->result = give_all(m, m->given[local_leader], view->comm->group);
  share = creation_take(m, view->rank);
  comm_unref(mine.comm);
  if (share.comm) return comm_give(share.comm, view, newintercomm);
  if (mine.error) return fault(mine.error, "%s", text);
  return fault(share.stranger,
               ": the call of the group's leader, rank %d, was refused",
               local_leader);
}

/* --- MPI_Intercomm_merge --- */

/* The first member that disagrees with its group about `high`; -1. */
static int find_stranger(const struct meeting *m, int first)
{
  for (int r = 0; r < m->members; r++) {
    const int *high = m->given[r], *agreed = m->given[r < first ? 0 : first];
    if (!*high != !*agreed) return r;
  }
  return -1;
}

static struct creation *merge_all(const struct meeting *m,
                                  const struct comm *of)
{
  struct creation *c = creation_new(m->members);
  struct group *low = of->side ? of->remote : of->group;
  struct group *high = of->side ? of->group : of->remote, *all;
  int first = group_size(low), stranger = find_stranger(m, first);
  const int *low_high = m->given[0], *high_high = m->given[first];
  bool reverse = *low_high && !*high_high;
  for (int r = 0; r < m->members; r++)
    c->shares[r].stranger = stranger;
  if (stranger >= 0) return c;
  all = group_union(reverse ? high : low, reverse ? low : high);
  creation_add(c, of->both->group, comm_new(all));
  group_unref(all);
  return c;
}

int api_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm *newintracomm)
{
  struct comm_view *view;
  struct meeting *m;
  struct share share;
  int error = intercomm_of(intercomm, &view);
  if (error) return error;
  m = meet(view->both, &high, sizeof high, NEEDS_NOBODY);
  if (!m->result) m->result = merge_all(m, view->comm);
  share = creation_take(m, view->both->rank);
  if (share.comm) return comm_give(share.comm, view, newintracomm);
  return fault(MPI_ERR_ARG, ": the ranks of a group do not agree about high "
                            "[MPI-4.1 7.6.2]");
}
