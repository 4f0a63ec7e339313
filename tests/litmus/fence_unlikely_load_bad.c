/* A loop loads what is put if a flag says so, and one does.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [12, 16)
 * report:   MPI_Put     by rank 0 at fence_unlikely_load_bad.c:26 (epoch: fence, opened at fence_unlikely_load_bad.c:24), not yet complete
 * report:   load        by rank 1 at fence_unlikely_load_bad.c:29, main()
 * report:   Nothing orders them. MPI_Win_fence at fence_unlikely_load_bad.c:31 comes too late; move the load after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

enum { N = 16 };
static int memory[N], wanted[N];

int main(int argc, char **argv)
{
  int rank, one = 1, sum = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL,
                 MPI_COMM_WORLD, &win);
  wanted[5] = argc > 0;
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(&one, 1, MPI_INT, 1, 3, 1, MPI_INT, win);
  } else {
    for (int i = 0; i < N; i++)
      if (wanted[i]) sum += i * memory[3];
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum > 100;
}
