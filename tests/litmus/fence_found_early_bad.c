/* A load that finds what an accumulate has left there before the fence is too
 * early; it is so once, and not for what follows by another window, too.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in window "one" of rank 1, bytes [0, 4)
 * report:   MPI_Accumulate by rank 0 at fence_found_early_bad.c:27 (epoch: fence, opened at fence_found_early_bad.c:25), not yet complete
 * report:   load           by rank 1 at fence_found_early_bad.c:32, main()
 * report:   Nothing orders them. MPI_Win_fence at fence_found_early_bad.c:37 comes too late; move the load after it. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>
static int memory[2];
int main(int argc, char **argv)
{
  int rank, x = 1;
  MPI_Win one, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &one);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &other);
  MPI_Win_set_name(one, "one");
  MPI_Win_fence(MPI_MODE_NOPRECEDE, one);
  if (rank == 0) {
    MPI_Accumulate(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, one);
    oriel_compute(2);
  }
  if (rank == 1) {
    oriel_compute(1);
    if (memory[0] != 1) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, other);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
    MPI_Win_unlock(1, other);
  }
  MPI_Win_fence(MPI_MODE_NOSUCCEED, one);
  MPI_Win_free(&other);
  MPI_Win_free(&one);
  MPI_Finalize();
}
