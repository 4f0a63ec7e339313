/* Of two pairs that were accumulated the first is found, and a part of the second
 * one overwritten, which lies straight behind.
 *
 * run: np=3 options="--check" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [8, 10)
 * report:   MPI_Accumulate by rank 0 at order_pair_part_bad.c:30 (epoch: lock_all, opened at order_pair_part_bad.c:28), complete only for those who know of it
 * report:   MPI_Put        by rank 2 at order_pair_part_bad.c:36 (epoch: lock_all, opened at order_pair_part_bad.c:28)
 * report:   Nothing orders them. MPI_Win_unlock_all at order_pair_part_bad.c:38 completes the MPI_Accumulate, but nothing lets rank 2 know before its MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>

enum { PAIRS = 2, FOUND = 1 };

int main(int argc, char **argv)
{
  struct pair {
    short value;
    int place;
  } *memory, mine[PAIRS] = {{1, 1}, {2, 2}}, found[PAIRS];
  const MPI_Datatype pair = MPI_SHORT_INT;
  int rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof mine, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    MPI_Accumulate(mine, PAIRS, pair, 1, 0, PAIRS, pair, MPI_REPLACE, win);
  if (rank == 2) {
    oriel_compute(1);
    MPI_Get_accumulate(NULL, 0, pair, found, FOUND, pair, 1, 0, FOUND, pair,
                       MPI_NO_OP, win);
    MPI_Win_flush(1, win);
    MPI_Put(&mine[1].value, 1, MPI_SHORT, 1, sizeof *mine, 1, MPI_SHORT, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
