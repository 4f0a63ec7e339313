/* Collectives whose buffers begin at one address, where the types share no
 * byte: even columns are sent, odd ones received. Types that do share one are
 * refused, and so is a root that gives no array at all.
 *
 * run: np=1
 * stdout: ok
 * run: np=3
 * stdout: ok
 * mpich: no, it looks at where they begin only
 */
#include "check.h"

enum { MOST = 3 };

static int rank, size, a[4 * MOST];
static const int ones[MOST] = {1, 1, 1}, places[MOST] = {0, 1, 2},
                 offsets[MOST] = {0, 16, 32};
static MPI_Datatype even, odd; /* two of four numbers */
static MPI_Comm w = MPI_COMM_WORLD, ring;

static MPI_Datatype columns(int first)
{
  MPI_Datatype pair, all;
  MPI_Aint at[2] = {first * (MPI_Aint)sizeof(int),
                    (first + 2) * (MPI_Aint)sizeof(int)};
  MPI_Type_create_hindexed_block(2, 1, at, MPI_INT, &pair);
  MPI_Type_create_resized(pair, 0, 4 * sizeof(int), &all);
  MPI_Type_free(&pair);
  MPI_Type_commit(&all);
  return all;
}

static void fill(void)
{
  for (int i = 0; i < 4 * size; i++)
    a[i] = i % 2 ? -1 : 100 * rank + i;
}

/* Block i has come from block `sent` of rank `from`. */
static void came(int i, int from, int sent)
{
  SAME(a[4 * i + 1], 100 * from + 4 * sent);
  SAME(a[4 * i + 3], 100 * from + 4 * sent + 2);
}

static void apart(void)
{
  MPI_Datatype sent[MOST], received[MOST];
  fill();
  ACCEPTED(MPI_Alltoall(a, 1, even, a, 1, odd, w));
  for (int i = 0; i < size; i++)
    came(i, i, rank);
  fill();
  ACCEPTED(MPI_Allgather(a, 1, even, a, 1, odd, w));
  for (int i = 0; i < size; i++)
    came(i, i, 0);
  fill();
  ACCEPTED(MPI_Gather(a, 1, even, a, 1, odd, 0, w));
  for (int i = 0; i < size && rank == 0; i++)
    came(i, i, 0);
  fill();
  ACCEPTED(MPI_Scatter(a, 1, even, a, 1, odd, 0, w));
  came(0, 0, rank);
  fill();
  ACCEPTED(MPI_Alltoallv(a, ones, places, even, a, ones, places, odd, w));
  for (int i = 0; i < size; i++)
    came(i, i, rank);
  fill();
  for (int i = 0; i < size; i++) {
    sent[i] = even;
    received[i] = odd;
  }
  ACCEPTED(
      MPI_Alltoallw(a, ones, offsets, sent, a, ones, offsets, received, w));
  for (int i = 0; i < size; i++)
    came(i, i, rank);
}

static void neighbors(void)
{
  if (size < 2) return; /* room for two blocks */
  fill();
  ACCEPTED(MPI_Neighbor_allgather(a, 1, even, a, 1, odd, ring));
  came(0, (rank + size - 1) % size, 0);
  came(1, (rank + 1) % size, 0);
  fill();
  ACCEPTED(MPI_Neighbor_alltoall(a, 1, even, a, 1, odd, ring));
  came(0, (rank + size - 1) % size, 1);
  came(1, (rank + 1) % size, 0);
}

/* All ranks alike, so that none waits. */
static void together(void)
{
  MPI_Datatype types[MOST] = {even, even, even};
  REFUSED(MPI_ERR_BUFFER, MPI_Alltoall(a, 1, even, a, 1, even, w));
  REFUSED(MPI_ERR_BUFFER, MPI_Allgather(a + 4 * rank, 1, even, a, 1, even, w));
  REFUSED(MPI_ERR_BUFFER,
          MPI_Alltoallv(a, ones, places, even, a, ones, places, even, w));
  REFUSED(MPI_ERR_BUFFER,
          MPI_Alltoallw(a, ones, offsets, types, a, ones, offsets, types, w));
  REFUSED(MPI_ERR_BUFFER, MPI_Gather(a, 1, even, a, 1, even, 0, MPI_COMM_SELF));
  REFUSED(MPI_ERR_BUFFER,
          MPI_Scatter(a, 1, even, a, 1, even, 0, MPI_COMM_SELF));
  REFUSED(MPI_ERR_BUFFER, MPI_Neighbor_allgather(a, 1, even, a, 1, even, ring));
  REFUSED(MPI_ERR_BUFFER, MPI_Allreduce(a, a, 4, MPI_INT, MPI_SUM, w));
  REFUSED(MPI_ERR_BUFFER, MPI_Reduce_local(a, a, 4, MPI_INT, MPI_SUM));
  REFUSED(MPI_ERR_BUFFER, MPI_Reduce_local(a, a + 2, 2 + 1, MPI_INT, MPI_SUM));
  ACCEPTED(MPI_Reduce_local(a, a + 2, 2, MPI_INT, MPI_SUM));
  ACCEPTED(MPI_Reduce_local(a, a, 0, MPI_INT, MPI_SUM));
  REFUSED(MPI_ERR_ARG,
          MPI_Gatherv(a, 0, MPI_INT, a, NULL, NULL, MPI_INT, 0, MPI_COMM_SELF));
  REFUSED(MPI_ERR_ARG, MPI_Scatterv(a, NULL, NULL, MPI_INT, a, 0, MPI_INT, 0,
                                    MPI_COMM_SELF));
  REFUSED(MPI_ERR_ARG,
          MPI_Allgatherv(a, 0, MPI_INT, a, NULL, NULL, MPI_INT, MPI_COMM_SELF));
}

/* What one rank sends lies where another's comes in. */
static void elsewhere(void)
{
  REFUSED(MPI_ERR_BUFFER, MPI_Allgather(a, 1, even, a, 1, even, w));
  REFUSED(MPI_ERR_BUFFER, MPI_Allgatherv(a, 1, even, a, ones, places, even, w));
  if (rank == 1) {
    REFUSED(MPI_ERR_BUFFER, MPI_Gather(a, 1, even, a, 1, even, 1, w));
    REFUSED(MPI_ERR_BUFFER,
            MPI_Scatterv(a, ones, places, even, a, 1, even, 1, w));
  }
  ACCEPTED(MPI_Allgatherv(a, 1, even, a, ones, places, odd, w));
  ACCEPTED(MPI_Gather(a, 1, even, a, 1, odd, size - 1, w));
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  rank = world_rank();
  size = world_size();
  even = columns(0);
  odd = columns(1);
  MPI_Cart_create(w, 1, &size, (int[]){1}, 0, &ring);
  MPI_Comm_set_errhandler(w, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(ring, MPI_ERRORS_RETURN);
  apart();
  neighbors();
  together();
  elsewhere();
  MPI_Comm_free(&ring);
  MPI_Type_free(&even);
  MPI_Type_free(&odd);
  int code = report();
  MPI_Finalize();
  return code;
}
