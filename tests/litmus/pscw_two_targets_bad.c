/* One of two targets loads before its own wait, told by the other.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 2, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at pscw_two_targets_bad.c:29 (epoch: start, opened at pscw_two_targets_bad.c:27), complete locally only
 * report:   load        by rank 2 at pscw_two_targets_bad.c:38, main()
 * report:   Nothing orders them. MPI_Win_wait at pscw_two_targets_bad.c:39 comes too late; move the load after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1, token = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Group world, zero, others;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, (int[]){0}, &zero);
  MPI_Group_incl(world, 2, (int[]){1, 2}, &others);
  if (rank == 0) {
    MPI_Win_start(others, 0, win);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Put(&x, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(zero, 0, win);
    if (rank == 1) {
      MPI_Win_wait(win);
      MPI_Send(&token, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    } else {
      MPI_Recv(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      seen = memory[0];
      MPI_Win_wait(win);
    }
  }
  MPI_Group_free(&world);
  MPI_Group_free(&zero);
  MPI_Group_free(&others);
  MPI_Win_free(&win);
  MPI_Finalize();
}
