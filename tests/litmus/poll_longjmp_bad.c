/* A poll is left by longjmp; what it waits for is not complete at the target.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [4, 8)
 * report:   MPI_Put     by rank 1 at poll_longjmp_bad.c:41 (epoch: lock_all, opened at poll_longjmp_bad.c:35), complete only for those who know of it
 * report:   MPI_Get     by rank 0 at poll_longjmp_bad.c:38 (epoch: lock_all, opened at poll_longjmp_bad.c:35)
 * report:   Nothing orders them. MPI_Win_flush at poll_longjmp_bad.c:44 completes the MPI_Put, but nothing lets rank 0 know before its MPI_Get. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <setjmp.h>

static int rank;
static jmp_buf out;

static void poll(MPI_Win win, int *seen)
{
  for (;;) {
    MPI_Fetch_and_op(NULL, seen, MPI_INT, 1, 0, MPI_NO_OP, win);
    MPI_Win_flush(1, win);
    if (*seen) longjmp(out, 1);
  }
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  int *box, one = 1, seen, data = 42, got = 0;
  MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                   &box, &win);
  box[0] = box[1] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    if (setjmp(out) == 0) poll(win, &seen);
    MPI_Get(&got, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
  } else {
    MPI_Put(&data, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_flush_local(1, win);
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
