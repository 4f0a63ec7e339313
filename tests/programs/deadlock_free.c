/* One rank has a fence, and a Put after it, more than the others: they are in
 * MPI_Win_free, which no fence meets.
 *
 * run: np=3 exit=122
 * stderr: oriel: deadlock at 0.000016365 s: 3 of 3 ranks wait, and nothing can happen any more
 * stderr:   rank 0 at deadlock_free.c:29: MPI_Win_fence waits for rank 1 of window "halo" to take part in MPI_Win_fence
 * stderr:   ranks 1-2 at deadlock_free.c:32: MPI_Win_free waits for rank 0 of window "halo" to take part in MPI_Win_free
 * stderr:   cycle: rank 0 -> rank 1 -> rank 0
 * run: np=3 exit=122 options="--coll=model"
 * stderr: oriel: deadlock at 0.000014505 s: 3 of 3 ranks wait, and nothing can happen any more
 * stderr:   rank 0 at deadlock_free.c:29: MPI_Win_fence waits for rank 1 of window "halo" to take part in MPI_Win_fence
 * stderr:   ranks 1-2 at deadlock_free.c:32: MPI_Win_free waits for rank 0 of window "halo" to take part in MPI_Win_free
 * stderr:   cycle: rank 0 -> rank 1 -> rank 0
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, *memory, value = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "halo");
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
