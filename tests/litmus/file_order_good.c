/* A call on a file, and a barrier.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, got = 0;
  MPI_Win win;
  MPI_File file;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "halo");
  MPI_File_open(MPI_COMM_WORLD, "file_order",
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &file);
  memory[0] = 0;
  MPI_Barrier(MPI_COMM_WORLD);

  MPI_File_write(file, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_Win_lock_all(0, win);
  if (rank == 1) memory[0] = 1;
  MPI_Win_sync(win);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_File_close(&file);
  MPI_Win_free(&win);
  MPI_Finalize();
}
