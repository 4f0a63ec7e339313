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
  return error ? error : collective_do(c, view, COLL_BCAST, form);
}

COLLECTIVE(Bcast, Ibcast, Bcast_init, bcast,
           (buffer, count, datatype, root, comm), void *buffer, MPI_Count count,
           MPI_Datatype datatype, int root, MPI_Comm comm)

/* What a rank sends to itself and where it goes, block i and block j. */
static int check_own(const struct blocks *send, int i,
                     const struct blocks *recv, int j, const char *in_place)
{
  struct buffer sent = block_buffer(send, i), received = block_buffer(recv, j);
  return check_distinct(&sent, &received, in_place);
}

/* --- gather --- */

/* The root's side of a gather or scatter: the other arguments of the root. */
struct root_side {
  const void *buffer;
  MPI_Count count;
  struct list counts, displs;
  MPI_Datatype datatype;
  const struct argument_names
      *names; /* with displs: by counts and displs; else uniform */
};

static const struct argument_names names_displs[] = {
    {"sendbuf", "sendcounts", "sendtype", .displs = "displs"},
    {"recvbuf", "recvcounts", "recvtype", .displs = "displs"},
};

static int root_blocks(struct blocks *b, const struct root_side *r, int size)
{
  if (r->names->displs)
    return blocks_listed(b, r->buffer, r->counts, r->displs, r->datatype, size,
                         r->names);
  return blocks_uniform(b, r->buffer, r->count, size, r->datatype, r->names);
}

static int gather(const void *sendbuf, MPI_Count sendcount,
                  MPI_Datatype sendtype, struct root_side at_root, int root,
                  MPI_Comm comm, enum collective kind, const struct form *form)
{
  struct comm_view *view;
  struct coll *c = collective_draft(false);
  struct role role = {0};
  int error = comm_of(comm, &view);
  if (!error) error = role_of(c, view, root, &role);
  if (error) return error;
  bool both = role.root && role.member;
  c->in_place = both && sendbuf == MPI_IN_PLACE;
  if (role.root) error = root_blocks(&c->recv, &at_root, partners(view));
  if (!error && role.root && kind == COLL_GATHERV)
    error = check_apart(&c->recv, partners(view), "6.5");
  if (!error && role.member && !c->in_place)
    error =
        blocks_uniform(&c->send, sendbuf, sendcount, 1, sendtype, &names_send);
  if (!error && both && !c->in_place)
    error = check_own(&c->send, 0, &c->recv, root, "sendbuf");
  return error ? error : collective_do(c, view, kind, form);
}

COLLECTIVE(Gather, Igather, Gather_init, gather,
           (sendbuf, sendcount, sendtype,
            (struct root_side){recvbuf, recvcount, ints(NULL), ints(NULL),
                               recvtype, &names_recv},
            root, comm, COLL_GATHER),
           const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
           void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
           MPI_Comm comm)

COLLECTIVE(Gatherv, Igatherv, Gatherv_init, gather,
           (sendbuf, sendcount, sendtype,
            (struct root_side){recvbuf, 0, ints(recvcounts), ints(displs),
                               recvtype, &names_displs[1]},
            root, comm, COLL_GATHERV),
           const void *sendbuf, int sendcount, MPI_Datatype sendtype,
           void *recvbuf, const int recvcounts[], const int displs[],
           MPI_Datatype recvtype, int root, MPI_Comm comm)

COLLECTIVE(Gatherv_c, Igatherv_c, Gatherv_init_c, gather,
           (sendbuf, sendcount, sendtype,
            (struct root_side){recvbuf, 0, wides(recvcounts), wides(displs),
                               recvtype, &names_displs[1]},
            root, comm, COLL_GATHERV),
           const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
           void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
           MPI_Datatype recvtype, int root, MPI_Comm comm)

/* --- scatter --- */

static int scatter(struct root_side at_root, void *recvbuf, MPI_Count recvcount,
                   MPI_Datatype recvtype, int root, MPI_Comm comm,
                   enum collective kind, const struct form *form)
{
  struct comm_view *view;
  struct coll *c = collective_draft(false);
  struct role role = {0};
  int error = comm_of(comm, &view);
  if (!error) error = role_of(c, view, root, &role);
  if (error) return error;
  bool both = role.root && role.member;
  c->in_place = both && recvbuf == MPI_IN_PLACE;
  if (role.root) error = root_blocks(&c->send, &at_root, partners(view));
  if (!error && role.member && !c->in_place)
    error =
        blocks_uniform(&c->recv, recvbuf, recvcount, 1, recvtype, &names_recv);
  if (!error && both && !c->in_place)
    error = check_own(&c->send, root, &c->recv, 0, "recvbuf");
  return error ? error : collective_do(c, view, kind, form);
}

COLLECTIVE(Scatter, Iscatter, Scatter_init, scatter,
           ((struct root_side){sendbuf, sendcount, ints(NULL), ints(NULL),
                               sendtype, &names_send},
            recvbuf, recvcount, recvtype, root, comm, COLL_SCATTER),
           const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
           void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
           MPI_Comm comm)

COLLECTIVE(Scatterv, Iscatterv, Scatterv_init, scatter,
           ((struct root_side){sendbuf, 0, ints(sendcounts), ints(displs),
                               sendtype, &names_displs[0]},
            recvbuf, recvcount, recvtype, root, comm, COLL_SCATTERV),
           const void *sendbuf, const int sendcounts[], const int displs[],
           MPI_Datatype sendtype, void *recvbuf, int recvcount,
           MPI_Datatype recvtype, int root, MPI_Comm comm)

COLLECTIVE(Scatterv_c, Iscatterv_c, Scatterv_init_c, scatter,
           ((struct root_side){sendbuf, 0, wides(sendcounts), wides(displs),
                               sendtype, &names_displs[0]},
            recvbuf, recvcount, recvtype, root, comm, COLL_SCATTERV),
           const void *sendbuf, const MPI_Count sendcounts[],
           const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf,
           MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)

/* --- allgather --- */

static int allgather(const void *sendbuf, MPI_Count sendcount,
                     MPI_Datatype sendtype, struct root_side all, MPI_Comm comm,
                     enum collective kind, const struct form *form)
{
  struct comm_view *view;
  struct coll *c = collective_draft(sendbuf == MPI_IN_PLACE);
  int error = comm_of(comm, &view);
  if (!error) error = check_in_place(view, sendbuf);
  if (!error) error = root_blocks(&c->recv, &all, partners(view));
  if (!error && kind == COLL_ALLGATHERV)
    error = check_apart(&c->recv, partners(view), "6.7");
  if (!error && !c->in_place)
    error =
        blocks_uniform(&c->send, sendbuf, sendcount, 1, sendtype, &names_send);
  if (!error && !c->in_place && !view->comm->remote)
    error = check_own(&c->send, 0, &c->recv, view->rank, "sendbuf");
  return error ? error : collective_do(c, view, kind, form);
}

COLLECTIVE(Allgather, Iallgather, Allgather_init, allgather,
           (sendbuf, sendcount, sendtype,
            (struct root_side){recvbuf, recvcount, ints(NULL), ints(NULL),
                               recvtype, &names_recv},
            comm, COLL_ALLGATHER),
           const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
           void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
           MPI_Comm comm)

COLLECTIVE(Allgatherv, Iallgatherv, Allgatherv_init, allgather,
           (sendbuf, sendcount, sendtype,
            (struct root_side){recvbuf, 0, ints(recvcounts), ints(displs),
                               recvtype, &names_displs[1]},
            comm, COLL_ALLGATHERV),
           const void *sendbuf, int sendcount, MPI_Datatype sendtype,
           void *recvbuf, const int recvcounts[], const int displs[],
           MPI_Datatype recvtype, MPI_Comm comm)

COLLECTIVE(Allgatherv_c, Iallgatherv_c, Allgatherv_init_c, allgather,
           (sendbuf, sendcount, sendtype,
            (struct root_side){recvbuf, 0, wides(recvcounts), wides(displs),
                               recvtype, &names_displs[1]},
            comm, COLL_ALLGATHERV),
           const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
           void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
           MPI_Datatype recvtype, MPI_Comm comm)

/* --- all to all --- */

static int alltoall(const void *sendbuf, MPI_Count sendcount,
                    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                    MPI_Datatype recvtype, MPI_Comm comm,
                    const struct form *form)
{
  struct comm_view *view;
  struct coll *c = collective_draft(sendbuf == MPI_IN_PLACE);
  int error = comm_of(comm, &view);
  if (!error) error = check_in_place(view, sendbuf);
  int ranks = error ? 0 : partners(view);
  if (!error)
    error = blocks_uniform(&c->recv, recvbuf, recvcount, ranks, recvtype,
                           &names_recv);
  if (!error && !c->in_place)
    error = blocks_uniform(&c->send, sendbuf, sendcount, ranks, sendtype,
                           &names_send);
  if (!error && !c->in_place)
    error = check_sides(&c->send, ranks, &c->recv, ranks,
                        view->comm->remote ? NULL : "sendbuf");
  return error ? error : collective_do(c, view, COLL_ALLTOALL, form);
}

COLLECTIVE(Alltoall, Ialltoall, Alltoall_init, alltoall,
           (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
           const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
           void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
           MPI_Comm comm)

/* One buffer may hold both sides, but not in the same place. */
static int check_own_blocks(const struct coll *c, const struct comm_view *view)
{
  int rank = view->rank;
  if (view->comm->remote) return 0;
  return check_own(&c->send, rank, &c->recv, rank, "sendbuf");
}

static int alltoallv(const void *sendbuf, struct list sendcounts,
                     struct list sdispls, MPI_Datatype sendtype, void *recvbuf,
                     struct list recvcounts, struct list rdispls,
                     MPI_Datatype recvtype, MPI_Comm comm,
                     const struct form *form)
{
  struct comm_view *view;
  struct coll *c = collective_draft(sendbuf == MPI_IN_PLACE);
  int error = comm_of(comm, &view);
  if (!error) error = check_in_place(view, sendbuf);
  if (!error)
    error = blocks_listed(&c->recv, recvbuf, recvcounts, rdispls, recvtype,
                          partners(view), &names_recvs);
  if (!error) error = check_apart(&c->recv, partners(view), "6.8");
  if (!error && !c->in_place)
    error = blocks_listed(&c->send, sendbuf, sendcounts, sdispls, sendtype,
                          partners(view), &names_sends);
  if (!error && !c->in_place) error = check_own_blocks(c, view);
  return error ? error : collective_do(c, view, COLL_ALLTOALLV, form);
}

COLLECTIVE(Alltoallv, Ialltoallv, Alltoallv_init, alltoallv,
           (sendbuf, ints(sendcounts), ints(sdispls), sendtype, recvbuf,
            ints(recvcounts), ints(rdispls), recvtype, comm),
           const void *sendbuf, const int sendcounts[], const int sdispls[],
           MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
           const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)

COLLECTIVE(Alltoallv_c, Ialltoallv_c, Alltoallv_init_c, alltoallv,
           (sendbuf, wides(sendcounts), wides(sdispls), sendtype, recvbuf,
            wides(recvcounts), wides(rdispls), recvtype, comm),
           const void *sendbuf, const MPI_Count sendcounts[],
           const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
           const MPI_Count recvcounts[], const MPI_Aint rdispls[],
           MPI_Datatype recvtype, MPI_Comm comm)

static int alltoallw(const void *sendbuf, struct list sendcounts,
                     struct list sdispls, const MPI_Datatype sendtypes[],
                     void *recvbuf, struct list recvcounts, struct list rdispls,
                     const MPI_Datatype recvtypes[], MPI_Comm comm,
                     const struct form *form)
{
  struct comm_view *view;
  struct coll *c = collective_draft(sendbuf == MPI_IN_PLACE);
  int error = comm_of(comm, &view);
  if (!error) error = check_in_place(view, sendbuf);
  if (!error)
    error = blocks_typed(&c->recv, recvbuf, recvcounts, rdispls, recvtypes,
                         partners(view), &names_wrecvs);
  if (!error) error = check_apart(&c->recv, partners(view), "6.8");
  if (!error && !c->in_place)
    error = blocks_typed(&c->send, sendbuf, sendcounts, sdispls, sendtypes,
                         partners(view), &names_wsends);
  if (!error && !c->in_place) error = check_own_blocks(c, view);
  if (!error) return collective_do(c, view, COLL_ALLTOALLW, form);
  free(c->send.types);
  free(c->recv.types);
  return error;
}

COLLECTIVE(Alltoallw, Ialltoallw, Alltoallw_init, alltoallw,
           (sendbuf, ints(sendcounts), ints(sdispls), sendtypes, recvbuf,
            ints(recvcounts), ints(rdispls), recvtypes, comm),
           const void *sendbuf, const int sendcounts[], const int sdispls[],
           const MPI_Datatype sendtypes[], void *recvbuf,
           const int recvcounts[], const int rdispls[],
           const MPI_Datatype recvtypes[], MPI_Comm comm)

COLLECTIVE(Alltoallw_c, Ialltoallw_c, Alltoallw_init_c, alltoallw,
           (sendbuf, wides(sendcounts), wides(sdispls), sendtypes, recvbuf,
            wides(recvcounts), wides(rdispls), recvtypes, comm),
           const void *sendbuf, const MPI_Count sendcounts[],
           const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
           void *recvbuf, const MPI_Count recvcounts[],
           const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
           MPI_Comm comm)
