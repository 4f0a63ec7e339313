/* An intercommunicator of the even and the odd ranks of the world, or of its
 * first third and the rest: what the tests of them begin with. */
#ifndef INTERCOMM_H
#define INTERCOMM_H

#include "check.h"

struct pair {
  MPI_Comm local, inter;
  int side, rank, size, remote; /* size, remote: ranks of the two groups */
};

/* `parity`, or by thirds; needs at least two ranks. */
static inline struct pair pair_make(int parity)
{
  struct pair p;
  int me = world_rank(), n = world_size(), third = (n + 2) / 3;
  p.side = parity ? me % 2 : me >= third;
  MPI_Comm_split(MPI_COMM_WORLD, p.side, me, &p.local);
  int leader = p.side ? 0 : (parity ? 1 : third);
  MPI_Intercomm_create(p.local, 0, MPI_COMM_WORLD, leader, 7, &p.inter);
  MPI_Comm_rank(p.inter, &p.rank);
  MPI_Comm_size(p.inter, &p.size);
  MPI_Comm_remote_size(p.inter, &p.remote);
  return p;
}

static inline void pair_free(struct pair *p)
{
  MPI_Comm_free(&p->inter);
  MPI_Comm_free(&p->local);
}

/* The world rank of a rank of one side of that pair. */
static inline int world_of(int parity, int side, int rank)
{
  int third = (world_size() + 2) / 3;
  return parity ? 2 * rank + side : rank + (side ? third : 0);
}

#endif
