/* An accumulate leaves a word out, of which its target looks at what another
 * rank adds there: that tells nothing of the first one's put.
 *
 * build: --check
 * run: np=3 options="--check" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [12, 16)
 * report:   MPI_Put     by rank 0 at sighting_gap_bad.c:38 (epoch: lock_all, opened at sighting_gap_bad.c:36), not yet complete
 * report:   load        by rank 1 at sighting_gap_bad.c:46, main()
 * report:   Nothing orders them. MPI_Win_flush at sighting_gap_bad.c:39 comes too late. Let rank 1 know of it before its load. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

static int look(MPI_Win win, int word)
{
  int found;
  MPI_Fetch_and_op(NULL, &found, MPI_INT, 1, word, MPI_NO_OP, win);
  MPI_Win_flush(1, win);
  return found;
}

int main(int argc, char **argv)
{
  int *memory, rank, data = 5, ones[] = {1, 1};
  MPI_Datatype two;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Type_vector(2, 1, 2, MPI_INT, &two);
  MPI_Type_commit(&two);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 4; i++)
    memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&data, 1, MPI_INT, 1, 3, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Accumulate(ones, 2, MPI_INT, 1, 0, 1, two, MPI_SUM, win);
  } else if (rank == 2) {
    MPI_Accumulate(ones, 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_SUM, win);
  } else {
    while (!look(win, 1))
      continue;
    seen = memory[3];
  }
  MPI_Win_unlock_all(win);
  MPI_Type_free(&two);
  MPI_Win_free(&win);
  MPI_Finalize();
}
