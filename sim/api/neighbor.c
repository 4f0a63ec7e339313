/* The neighborhood collectives. [MPI-4.1 8.6 - 8.8] */
#include "collective.h"

#include "../../model/topology/topology.h"

#include <api.h>
#include <stdlib.h>

/* A communicator with a topology, and how many neighbors self has there. */
struct place {
  struct comm_view *view;
  int in, out;
};

static int place_of(MPI_Comm comm, struct place *p)
{
  int error = comm_of(comm, &p->view);
  if (error) return error;
  const struct topology *t = p->view->comm->topology;
  if (!t)
    return fault(MPI_ERR_TOPOLOGY,
                 ": the communicator has no topology [MPI-4.1 8.6]");
  p->in = topology_indegree(t, p->view->rank);
  p->out = topology_outdegree(t, p->view->rank);
  return 0;
}

/* A side of `n` uniform blocks; without neighbors its arguments mean nothing,
 * but must be right. */
static int uniform(struct blocks *b, const void *base, MPI_Count count,
                   MPI_Datatype type, int n, const struct argument_names *names)
{
  int error = blocks_uniform(b, n ? base : NULL, n ? count : 0, n, type, names);
  if (!error) error = check_count(count, names->count);
  b->base = (char *)base;
  return error;
}

/* --- allgather --- */

/* An allgather or all to all, whose blocks are all of one size. */
static int exchange(const void *sendbuf, MPI_Count sendcount,
                    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                    MPI_Datatype recvtype, MPI_Comm comm, enum collective kind,
                    const struct form *form)
{
  struct place p;
  struct coll *c = collective_draft(false);
  int error = place_of(comm, &p);
  int sent = kind == COLL_NEIGHBOR_ALLGATHER && p.out ? 1 : p.out;
  if (!error)
    error = uniform(&c->send, sendbuf, sendcount, sendtype, sent, &names_send);
  if (!error)
    error = uniform(&c->recv, recvbuf, recvcount, recvtype, p.in, &names_recv);
  if (!error) error = check_sides(&c->send, sent, &c->recv, p.in, NULL);
  return error ? error : collective_do(c, p.view, kind, form);
}

COLLECTIVE(Neighbor_allgather, Ineighbor_allgather, Neighbor_allgather_init,
           exchange,
           (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
            COLL_NEIGHBOR_ALLGATHER),
           const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
           void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
           MPI_Comm comm)

static const struct argument_names gathered = {"recvbuf", "recvcounts",
                                               "recvtype", .displs = "displs"};

static int allgatherv(const void *sendbuf, MPI_Count sendcount,
                      MPI_Datatype sendtype, void *recvbuf,
                      struct list recvcounts, struct list displs,
                      MPI_Datatype recvtype, MPI_Comm comm,
                      const struct form *form)
{
  struct place p;
  struct coll *c = collective_draft(false);
  int error = place_of(comm, &p);
  if (!error)
    error = uniform(&c->send, sendbuf, sendcount, sendtype, p.out, &names_send);
  if (!error)
    error = blocks_listed(&c->recv, recvbuf, recvcounts, displs, recvtype, p.in,
                          &gathered);
  return error ? error
               : collective_do(c, p.view, COLL_NEIGHBOR_ALLGATHERV, form);
}

COLLECTIVE(Neighbor_allgatherv, Ineighbor_allgatherv, Neighbor_allgatherv_init,
           allgatherv,
           (sendbuf, sendcount, sendtype, recvbuf, ints(recvcounts),
            ints(displs), recvtype, comm),
           const void *sendbuf, int sendcount, MPI_Datatype sendtype,
           void *recvbuf, const int recvcounts[], const int displs[],
           MPI_Datatype recvtype, MPI_Comm comm)

COLLECTIVE(Neighbor_allgatherv_c, Ineighbor_allgatherv_c,
           Neighbor_allgatherv_init_c, allgatherv,
           (sendbuf, sendcount, sendtype, recvbuf, wides(recvcounts),
            wides(displs), recvtype, comm),
           const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
           void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
           MPI_Datatype recvtype, MPI_Comm comm)

/* --- all to all --- */

COLLECTIVE(Neighbor_alltoall, Ineighbor_alltoall, Neighbor_alltoall_init,
           exchange,
           (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
            COLL_NEIGHBOR_ALLTOALL),
           const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
           void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
           MPI_Comm comm)

static int alltoallv(const void *sendbuf, struct list sendcounts,
                     struct list sdispls, MPI_Datatype sendtype, void *recvbuf,
                     struct list recvcounts, struct list rdispls,
                     MPI_Datatype recvtype, MPI_Comm comm,
                     const struct form *form)
{
  struct place p;
  struct coll *c = collective_draft(false);
  int error = place_of(comm, &p);
  if (!error)
    error = blocks_listed(&c->send, sendbuf, sendcounts, sdispls, sendtype,
                          p.out, &names_sends);
  if (!error)
    error = blocks_listed(&c->recv, recvbuf, recvcounts, rdispls, recvtype,
                          p.in, &names_recvs);
  return error ? error
               : collective_do(c, p.view, COLL_NEIGHBOR_ALLTOALLV, form);
}

COLLECTIVE(Neighbor_alltoallv, Ineighbor_alltoallv, Neighbor_alltoallv_init,
           alltoallv,
           (sendbuf, ints(sendcounts), ints(sdispls), sendtype, recvbuf,
            ints(recvcounts), ints(rdispls), recvtype, comm),
           const void *sendbuf, const int sendcounts[], const int sdispls[],
           MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
           const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)

COLLECTIVE(Neighbor_alltoallv_c, Ineighbor_alltoallv_c,
           Neighbor_alltoallv_init_c, alltoallv,
           (sendbuf, wides(sendcounts), wides(sdispls), sendtype, recvbuf,
            wides(recvcounts), wides(rdispls), recvtype, comm),
           const void *sendbuf, const MPI_Count sendcounts[],
           const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
           const MPI_Count recvcounts[], const MPI_Aint rdispls[],
           MPI_Datatype recvtype, MPI_Comm comm)

static int alltoallw(const void *sendbuf, struct list sendcounts,
                     const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                     void *recvbuf, struct list recvcounts,
                     const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                     MPI_Comm comm, const struct form *form)
{
  struct place p;
  struct coll *c = collective_draft(false);
  int error = place_of(comm, &p);
  if (!error)
    error = blocks_typed(&c->send, sendbuf, sendcounts, wides(sdispls),
                         sendtypes, p.out, &names_wsends);
  if (!error)
    error = blocks_typed(&c->recv, recvbuf, recvcounts, wides(rdispls),
                         recvtypes, p.in, &names_wrecvs);
  if (!error) return collective_do(c, p.view, COLL_NEIGHBOR_ALLTOALLW, form);
  free(c->send.types);
  free(c->recv.types);
  return error;
}

COLLECTIVE(Neighbor_alltoallw, Ineighbor_alltoallw, Neighbor_alltoallw_init,
           alltoallw,
           (sendbuf, ints(sendcounts), sdispls, sendtypes, recvbuf,
            ints(recvcounts), rdispls, recvtypes, comm),
           const void *sendbuf, const int sendcounts[],
           const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
           void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
           const MPI_Datatype recvtypes[], MPI_Comm comm)

COLLECTIVE(Neighbor_alltoallw_c, Ineighbor_alltoallw_c,
           Neighbor_alltoallw_init_c, alltoallw,
           (sendbuf, wides(sendcounts), sdispls, sendtypes, recvbuf,
            wides(recvcounts), rdispls, recvtypes, comm),
           const void *sendbuf, const MPI_Count sendcounts[],
           const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
           void *recvbuf, const MPI_Count recvcounts[],
           const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
           MPI_Comm comm)
