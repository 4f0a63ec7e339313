/* Collectives between two groups of which both describe the same data, some by
 * other types of the same basic ones.
 *
 * run: np=5 options="--check"
 */
#include <mpi.h>

static MPI_Comm inter;
static int low, rank, far;
static MPI_Datatype pair;

static void rooted(void)
{
  int data[12] = {0}, all[12] = {0}, counts[3] = {2, 2, 2}, at[3] = {0, 2, 4};
  int root = low ? rank == 1 ? MPI_ROOT : MPI_PROC_NULL : 1;
  if (low) {
    MPI_Bcast(data, 2, MPI_INT, root, inter);
    MPI_Gather(NULL, 0, MPI_INT, all, 2, MPI_INT, root, inter);
    MPI_Gatherv(NULL, 0, MPI_INT, all, counts, at, MPI_INT, root, inter);
    MPI_Scatter(data, 1, pair, NULL, 0, MPI_INT, root, inter);
    MPI_Scatterv(data, counts, at, MPI_INT, NULL, 0, pair, root, inter);
    MPI_Reduce(NULL, all, 2, MPI_INT, MPI_SUM, root, inter);
  } else {
    MPI_Bcast(data, 1, pair, root, inter);
    MPI_Gather(data, 1, pair, NULL, 0, MPI_INT, root, inter);
    MPI_Gatherv(data, 1, pair, NULL, NULL, NULL, MPI_INT, root, inter);
    MPI_Scatter(NULL, 0, MPI_INT, all, 2, MPI_INT, root, inter);
    MPI_Scatterv(NULL, NULL, NULL, pair, all, 1, pair, root, inter);
    MPI_Reduce(data, NULL, 2, MPI_INT, MPI_SUM, root, inter);
  }
}

/* The blocks of one group hold one element, those of the other two; or none. */
static void to_all(int mine, int theirs)
{
  int data[12] = {0}, all[12] = {0};
  int counts[3], at[3], sent[3], of[3];
  MPI_Datatype types[3];
  for (int i = 0; i < 3; i++) {
    counts[i] = theirs;
    sent[i] = mine;
    at[i] = theirs * i;
    of[i] = mine * i;
    types[i] = MPI_INT;
  }
  MPI_Allgather(data, mine, MPI_INT, all, theirs, MPI_INT, inter);
  MPI_Allgatherv(data, mine, MPI_INT, all, counts, at, MPI_INT, inter);
  MPI_Alltoall(data, mine, MPI_INT, all, theirs, MPI_INT, inter);
  MPI_Alltoallv(data, sent, of, MPI_INT, all, counts, at, MPI_INT, inter);
  for (int i = 0; i < 3; i++) {
    at[i] *= 4;
    of[i] *= 4;
  }
  MPI_Alltoallw(data, sent, of, types, all, counts, at, types, inter);
}

int main(int argc, char **argv)
{
  int world, data[12] = {0}, all[12] = {0}, counts[3] = {2, 2, 2};
  MPI_Comm group, both;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &world);
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  low = world < 2;
  MPI_Comm_split(MPI_COMM_WORLD, low, 0, &group);
  MPI_Comm_rank(group, &rank);
  MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, low ? 2 : 0, 0, &inter);
  MPI_Comm_remote_size(inter, &far);
  rooted();
  to_all(low ? 1 : 2, low ? 2 : 1);
  to_all(!low, low);
  MPI_Allreduce(data, all, 2, MPI_INT, MPI_SUM, inter);
  if (low) counts[0] = counts[1] = 3;
  MPI_Reduce_scatter(data, all, counts, MPI_INT, MPI_SUM, inter);
  MPI_Reduce_scatter_block(data, all, far, MPI_INT, MPI_SUM, inter);
  MPI_Barrier(inter);
  MPI_Intercomm_merge(inter, low, &both);
  MPI_Comm_free(&both);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&group);
  MPI_Type_free(&pair);
  MPI_Finalize();
}
