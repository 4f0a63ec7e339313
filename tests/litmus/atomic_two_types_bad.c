/* One call fetches a word as two types, in one epoch: an accumulate by another
 * rank has only one of them.
 *
 * build: --check
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Fetch_and_op by rank 0 at atomic_two_types_bad.c:28 (epoch: lock_all, opened at atomic_two_types_bad.c:24), complete only for those who know of it
 * report:   MPI_Accumulate   by rank 1 at atomic_two_types_bad.c:32 (epoch: lock_all, opened at atomic_two_types_bad.c:24)
 * report:   Accumulates of different types are not atomic towards each other; use one predefined type for both, else nothing orders them. MPI_Win_flush at atomic_two_types_bad.c:29 completes the MPI_Fetch_and_op, but nothing lets rank 1 know before its MPI_Accumulate. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>

int main(int argc, char **argv)
{
  static const MPI_Datatype types[] = {MPI_INT, MPI_FLOAT};
  int *memory, rank, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    int found[2];
    for (volatile int i = 0; i < 2; i++)
      MPI_Fetch_and_op(NULL, &found[i], types[i], 1, 0, MPI_NO_OP, win);
    MPI_Win_flush(1, win);
  } else {
    oriel_compute(1e-3);
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
