/* Thousands of windows of one and the same memory, which is written thousands
 * of times: only a first store after a fence is news to the one window.
 *
 * run: np=1 options="--check" limit=10
 * build: --check
 */
#include <mpi.h>

enum { MANY = 8000 };

static int memory[4];
static MPI_Win windows[MANY];

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  for (int i = 0; i < MANY; i++) {
    MPI_Win_create(memory, sizeof memory, 4, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &windows[i]);
    MPI_Win_fence(0, windows[i]);
  }
  for (int i = 0; i < MANY - 1; i++) {
    MPI_Win_fence(0, windows[i]);
    memory[i % 4] = i;
  }
  MPI_Win_fence(0, windows[MANY - 1]);
  MPI_Win_fence(MPI_MODE_NOSTORE, windows[MANY - 1]);
  for (int i = 0; i < MANY; i++)
    MPI_Win_fence(0, windows[i]);
  for (int i = MANY; i-- > 0;)
    MPI_Win_free(&windows[i]);
  MPI_Finalize();
}
