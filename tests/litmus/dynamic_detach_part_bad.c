/* One of two regions that an update lies in is detached, and other words are
 * updated then: they tell nobody that the rest of it is complete.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in attached memory of the window of rank 0, bytes [0, 8)
 * report:   MPI_Accumulate by rank 1 at dynamic_detach_part_bad.c:30 (epoch: lock_all, opened at dynamic_detach_part_bad.c:28), complete only for those who know of it
 * report:   MPI_Put        by rank 2 at dynamic_detach_part_bad.c:44 (epoch: lock_all, opened at dynamic_detach_part_bad.c:28)
 * report:   Nothing orders them. MPI_Win_flush at dynamic_detach_part_bad.c:32 completes the MPI_Accumulate, but nothing lets rank 2 know before its MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>

int main(int argc, char **argv)
{
  static long memory[32];
  int rank;
  long two[2] = {1, 1}, old, one = 1;
  MPI_Aint address;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int i = 0; i < 3; i++)
    MPI_Win_attach(win, memory + i, sizeof *memory);
  MPI_Get_address(memory, &address);
  MPI_Bcast(&address, 1, MPI_AINT, 0, MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    MPI_Accumulate(two, 2, MPI_LONG, 0, address, 2, MPI_LONG, MPI_SUM, win);
    MPI_Send(&one, 1, MPI_LONG, 2, 0, MPI_COMM_WORLD);
    MPI_Win_flush(0, win);
    MPI_Send(&one, 1, MPI_LONG, 0, 0, MPI_COMM_WORLD);
  } else if (rank == 0) {
    MPI_Recv(&one, 1, MPI_LONG, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_detach(win, memory);
  } else {
    MPI_Recv(&one, 1, MPI_LONG, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    oriel_compute(1);
    for (int i = 0; i < 3; i++) {
      MPI_Fetch_and_op(&one, &old, MPI_LONG, 0, address + 16, MPI_SUM, win);
      MPI_Win_flush(0, win);
    }
    MPI_Put(&one, 1, MPI_LONG, 0, address + 8, 1, MPI_LONG, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
