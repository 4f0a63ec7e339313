/* The second of two pairs that were accumulated is found alone, and overwritten.
 *
 * run: np=3 options="--check"
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
    MPI_Get_accumulate(NULL, 0, pair, found, FOUND, pair, 1, sizeof *mine, FOUND, pair,
                       MPI_NO_OP, win);
    MPI_Win_flush(1, win);
    MPI_Put(&mine[1], 1, pair, 1, sizeof *mine, 1, pair, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
