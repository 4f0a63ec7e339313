/* A target stores to what its origin has got already: that has called
 * MPI_Win_complete, and MPI_Win_wait, which would tell the target of it, is yet
 * to come.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Get     by rank 0 at pscw_got_early_bad.c:27 (epoch: start, opened at pscw_got_early_bad.c:26), complete only for those who know of it
 * report:   store       by rank 1 at pscw_got_early_bad.c:32, main()
 * report:   Nothing orders them. MPI_Win_wait at pscw_got_early_bad.c:33 comes too late; move the store after it. [MPI-4.1 12.7]
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
    memory[0] = 1;
    MPI_Win_wait(win);
  }
  MPI_Group_free(&other);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  MPI_Finalize();
}
