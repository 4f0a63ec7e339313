/* A flag that its owner stores, while another rank polls it by MPI_Get.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Get     by rank 0 at mutex_flag_got_bad.c:29 (epoch: lock_all, opened at mutex_flag_got_bad.c:20), not yet complete
 * report:   store       by rank 1 at mutex_flag_got_bad.c:26, main()
 * report:   Nothing orders them. MPI_Win_flush at mutex_flag_got_bad.c:30 comes too late. Let rank 1 know of it before its store. If it may find either value, update by MPI_Accumulate with MPI_REPLACE, and get by MPI_Get_accumulate with MPI_NO_OP. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>

int main(int argc, char **argv)
{
  int *memory, rank, flag = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  *memory = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    oriel_compute(1e-3);
    *memory = 1;
  }
  while (rank == 0 && !flag) {
    MPI_Get(&flag, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
