/* The neighborhood collectives. [MPI-4.1 8.6 - 8.8] */
#include "collective.h"

#include "../../model/memory.h"
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

/* Without neighbors the arguments of blocks that are all alike mean nothing,
 * but must be right. */
static int take_side(struct blocks *b, const struct side *s, int n)
{
  if (n > 0 || s->kind != SIDE_ALIKE) return blocks_of_side(b, s, n);
  int error = blocks_uniform(b, NULL, 0, 0, s->type, s->names);
  if (!error) error = check_count(s->count, s->names->count);
  b->base = (char *)s->buffer;
  return error;
}

/* Of a grid beyond whose ends there is nobody: who sends blocks is who receives
 * some. The memory is the caller's; NULL: there are all. */
static int *peers_of(const struct place *p)
{
  const struct topology *t = p->view->comm->topology;
  if (t->kind != MPI_CART) return NULL;
  int *peers = xmalloc(((size_t)p->in + 1) * sizeof *peers);
  bool all = true;
  for (int i = 0; i < p->in; i++) {
    peers[i] = topology_source(t, p->view->rank, i);
    if (peers[i] == MPI_PROC_NULL) all = false;
  }
  if (!all) return peers;
  free(peers);
  return NULL;
}

static int check_sides(struct coll *c, const struct place *p, int out)
{
  int *peers = peers_of(p);
  if (out == p->out) c->send.peers = peers;
  c->recv.peers = peers;
  int error = check_received(&c->recv, p->in, "neighbors", "8.6");
  if (!error && sides_meet(&c->send, out, &c->recv, p->in))
    error = fault_overlap();
  c->send.peers = c->recv.peers = NULL;
  free(peers);
  return error;
}

static int exchange(const struct side *from, const struct side *to,
                    MPI_Comm comm, enum collective kind,
                    const struct form *form)
{
  struct place p = {0};
  struct coll *c = collective_draft(false);
  int error = place_of(comm, &p);
  bool one =
      kind == COLL_NEIGHBOR_ALLGATHER || kind == COLL_NEIGHBOR_ALLGATHERV;
  int out = one && p.out ? 1 : p.out;
  if (!error) error = take_side(&c->send, from, out);
  if (!error) error = take_side(&c->recv, to, p.in);
  if (!error) error = check_sides(c, &p, out);
  if (!error) return collective_do(c, p.view, kind, form);
  free(c->send.types);
  free(c->recv.types);
  return error;
}

COLLECTIVE(Neighbor_allgather, Ineighbor_allgather, Neighbor_allgather_init,
           exchange,
           (ALIKE(names_send, sendbuf, sendcount, sendtype),
            ALIKE(names_recv, recvbuf, recvcount, recvtype), comm,
            COLL_NEIGHBOR_ALLGATHER),
           const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
           void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
           MPI_Comm comm)

COLLECTIVE(Neighbor_allgatherv, Ineighbor_allgatherv, Neighbor_allgatherv_init,
           exchange,
           (ALIKE(names_send, sendbuf, sendcount, sendtype),
            LISTED(names_gathered, recvbuf, ints(recvcounts), ints(displs),
                   recvtype),
            comm, COLL_NEIGHBOR_ALLGATHERV),
           const void *sendbuf, int sendcount, MPI_Datatype sendtype,
           void *recvbuf, const int recvcounts[], const int displs[],
           MPI_Datatype recvtype, MPI_Comm comm)

COLLECTIVE(Neighbor_allgatherv_c, Ineighbor_allgatherv_c,
           Neighbor_allgatherv_init_c, exchange,
           (ALIKE(names_send, sendbuf, sendcount, sendtype),
            LISTED(names_gathered, recvbuf, wides(recvcounts), wides(displs),
                   recvtype),
            comm, COLL_NEIGHBOR_ALLGATHERV),
           const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
           void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
           MPI_Datatype recvtype, MPI_Comm comm)

/* --- all to all --- */

COLLECTIVE(Neighbor_alltoall, Ineighbor_alltoall, Neighbor_alltoall_init,
           exchange,
           (ALIKE(names_send, sendbuf, sendcount, sendtype),
            ALIKE(names_recv, recvbuf, recvcount, recvtype), comm,
            COLL_NEIGHBOR_ALLTOALL),
           const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
           void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
           MPI_Comm comm)

COLLECTIVE(
    Neighbor_alltoallv, Ineighbor_alltoallv, Neighbor_alltoallv_init, exchange,
    (LISTED(names_sends, sendbuf, ints(sendcounts), ints(sdispls), sendtype),
     LISTED(names_recvs, recvbuf, ints(recvcounts), ints(rdispls), recvtype),
     comm, COLL_NEIGHBOR_ALLTOALLV),
    const void *sendbuf, const int sendcounts[], const int sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
    const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)

COLLECTIVE(
    Neighbor_alltoallv_c, Ineighbor_alltoallv_c, Neighbor_alltoallv_init_c,
    exchange,
    (LISTED(names_sends, sendbuf, wides(sendcounts), wides(sdispls), sendtype),
     LISTED(names_recvs, recvbuf, wides(recvcounts), wides(rdispls), recvtype),
     comm, COLL_NEIGHBOR_ALLTOALLV),
    const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
    const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm)

COLLECTIVE(
    Neighbor_alltoallw, Ineighbor_alltoallw, Neighbor_alltoallw_init, exchange,
    (TYPED(names_wsends, sendbuf, ints(sendcounts), wides(sdispls), sendtypes),
     TYPED(names_wrecvs, recvbuf, ints(recvcounts), wides(rdispls), recvtypes),
     comm, COLL_NEIGHBOR_ALLTOALLW),
    const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
    const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)

COLLECTIVE(
    Neighbor_alltoallw_c, Ineighbor_alltoallw_c, Neighbor_alltoallw_init_c,
    exchange,
    (TYPED(names_wsends, sendbuf, wides(sendcounts), wides(sdispls), sendtypes),
     TYPED(names_wrecvs, recvbuf, wides(recvcounts), wides(rdispls), recvtypes),
     comm, COLL_NEIGHBOR_ALLTOALLW),
    const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[],
    const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)
