/* Memory that was detached is still the buffer of a Get.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `array` of rank 1, 4 bytes
 * report:   MPI_Get     by rank 1 at dynamic_detach_buffer_bad.c:28 (epoch: lock_all, opened at dynamic_detach_buffer_bad.c:26), not yet complete
 * report:   store       by rank 1 at dynamic_detach_buffer_bad.c:30, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at dynamic_detach_buffer_bad.c:32 comes too late; move the store after it, or flush first. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int rank, x = 1;
  static int array[4];
  MPI_Aint address;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_attach(win, array, sizeof array);
  MPI_Get_address(array, &address);
  MPI_Bcast(&address, 1, MPI_AINT, 0, MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    MPI_Get(array + x, 1, MPI_INT, 0, address, 1, MPI_INT, win);
    MPI_Win_detach(win, array);
    array[x] = 5;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
