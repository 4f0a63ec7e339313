/* Two ranks store to a shared window, and do between the stores what
 * shared_advice_bad.c is advised.
 *
 * run: np=2 options="--check=strict --ppn 2"
 * build: --check
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, *base, rank, unit, x = 1;
  MPI_Aint size;
  MPI_Group world, other;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &(int){1 - rank}, &other);
  MPI_Win_allocate_shared(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &base);

  if (rank == 0) base[0] = 1;
  MPI_Win_fence(0, win);
  if (rank == 1) base[0] = 2;
  MPI_Win_fence(0, win);

  MPI_Win_lock_all(0, win);
  if (rank == 0) base[1] = 1;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  if (rank == 1) base[1] = 2;
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) base[2] = 1;
  MPI_Win_post(other, 0, win);
  MPI_Win_start(other, 0, win);
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  MPI_Win_fence(0, win);
  if (rank == 1) base[2] = 2;

  if (rank == 0)
    MPI_Recv(&base[3], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 1) {
    MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) seen = base[3];

  MPI_Group_free(&other);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  MPI_Finalize();
}
