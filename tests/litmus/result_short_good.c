/* What is fetched has room; of an element of a vector that is its last bytes.
 *
 * run: np=2 options="--check=strict"
 */
#include <mpi.h>
#include <stdlib.h>

enum { COUNT = 10000, FOUND = 0x41414141 };

int main(int argc, char **argv)
{
  int rank, *memory, *here, *row;
  MPI_Datatype pairs;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(COUNT * sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &win);
  MPI_Type_vector(2, 1, 2, MPI_INT, &pairs);
  MPI_Type_commit(&pairs);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < COUNT; i++)
    memory[i] = FOUND;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  here = calloc(COUNT, sizeof *here);
  row = calloc(3 * COUNT / 2, sizeof *row);
  MPI_Get(here, COUNT, MPI_INT, 1 - rank, 0, COUNT, MPI_INT, win);
  MPI_Get(row, COUNT / 2, pairs, 1 - rank, 0, COUNT, MPI_INT, win);
  MPI_Win_flush(1 - rank, win);
  if (here[COUNT - 1] != FOUND || row[3 * COUNT / 2 - 1] != FOUND)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Type_free(&pairs);
  free(here);
  free(row);
  MPI_Finalize();
}
