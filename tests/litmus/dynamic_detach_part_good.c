/* One of two regions that an update lies in is detached, and other words are
 * updated then: that the rest of it is complete a message has told.
 *
 * run: np=3 options="--check"
 * build: --check
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
    MPI_Win_flush(0, win);
    MPI_Send(&one, 1, MPI_LONG, 2, 0, MPI_COMM_WORLD);
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
