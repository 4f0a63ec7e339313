/* MPI_MODE_NOCHECK of a start that knows nothing of the post, which comes before
 * it by luck.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: broken assertion MPI_MODE_NOCHECK on the window of rank 1
 * report:   MPI_Win_post  by rank 1 at nocheck_start_bad.c:24
 * report:   MPI_Win_start by rank 0 at nocheck_start_bad.c:29
 * report:   It says that MPI_Win_post comes before MPI_Win_start. Let rank 0 know, as by a message, that rank 1 has left MPI_Win_post, before it calls MPI_Win_start; or leave the assertion out of both. [MPI-4.1 12.5.5]
 */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv)
{
  int *memory, rank, x = 1;
  MPI_Group world, other;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, (int[]){1 - rank}, &other);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 1) {
    MPI_Win_post(other, MPI_MODE_NOCHECK, win);
    MPI_Win_wait(win);
  }
  if (rank == 0) {
    usleep(100);
    MPI_Win_start(other, MPI_MODE_NOCHECK, win);
    MPI_Put(&x, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_complete(win);
  }
  MPI_Group_free(&other);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  MPI_Finalize();
}
