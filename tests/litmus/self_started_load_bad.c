/* A rank that has posted and started itself loads what it puts there.
 *
 * run: np=1 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 0, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at self_started_load_bad.c:26 (epoch: start, opened at self_started_load_bad.c:25), not yet complete
 * report:   load        by rank 0 at self_started_load_bad.c:27, main()
 * report:   Nothing orders them. MPI_Win_wait at self_started_load_bad.c:29 comes too late; move the load after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Group group;
  int x = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &group);
  MPI_Win_post(group, 0, win);
  MPI_Win_start(group, 0, win);
  MPI_Put(&x, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
  seen = memory[0];
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  MPI_Group_free(&group);
  MPI_Win_free(&win);
  MPI_Finalize();
}
