/* A rank that sends nothing to itself, but expects something.
 *
 * run: np=2 options="--check" exit=120
 * stderr: a block from rank 0 to rank 0 on MPI_COMM_WORLD that rank 0 does not send
 * stderr:   MPI_Alltoallv by rank 0 at collective_own_block_bad.c:19 (1 MPI_INT)
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int a[2] = {1, 2}, b[2], at[2] = {0, 1}, sent[2] = {1, 1};
  int expected[2] = {1, 1}, rank;
  MPI_Comm all = MPI_COMM_WORLD;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(all, &rank);
  /* The twin leaves both sides out. */
  if (rank == 0) sent[0] = 0;

  MPI_Alltoallv(a, sent, at, MPI_INT, b, expected, at, MPI_INT, all);
  MPI_Finalize();
}
