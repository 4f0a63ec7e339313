/* What a rank gets with a fence has been read when the fence returns there: who
 * else leaves it may not yet put there by another window.
 *
 * run: np=3 options="--check" exit=121
 * report: oriel: conflict in window "one" of rank 1, bytes [0, 4)
 * report:   MPI_Get     by rank 2 at fence_reader_bad.c:24 (epoch: fence, opened at fence_reader_bad.c:23), complete only for those who know of it
 * report:   MPI_Put     by rank 0 at fence_reader_bad.c:28 (epoch: shared lock, opened at fence_reader_bad.c:27)
 * report:   Nothing orders them. MPI_Win_fence at fence_reader_bad.c:25 completes the MPI_Get when it returns at rank 1, and nothing lets rank 0 know of that before its MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int memory[2] = {0}, rank, x = 1;
  MPI_Win one, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &one);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &other);
  MPI_Win_set_name(one, "one");
  MPI_Win_fence(MPI_MODE_NOPRECEDE, one);
  if (rank == 2) MPI_Get(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, one);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, one);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, other);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
    MPI_Win_unlock(1, other);
  }
  MPI_Win_free(&other);
  MPI_Win_free(&one);
  MPI_Finalize();
}
