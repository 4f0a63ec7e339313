/* Who has got something with a fence needs only that fence for another window's
 * put there; for what it has put itself it needs the target's return, too.
 *
 * run: np=3 options="--check" exit=121
 * report: oriel: conflict in window "one" of rank 1, bytes [0, 4)
 * report:   MPI_Get     by rank 2 at fence_got_other_bad.c:30 (epoch: fence, opened at fence_got_other_bad.c:27), not yet complete
 * report:   MPI_Put     by rank 2 at fence_got_other_bad.c:32 (epoch: fence, opened at fence_got_other_bad.c:28)
 * report:   Nothing orders them. MPI_Win_fence at fence_got_other_bad.c:35 comes too late; move the MPI_Put after it. [MPI-4.1 12.7]
 * report: oriel: conflict in window "one" of rank 1, bytes [4, 8)
 * report:   MPI_Put     by rank 2 at fence_got_other_bad.c:31 (epoch: fence, opened at fence_got_other_bad.c:27), not yet complete
 * report:   MPI_Put     by rank 2 at fence_got_other_bad.c:33 (epoch: fence, opened at fence_got_other_bad.c:28)
 * report:   Nothing orders them. MPI_Win_fence at fence_got_other_bad.c:35 comes too late; move the later MPI_Put after it and a barrier. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int memory[2] = {0}, rank, x = 1, y;
  MPI_Win one, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &one);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &other);
  MPI_Win_set_name(one, "one");
  MPI_Win_fence(MPI_MODE_NOPRECEDE, one);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, other);
  if (rank == 2) {
    MPI_Get(&y, 1, MPI_INT, 1, 0, 1, MPI_INT, one);
    MPI_Put(&x, 1, MPI_INT, 1, 1, 1, MPI_INT, one);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
    MPI_Put(&x, 1, MPI_INT, 1, 1, 1, MPI_INT, other);
  }
  MPI_Win_fence(MPI_MODE_NOSUCCEED, one);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, other);
  MPI_Win_free(&other);
  MPI_Win_free(&one);
  MPI_Finalize();
}
