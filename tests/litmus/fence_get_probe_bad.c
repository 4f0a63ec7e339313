/* A loop looks for messages while it uses what it gets, a hundred thousand
 * numbers, before the fence: that is told at once.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `values` of rank 1, 4 bytes (100000 times)
 * report:   MPI_Get     by rank 1 at fence_get_probe_bad.c:28 (epoch: fence, opened at fence_get_probe_bad.c:26), not yet complete
 * report:   load        by rank 1 at fence_get_probe_bad.c:31, main()
 * report:   Nothing orders them. MPI_Win_fence at fence_get_probe_bad.c:34 comes too late; move the load after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

enum { COUNT = 100000 };

static int memory[COUNT], values[COUNT];
int sum;

int main(int argc, char **argv)
{
  int rank, there;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL,
                 MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 1) {
    MPI_Get(values, COUNT, MPI_INT, 0, 0, COUNT, MPI_INT, win);
    for (int i = 0; i < COUNT; i++) {
      MPI_Iprobe(0, 0, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
      sum += values[i];
    }
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
