/* A function's last call is told at its own line, though a compiler could make
 * a jump of it.
 *
 * mpich: no
 * (its words are its own)
 * run: np=2 exit=120
 * build: -O2
 * stderr: oriel: rank 0 at errhandler_last_call.c:14: MPI_Win_unlock
 */
#include <mpi.h>

__attribute__((noinline)) static int end_epoch(int target, MPI_Win win)
{
  return MPI_Win_unlock(target, win);
}

int main(int argc, char **argv)
{
  int rank, *mine;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof *mine, sizeof *mine, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &mine, &win);
  if (rank == 0) *mine = end_epoch(1, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
