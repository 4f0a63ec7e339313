/* The collectives that combine data. [MPI-4.1 6.9 - 6.11]
 *
 * In place, the contribution is where the result goes; the schedules are told
 * so by a send side that begins there. */
#include "collective.h"

#include <api.h>

/* What all of them check: the op on the type. */
static int take_op(struct coll *c, MPI_Op op, MPI_Datatype datatype)
{
  const struct datatype *type;
  int error = committed_of(datatype, "datatype", &type);
  if (!error) error = op_of(op, &c->op);
  if (!error) error = op_check_reduction(c->op, type);
  c->handle = datatype;
  return error;
}

static const struct argument_names from = {"sendbuf", "count", "datatype",
                                           .tag = NULL},
                                   to = {"recvbuf", "count", "datatype",
                                         .tag = NULL};

/* Both sides, `count` elements each. */
static int take_both(struct coll *c, const void *sendbuf, MPI_Count count,
                     void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype)
{
  c->in_place = sendbuf == MPI_IN_PLACE;
  const void *at = c->in_place ? recvbuf : sendbuf;
  int error = blocks_uniform(&c->recv, recvbuf, recvcount, 1, datatype, &to);
  if (!error) error = blocks_uniform(&c->send, at, count, 1, datatype, &from);
  if (error || c->in_place) return error;
  if (!sides_meet(&c->send, 1, &c->recv, 1)) return 0;
  return sendbuf == recvbuf ? fault_same("sendbuf") : fault_overlap();
}

/* Of the first rank of an exscan, which receives nothing: recvbuf is not
 * significant, but for what it gives in place. [MPI-4.1 6.11.2] */
static int take_first(struct coll *c, const void *sendbuf, void *recvbuf,
                      MPI_Count count, MPI_Datatype datatype)
{
  if (sendbuf == MPI_IN_PLACE)
    return take_both(c, sendbuf, count, recvbuf, count, datatype);
  int error = blocks_uniform(&c->send, sendbuf, count, 1, datatype, &from);
  c->recv = c->send;
  return error;
}

/* --- to one rank --- */

static int reduce(const void *sendbuf, void *recvbuf, MPI_Count count,
                  MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm,
                  const struct form *form)
{
  struct comm_view *view;
  struct coll *c = collective_draft(false);
  struct role role = {0};
  int error = comm_of(comm, &view);
  if (!error) error = role_of(c, view, root, &role);
  bool anything = role.root || role.member;
  if (!error && anything) error = check_count(count, "count");
  if (!error && anything) error = take_op(c, op, datatype);
  if (error) return error;
  if (role.root && role.member)
    error = take_both(c, sendbuf, count, recvbuf, count, datatype);
  else if (role.root)
    error = blocks_uniform(&c->recv, recvbuf, count, 1, datatype, &to);
  else if (role.member)
    error = blocks_uniform(&c->send, sendbuf, count, 1, datatype, &from);
  return error ? error : collective_do(c, view, COLL_REDUCE, form);
}

COLLECTIVE(Reduce, Ireduce, Reduce_init, reduce,
           (sendbuf, recvbuf, count, datatype, op, root, comm),
           const void *sendbuf, void *recvbuf, MPI_Count count,
           MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm)

/* --- to all ranks, each the same arguments --- */

static int of_all(const struct comm_view *view, MPI_Count *count)
{
  int ranks = group_size(view->comm->group);
  if (!__builtin_mul_overflow(*count, ranks, count)) return 0;
  return fault(MPI_ERR_COUNT,
               ": recvcount for each of %d ranks is more than 2^63 [MPI-4.1 "
               "6.10]",
               ranks);
}

static int reduce_all(const void *sendbuf, void *recvbuf, MPI_Count count,
                      MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                      enum collective kind, const struct form *form)
{
  struct comm_view *view;
  struct coll *c = collective_draft(false);
  bool scans = kind == COLL_SCAN || kind == COLL_EXSCAN;
  int error = scans ? intracomm_of(comm, &view) : comm_of(comm, &view);
  if (!error) error = check_in_place(view, sendbuf);
  bool each = kind == COLL_REDUCE_SCATTER_BLOCK;
  if (!error) error = check_count(count, each ? "recvcount" : "count");
  if (!error) error = take_op(c, op, datatype);
  if (error) return error;
  MPI_Count sendcount = count;
  if (each) error = of_all(view, &sendcount);
  if (!error && kind == COLL_EXSCAN && view->rank == 0)
    error = take_first(c, sendbuf, recvbuf, count, datatype);
  else if (!error)
    error = take_both(c, sendbuf, sendcount, recvbuf, count, datatype);
  return error ? error : collective_do(c, view, kind, form);
}

COLLECTIVE(Allreduce, Iallreduce, Allreduce_init, reduce_all,
           (sendbuf, recvbuf, count, datatype, op, comm, COLL_ALLREDUCE),
           const void *sendbuf, void *recvbuf, MPI_Count count,
           MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)

COLLECTIVE(Scan, Iscan, Scan_init, reduce_all,
           (sendbuf, recvbuf, count, datatype, op, comm, COLL_SCAN),
           const void *sendbuf, void *recvbuf, MPI_Count count,
           MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)

COLLECTIVE(Exscan, Iexscan, Exscan_init, reduce_all,
           (sendbuf, recvbuf, count, datatype, op, comm, COLL_EXSCAN),
           const void *sendbuf, void *recvbuf, MPI_Count count,
           MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)

COLLECTIVE(Reduce_scatter_block, Ireduce_scatter_block,
           Reduce_scatter_block_init, reduce_all,
           (sendbuf, recvbuf, recvcount, datatype, op, comm,
            COLL_REDUCE_SCATTER_BLOCK),
           const void *sendbuf, void *recvbuf, MPI_Count recvcount,
           MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)

/* --- a segment to each rank --- */

static int reduce_scatter(const void *sendbuf, void *recvbuf,
                          struct list recvcounts, MPI_Datatype datatype,
                          MPI_Op op, MPI_Comm comm, const struct form *form)
{
  struct comm_view *view;
  struct coll *c = collective_draft(false);
  MPI_Count total = 0;
  int error = comm_of(comm, &view);
  if (!error) error = check_in_place(view, sendbuf);
  if (!error) error = take_op(c, op, datatype);
  if (!error)
    error = check_counts(recvcounts, group_size(view->comm->group),
                         "recvcounts", &total);
  if (error) return error;
  error = take_both(c, sendbuf, total, recvbuf,
                    list_get(recvcounts, view->rank), datatype);
  c->recv.counts = recvcounts;
  c->recv.entries = group_size(view->comm->group);
  return error ? error : collective_do(c, view, COLL_REDUCE_SCATTER, form);
}

COLLECTIVE(Reduce_scatter, Ireduce_scatter, Reduce_scatter_init, reduce_scatter,
           (sendbuf, recvbuf, ints(recvcounts), datatype, op, comm),
           const void *sendbuf, void *recvbuf, const int recvcounts[],
           MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)

COLLECTIVE(Reduce_scatter_c, Ireduce_scatter_c, Reduce_scatter_init_c,
           reduce_scatter,
           (sendbuf, recvbuf, wides(recvcounts), datatype, op, comm),
           const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
           MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
