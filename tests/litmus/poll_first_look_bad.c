/* A loop waits for the next count, and now and then finds it at once, while the
 * one behind that is under way: it polls all the same.
 *
 * build: --check
 * run: np=2 options="--check=strict" exit=121
 * report: oriel: portability in the window of rank 0, bytes [0, 8) (3 times)
 * report:   MPI_Fetch_and_op by rank 1 at poll_first_look_bad.c:30 (epoch: lock_all, opened at poll_first_look_bad.c:25), complete only for those who know of it
 * report:   load             by rank 0 at poll_first_look_bad.c:32, main()
 * report:   Only the value that it finds can order the load, which needs the unified memory model. Fetch it by MPI_Fetch_and_op with MPI_NO_OP, or let a barrier or message come between. [MPI-4.1 12.4]
 */
#include <mpi.h>
#include <oriel.h>

int main(int argc, char **argv)
{
  int rank, size;
  long *count, one = 1, old;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(16, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &count, &win);
  count[0] = count[1] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  for (int round = 1; round <= 3; round++)
    for (int k = 0; 1 << k < size; k++) {
      int to = (rank + (1 << k)) % size;
      oriel_compute((rank * 7 + round * 5) % 4 * 2e-6);
      MPI_Fetch_and_op(&one, &old, MPI_LONG, to, k, MPI_SUM, win);
      MPI_Win_flush(to, win);
      while (((volatile long *)count)[k] < round)
        MPI_Win_sync(win);
    }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
