/* Calls that are not alike: an operator of MPI's and one that a rank has
 * created; blocks of several counts, of which one is of another type. Where
 * functions or roots differ nothing is said of blocks.
 *
 * build: --check
 * run: np=2 options="--check" args=op exit=121
 * report: oriel: different operators in collective calls on MPI_COMM_WORLD
 * report:   MPI_Allreduce by rank 0 at collective_alike_bad.c:54 (user-defined operator)
 * report:   MPI_Allreduce by rank 1 at collective_alike_bad.c:54 (MPI_SUM)
 * report:   All ranks must name the same operator. [MPI-4.1 6.1]
 * run: np=2 options="--check" args=counts exit=121
 * report: oriel: different types in the block from rank 0 to rank 1 on MPI_COMM_WORLD (2 times)
 * report:   MPI_Alltoallv by rank 0 at collective_alike_bad.c:58 (2 MPI_INT)
 * report:   MPI_Alltoallv by rank 1 at collective_alike_bad.c:58 (2 MPI_FLOAT)
 * report:   Both must name the same basic types, as many of each. [MPI-4.1 6.1]
 * run: np=2 options="--check" args=roots exit=122
 * report: oriel: deadlock at 0.000000000 s: 2 of 2 ranks wait, and nothing can happen any more
 * report:   rank 0 at collective_alike_bad.c:62: MPI_Gatherv waits for rank 1 of MPI_COMM_WORLD to do its part of MPI_Gatherv
 * report:   rank 1 at collective_alike_bad.c:62: MPI_Gatherv waits for rank 0 of MPI_COMM_WORLD to do its part of MPI_Gatherv
 * report:   cycle: rank 0 -> rank 1 -> rank 0
 * report: oriel: different roots in collective calls on MPI_COMM_WORLD
 * report:   MPI_Gatherv by rank 0 at collective_alike_bad.c:62 (root 0)
 * report:   MPI_Gatherv by rank 1 at collective_alike_bad.c:62 (root 1)
 * report:   All ranks must name the same root. [MPI-4.1 6.1]
 * run: np=2 options="--check" args=functions exit=122
 * report: oriel: deadlock at 0.000001481 s: 2 of 2 ranks wait, and nothing can happen any more
 * report:   rank 0 at collective_alike_bad.c:65: MPI_Gatherv waits for rank 1 of MPI_COMM_WORLD to take part in MPI_Gatherv
 * report:   rank 1 at collective_alike_bad.c:67: MPI_Alltoallv waits for rank 0 of MPI_COMM_WORLD to take part in MPI_Alltoallv
 * report:   cycle: rank 0 -> rank 1 -> rank 0
 * report: oriel: different functions in collective calls on MPI_COMM_WORLD
 * report:   MPI_Gatherv   by rank 0 at collective_alike_bad.c:65
 * report:   MPI_Alltoallv by rank 1 at collective_alike_bad.c:67
 * report:   All ranks must make the same calls in the same order. [MPI-4.1 6.1]
 */
#include <mpi.h>
#include <string.h>

static void add(void *in, void *to, int *count, MPI_Datatype *type)
{
  for (int i = 0; i < *count; i++)
    ((int *)to)[i] += ((int *)in)[i];
  (void)type;
}

int main(int argc, char **argv)
{
  int rank, one = 1, two = 0, sent[3] = {1, 2, 3}, got[4];
  int counts[2] = {1, 2}, ones[2] = {1, 1}, twos[2] = {2, 2}, from[2] = {0, 1};
  MPI_Op op;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (strcmp(argv[1], "op") == 0) {
    MPI_Op_create(add, 1, &op);
    MPI_Allreduce(&one, &two, 1, MPI_INT, rank == 0 ? op : MPI_SUM,
                  MPI_COMM_WORLD);
    MPI_Op_free(&op);
  } else if (strcmp(argv[1], "counts") == 0) {
    MPI_Alltoallv(sent, counts, from, MPI_INT, got, rank == 0 ? ones : twos,
                  (int[]){0, 2}, rank == 0 ? MPI_INT : MPI_FLOAT,
                  MPI_COMM_WORLD);
  } else if (strcmp(argv[1], "roots") == 0) {
    MPI_Gatherv(sent, 1, MPI_INT, got, ones, from, MPI_INT, rank,
                MPI_COMM_WORLD);
  } else if (rank == 0) {
    MPI_Gatherv(sent, 1, MPI_INT, got, ones, from, MPI_INT, 0, MPI_COMM_WORLD);
  } else {
    MPI_Alltoallv(sent, ones, from, MPI_INT, got, ones, from, MPI_INT,
                  MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
