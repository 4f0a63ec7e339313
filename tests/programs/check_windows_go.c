/* Windows come and go in groups of several sizes, and what the checker keeps
 * of their operations does not need them: of what a later window at the same
 * address meets, and of a buffer in the memory of a window that lives longer.
 *
 * run: np=4 options="--check"
 * run: np=4 options="--check --memory-model separate"
 * stdout: ok
 */
#include "check.h"

static void use(MPI_Comm comm, int *buffer)
{
  int rank, size, *memory;
  MPI_Win win;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  MPI_Win_allocate(4096, sizeof(int), MPI_INFO_NULL, comm, &memory, &win);
  MPI_Win_fence(0, win);
  MPI_Put(buffer, 1, MPI_INT, (rank + size - 1) % size, 3, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
  int one = 1, buffer[2] = {5, 5};
  MPI_Comm part;
  MPI_Win outer;
  MPI_Init(&argc, &argv);
  use(MPI_COMM_WORLD, &one);
  MPI_Comm_split(MPI_COMM_WORLD, world_rank() < 2, 0, &part);
  for (int i = 0; i < 8; i++) {
    use(part, &one);
    use(MPI_COMM_WORLD, &one);
    use(MPI_COMM_SELF, &one);
  }
  MPI_Comm_free(&part);
  MPI_Win_create(buffer, sizeof buffer, sizeof(int), MPI_INFO_NULL,
                 MPI_COMM_WORLD, &outer);
  use(MPI_COMM_WORLD, buffer);
  MPI_Win_free(&outer);
  int code = report();
  MPI_Finalize();
  return code;
}
