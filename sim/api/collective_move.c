/* The collectives that move data, and the barrier. [MPI-4.1 6.3 - 6.8]
 *
 * Only the arguments that are significant at this rank are looked at. */
#include "collective.h"

#include <api.h>
#include <stdlib.h>

static int barrier(MPI_Comm comm, const struct form *form)
{
  struct comm_view *view;
  struct coll *c = collective_draft(false);
  int error = comm_of(comm, &view);
  return error ? error : collective_do(c, view, COLL_BARRIER, form);
}

COLLECTIVE(Barrier, Ibarrier, Barrier_init, barrier, (comm), MPI_Comm comm)

static int bcast(void *buffer, MPI_Count count, MPI_Datatype datatype, int root,
                 MPI_Comm comm, const struct form *form)
{
  static const struct argument_names names = {"buffer", "count", "datatype",
                                              .tag = NULL};
  struct comm_view *view;
  struct coll *c = collective_draft(false);
  struct role role = {0};
  int error = comm_of(comm, &view);
  if (!error) error = role_of(c, view, root, &role);
  if (!error && (role.root || role.member))
    error = blocks_uniform(&c->recv, buffer, count, 1, datatype, &names);
  if (!error && role.member && !role.root) error = check_entries(&c->recv, 1);
  return error ? error : collective_do(c, view, COLL_BCAST, form);
}

COLLECTIVE(Bcast, Ibcast, Bcast_init, bcast,
           (buffer, count, datatype, root, comm), void *buffer, MPI_Count count,
           MPI_Datatype datatype, int root, MPI_Comm comm)

/* One block on one side, and the n of the other, one of which is the rank's
 * own: if it is to be that one, `argument` is MPI_IN_PLACE. */
static int check_one(const struct blocks *one, const struct blocks *all, int n,
                     int own, const char *argument)
{
  if (!sides_meet(one, 1, all, n)) return 0;
  if (block_bytes(all, own) == 0 || one->base != block_at(all, own))
    return fault_overlap();
  if (one->base == all->base) return fault_same(argument);
  return fault(MPI_ERR_BUFFER,
               ": %s is this rank's own block of %s; pass MPI_IN_PLACE for it "
               "[MPI-4.1 6.2.1]",
               argument, *argument == 's' ? "recvbuf" : "sendbuf");
}

/* --- gather --- */

static int gather(const struct side *from, const struct side *to, int root,
                  MPI_Comm comm, enum collective kind, const struct form *form)
{
  struct comm_view *view;
  struct coll *c = collective_draft(false);
  struct role role = {0};
  int error = comm_of(comm, &view);
  if (!error) error = role_of(c, view, root, &role);
  if (error) return error;
  bool both = role.root && role.member;
  c->in_place = both && from->buffer == MPI_IN_PLACE;
  if (role.root) error = blocks_of_side(&c->recv, to, partners(view));
  if (!error && role.root)
    error = check_received(&c->recv, partners(view), "ranks", "6.5");
  if (!error && role.member && !c->in_place)
    error = blocks_of_side(&c->send, from, 1);
  if (!error && both && !c->in_place)
    error = check_one(&c->send, &c->recv, partners(view), root, "sendbuf");
  return error ? error : collective_do(c, view, kind, form);
}

COLLECTIVE(Gather, Igather, Gather_init, gather,
           (ALIKE(names_send, sendbuf, sendcount, sendtype),
            ALIKE(names_recv, recvbuf, recvcount, recvtype), root, comm,
            COLL_GATHER),
           const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
           void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
           MPI_Comm comm)

COLLECTIVE(Gatherv, Igatherv, Gatherv_init, gather,
           (ALIKE(names_send, sendbuf, sendcount, sendtype),
            LISTED(names_gathered, recvbuf, ints(recvcounts), ints(displs),
                   recvtype),
            root, comm, COLL_GATHERV),
           const void *sendbuf, int sendcount, MPI_Datatype sendtype,
           void *recvbuf, const int recvcounts[], const int displs[],
           MPI_Datatype recvtype, int root, MPI_Comm comm)

COLLECTIVE(Gatherv_c, Igatherv_c, Gatherv_init_c, gather,
           (ALIKE(names_send, sendbuf, sendcount, sendtype),
            LISTED(names_gathered, recvbuf, wides(recvcounts), wides(displs),
                   recvtype),
            root, comm, COLL_GATHERV),
           const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
           void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
           MPI_Datatype recvtype, int root, MPI_Comm comm)

/* --- scatter --- */

static int scatter(const struct side *from, const struct side *to, int root,
                   MPI_Comm comm, enum collective kind, const struct form *form)
{
  struct comm_view *view;
  struct coll *c = collective_draft(false);
  struct role role = {0};
  int error = comm_of(comm, &view);
  if (!error) error = role_of(c, view, root, &role);
  if (error) return error;
  bool both = role.root && role.member;
  c->in_place = both && to->buffer == MPI_IN_PLACE;
  if (role.root) error = blocks_of_side(&c->send, from, partners(view));
  if (!error && role.member && !c->in_place)
    error = blocks_of_side(&c->recv, to, 1);
  if (!error && role.member && !c->in_place) error = check_entries(&c->recv, 1);
  if (!error && both && !c->in_place)
    error = check_one(&c->recv, &c->send, partners(view), root, "recvbuf");
  if (!error && role.root)
    tell_read_twice(&c->send, partners(view), c->in_place ? root : -1);
  return error ? error : collective_do(c, view, kind, form);
}

COLLECTIVE(Scatter, Iscatter, Scatter_init, scatter,
           (ALIKE(names_send, sendbuf, sendcount, sendtype),
            ALIKE(names_recv, recvbuf, recvcount, recvtype), root, comm,
            COLL_SCATTER),
           const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
           void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
           MPI_Comm comm)

COLLECTIVE(Scatterv, Iscatterv, Scatterv_init, scatter,
           (LISTED(names_scattered, sendbuf, ints(sendcounts), ints(displs),
                   sendtype),
            ALIKE(names_recv, recvbuf, recvcount, recvtype), root, comm,
            COLL_SCATTERV),
           const void *sendbuf, const int sendcounts[], const int displs[],
           MPI_Datatype sendtype, void *recvbuf, int recvcount,
           MPI_Datatype recvtype, int root, MPI_Comm comm)

COLLECTIVE(Scatterv_c, Iscatterv_c, Scatterv_init_c, scatter,
           (LISTED(names_scattered, sendbuf, wides(sendcounts), wides(displs),
                   sendtype),
            ALIKE(names_recv, recvbuf, recvcount, recvtype), root, comm,
            COLL_SCATTERV),
           const void *sendbuf, const MPI_Count sendcounts[],
           const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf,
           MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)

/* --- allgather --- */

/* In place only with ranks of its own group. */
static int check_own(const struct coll *c, const struct comm_view *view)
{
  int ranks = partners(view);
  if (!view->comm->remote)
    return check_one(&c->send, &c->recv, ranks, view->rank, "sendbuf");
  return sides_meet(&c->send, 1, &c->recv, ranks) ? fault_overlap() : 0;
}

static int allgather(const struct side *from, const struct side *to,
                     MPI_Comm comm, enum collective kind,
                     const struct form *form)
{
  struct comm_view *view;
  struct coll *c = collective_draft(from->buffer == MPI_IN_PLACE);
  int error = comm_of(comm, &view);
  if (!error) error = check_in_place(view, from->buffer);
  if (!error) error = blocks_of_side(&c->recv, to, partners(view));
  if (!error) error = check_received(&c->recv, partners(view), "ranks", "6.7");
  if (!error && !c->in_place) error = blocks_of_side(&c->send, from, 1);
  if (!error && !c->in_place) error = check_own(c, view);
  return error ? error : collective_do(c, view, kind, form);
}

COLLECTIVE(Allgather, Iallgather, Allgather_init, allgather,
           (ALIKE(names_send, sendbuf, sendcount, sendtype),
            ALIKE(names_recv, recvbuf, recvcount, recvtype), comm,
            COLL_ALLGATHER),
           const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
           void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
           MPI_Comm comm)

COLLECTIVE(Allgatherv, Iallgatherv, Allgatherv_init, allgather,
           (ALIKE(names_send, sendbuf, sendcount, sendtype),
            LISTED(names_gathered, recvbuf, ints(recvcounts), ints(displs),
                   recvtype),
            comm, COLL_ALLGATHERV),
           const void *sendbuf, int sendcount, MPI_Datatype sendtype,
           void *recvbuf, const int recvcounts[], const int displs[],
           MPI_Datatype recvtype, MPI_Comm comm)

COLLECTIVE(Allgatherv_c, Iallgatherv_c, Allgatherv_init_c, allgather,
           (ALIKE(names_send, sendbuf, sendcount, sendtype),
            LISTED(names_gathered, recvbuf, wides(recvcounts), wides(displs),
                   recvtype),
            comm, COLL_ALLGATHERV),
           const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
           void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
           MPI_Datatype recvtype, MPI_Comm comm)

/* --- all to all --- */

/* One buffer may hold both sides, but not in the same place. */
static int check_both(const struct coll *c, const struct comm_view *view)
{
  int ranks = partners(view);
  if (!sides_meet(&c->send, ranks, &c->recv, ranks)) return 0;
  if (view->comm->remote) return fault_overlap();
  const char *sent = block_at(&c->send, view->rank);
  bool same = sent == block_at(&c->recv, view->rank);
  return same ? fault_same("sendbuf") : fault_overlap();
}

static int alltoall(const struct side *from, const struct side *to,
                    MPI_Comm comm, enum collective kind,
                    const struct form *form)
{
  struct comm_view *view;
  struct coll *c = collective_draft(from->buffer == MPI_IN_PLACE);
  int error = comm_of(comm, &view);
  if (!error) error = check_in_place(view, from->buffer);
  if (!error) error = blocks_of_side(&c->recv, to, partners(view));
  if (!error) error = check_received(&c->recv, partners(view), "ranks", "6.8");
  if (!error && !c->in_place)
    error = blocks_of_side(&c->send, from, partners(view));
  if (!error && !c->in_place) error = check_both(c, view);
  if (!error) return collective_do(c, view, kind, form);
  free(c->send.types);
  free(c->recv.types);
  return error;
}

COLLECTIVE(Alltoall, Ialltoall, Alltoall_init, alltoall,
           (ALIKE(names_send, sendbuf, sendcount, sendtype),
            ALIKE(names_recv, recvbuf, recvcount, recvtype), comm,
            COLL_ALLTOALL),
           const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
           void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
           MPI_Comm comm)

COLLECTIVE(
    Alltoallv, Ialltoallv, Alltoallv_init, alltoall,
    (LISTED(names_sends, sendbuf, ints(sendcounts), ints(sdispls), sendtype),
     LISTED(names_recvs, recvbuf, ints(recvcounts), ints(rdispls), recvtype),
     comm, COLL_ALLTOALLV),
    const void *sendbuf, const int sendcounts[], const int sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
    const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)

COLLECTIVE(
    Alltoallv_c, Ialltoallv_c, Alltoallv_init_c, alltoall,
    (LISTED(names_sends, sendbuf, wides(sendcounts), wides(sdispls), sendtype),
     LISTED(names_recvs, recvbuf, wides(recvcounts), wides(rdispls), recvtype),
     comm, COLL_ALLTOALLV),
    const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
    const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm)

COLLECTIVE(
    Alltoallw, Ialltoallw, Alltoallw_init, alltoall,
    (TYPED(names_wsends, sendbuf, ints(sendcounts), ints(sdispls), sendtypes),
     TYPED(names_wrecvs, recvbuf, ints(recvcounts), ints(rdispls), recvtypes),
     comm, COLL_ALLTOALLW),
    const void *sendbuf, const int sendcounts[], const int sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
    const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)

COLLECTIVE(
    Alltoallw_c, Ialltoallw_c, Alltoallw_init_c, alltoall,
    (TYPED(names_wsends, sendbuf, wides(sendcounts), wides(sdispls), sendtypes),
     TYPED(names_wrecvs, recvbuf, wides(recvcounts), wides(rdispls), recvtypes),
     comm, COLL_ALLTOALLW),
    const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[],
    const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)
