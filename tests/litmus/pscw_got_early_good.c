/* A target stores to what its origin has got, after MPI_Win_wait.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>
#include <oriel.h>

int main(int argc, char **argv)
{
  int rank, x, *memory;
  MPI_Group world, other;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &(int){1 - rank}, &other);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) {
    MPI_Win_start(other, 0, win);
    MPI_Get(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(other, 0, win);
    oriel_compute(1e-3);
    MPI_Win_wait(win);
    memory[0] = 1;
  }
  MPI_Group_free(&other);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  MPI_Finalize();
}
