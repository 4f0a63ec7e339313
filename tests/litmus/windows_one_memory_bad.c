/* Thousands of windows of one and the same memory, which is written thousands
 * of times: only a first store after a fence is news to the one window.
 *
 * run: np=1 options="--check" exit=121 limit=10
 * build: --check
 * report: oriel: broken assertion MPI_MODE_NOSTORE on window "last" of rank 0
 * report:   store         by rank 0 at windows_one_memory_bad.c:29, main()
 * report:   MPI_Win_fence by rank 0 at windows_one_memory_bad.c:31
 * report:   It says that the rank has not written to its part of the window since its last synchronisation there; leave it out. [MPI-4.1 12.5.5]
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
  MPI_Win_set_name(windows[MANY - 1], "last");
  for (int i = 0; i < MANY - 1; i++) {
    MPI_Win_fence(0, windows[i]);
    memory[i % 4] = i;
  }
  MPI_Win_fence(MPI_MODE_NOSTORE, windows[MANY - 1]);
  for (int i = 0; i < MANY; i++)
    MPI_Win_fence(0, windows[i]);
  for (int i = MANY; i-- > 0;)
    MPI_Win_free(&windows[i]);
  MPI_Finalize();
}
