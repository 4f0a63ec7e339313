/* Who hears from a target's neighbour that a fence is over does not know that
 * it is so at the target, however many more that has left meanwhile.
 *
 * build: --check
 * run: np=3 options="--check" exit=121
 * report: oriel: conflict in window "one" of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at fence_left_long_bad.c:31 (epoch: fence, opened at fence_left_long_bad.c:30), complete only for those who know of it
 * report:   MPI_Put     by rank 2 at fence_left_long_bad.c:40 (epoch: shared lock, opened at fence_left_long_bad.c:39)
 * report:   Nothing orders them. MPI_Win_fence at fence_left_long_bad.c:32 completes the earlier MPI_Put when it returns at rank 1, and nothing lets rank 2 know of that before its MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>

enum { MORE = 50 };

int main(int argc, char **argv)
{
  int memory[2] = {0}, rank, x = 1;
  MPI_Comm two;
  MPI_Win one = MPI_WIN_NULL, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank == 2, 0, &two);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &other);
  if (rank < 2) {
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, two,
                   &one);
    MPI_Win_set_name(one, "one");
    MPI_Win_fence(0, one);
    if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, one);
    MPI_Win_fence(0, one);
    if (rank == 0) MPI_Send(&x, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
    for (int i = 0; i < MORE; i++)
      MPI_Win_fence(i % 4 == 3 ? MPI_MODE_NOPRECEDE : 0, one);
  } else {
    MPI_Recv(&x, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    oriel_compute(1);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, other);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
    MPI_Win_unlock(1, other);
  }
  MPI_Win_free(&other);
  if (rank < 2) MPI_Win_free(&one);
  MPI_Comm_free(&two);
  MPI_Finalize();
}
