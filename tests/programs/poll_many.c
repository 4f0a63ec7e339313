/* A rank looks over the flags of all others in a loop without calls, and each
 * sets its own at another date: every time that the loop is met again, it is
 * known to wait at once. Under --check its loads are calls, too.
 *
 * build: --check
 * run: np=200 limit=10
 * stdout: the last of 200 came in time
 * run: np=200 limit=10 options="--check"
 * stdout: the last of 200 came in time
 * report: oriel: portability in the window of rank 0, bytes [64, 68) (199 times)
 * report:   load           by rank 0 at poll_many.c:26, missing()
 * report:   MPI_Accumulate by rank 1 at poll_many.c:46 (epoch: lock_all, opened at poll_many.c:42)
 * report:   Polling by loads needs the unified memory model. Fetch the value by MPI_Fetch_and_op with MPI_NO_OP. [MPI-4.1 12.4]
 * mpich: no (built for the checker)
 */
#include <mpi.h>
#include <oriel.h>
#include <stdio.h>

enum { APART = 16 /* ints from one flag to the next: a cache line */ };

static int missing(volatile int *flags, int n)
{
  int left = 0;
  for (int i = 1; i < n; i++)
    left += !flags[i * APART];
  return left;
}

int main(int argc, char **argv)
{
  int *flags, rank, size, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(rank ? 0 : size * APART * (int)sizeof *flags, sizeof *flags,
                   MPI_INFO_NULL, MPI_COMM_WORLD, &flags, &win);
  for (int i = 0; rank == 0 && i < size; i++)
    flags[i * APART] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  double begin = MPI_Wtime();
  if (rank > 0) {
    oriel_compute(1e-5 * rank);
    MPI_Accumulate(&one, 1, MPI_INT, 0, rank * APART, 1, MPI_INT, MPI_REPLACE,
                   win);
    MPI_Win_flush(0, win);
  } else {
    while (missing(flags, size))
      ;
    double passed = MPI_Wtime() - begin;
    if (passed > 1e-5 * (size - 1) && passed < 1e-5 * (size + 1))
      printf("the last of %d came in time\n", size);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
