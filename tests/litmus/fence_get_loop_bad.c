/* A loop uses what it gets before the fence, a hundred thousand times: that is
 * told at once.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `value` of main() of rank 1, 4 bytes (100000 times)
 * report:   MPI_Get     by rank 1 at fence_get_loop_bad.c:30 (epoch: fence, opened at fence_get_loop_bad.c:27), not yet complete
 * report:   load        by rank 1 at fence_get_loop_bad.c:31, main()
 * report:   Nothing orders them. MPI_Win_fence at fence_get_loop_bad.c:34 comes too late; move the load after it. [MPI-4.1 12.7]
 * report: oriel: conflict in `value` of main() of rank 1, 4 bytes (99999 times)
 * report:   MPI_Get     by rank 1 at fence_get_loop_bad.c:30 (epoch: fence, opened at fence_get_loop_bad.c:27), not yet complete
 * report:   MPI_Get     by rank 1 at fence_get_loop_bad.c:30 (epoch: fence, opened at fence_get_loop_bad.c:27)
 * report:   Nothing orders them. MPI_Win_fence at fence_get_loop_bad.c:34 comes too late; move the later MPI_Get into an epoch after it, or use another buffer. [MPI-4.1 12.7]
 */
#include <mpi.h>

int sum;

int main(int argc, char **argv)
{
  int memory[10] = {0}, value = 0, rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL,
                 MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 1) {
    for (int i = 0; i < 100000; i++) {
      MPI_Get(&value, 1, MPI_INT, 0, i % 10, 1, MPI_INT, win);
      sum += value;
    }
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
