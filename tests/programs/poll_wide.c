/* A loop without calls looks over many flags in each round, until the last one
 * is set: it is known to wait, though a round takes some thousand instructions.
 *
 * run: np=2 args=5000 limit=10
 * stdout: 5000 flags
 * mpich: no
 *   It sets the flag when a call of the other side makes progress.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int *flags, rank, one = 1, found = 0, n = argc > 1 ? atoi(argv[1]) : 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(n * sizeof *flags, sizeof *flags, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &flags, &win);
  volatile int *flag = flags;
  for (int i = 0; i < n; i++)
    flag[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 1)
    MPI_Accumulate(&one, 1, MPI_INT, 0, n - 1, 1, MPI_INT, MPI_REPLACE, win);
  while (rank == 0 && !found)
    for (int i = 0; i < n; i++)
      found += flag[i];
  if (rank == 0) printf("%d flags\n", n);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
