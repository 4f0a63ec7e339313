/* A loop counts on while puts read its variable.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `i` of main() of rank 0, 4 bytes (8 times)
 * report:   MPI_Put     by rank 0 at origin_counter_bad.c:21 (epoch: lock_all, opened at origin_counter_bad.c:19), not yet complete
 * report:   store       by rank 0 at origin_counter_bad.c:20, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at origin_counter_bad.c:23 comes too late; move the store after it, or flush first. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, i;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (i = 0; i < 4; i++) {
    MPI_Put(&i, 1, MPI_INT, 1 - rank, i, 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
