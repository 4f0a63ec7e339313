/* A deadlock in a persistent collective names the member that has not started
 * it, though it has made it: not one that waits as well.
 *
 * run: np=6 args="0" exit=122
 * run: np=6 args="0" exit=122 options="--coll=model"
 * run: np=6 args="2" exit=122
 * stderr: ranks 0-2, 4-5 at deadlock_persistent.c:42: MPI_Wait waits for rank 3 of MPI_COMM_WORLD to take part in MPI_Barrier_init (MPI_Start at deadlock_persistent.c:41)
 * stderr: rank 3 at deadlock_persistent.c:44: MPI_Finalize waits for rank 0 of MPI_COMM_WORLD to take part in MPI_Finalize
 * stderr: cycle: rank 0 -> rank 3 -> rank 0
 * run: np=6 args="1 root" exit=122
 * stderr: ranks 0-2, 4-5 at deadlock_persistent.c:42: MPI_Wait waits for rank 3 of MPI_COMM_WORLD to take part in MPI_Bcast_init (MPI_Start at deadlock_persistent.c:41)
 */
#include <mpi.h>
#include <stdlib.h>

/* Rank 3 has a turn less; the root is done before others have made it. */
static int turns(int rank, int n)
{
  return rank == 3 ? n : n + 1;
}

static void make(int rank, int by_root, int *x, MPI_Request *r)
{
  if (!by_root) {
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, r);
    return;
  }
  if (rank == 4) MPI_Recv(x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, NULL);
  MPI_Bcast_init(x, 1, MPI_INT, 3, MPI_COMM_WORLD, MPI_INFO_NULL, r);
  if (rank == 0) MPI_Send(x, 1, MPI_INT, 4, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
  int rank, x = 0;
  MPI_Request r;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  make(rank, argc > 2, &x, &r);
  for (int i = turns(rank, atoi(argv[1])); i > 0; i--) {
    MPI_Start(&r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
