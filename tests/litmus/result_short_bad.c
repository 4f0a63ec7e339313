/* What is fetched in a passive epoch, into blocks that are far too short: whole
 * elements go there as far as there is room, and the heap behind is left.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: origin buffer of MPI_Get that is too short (2 times)
 * report:   MPI_Get     by rank 0 at result_short_bad.c:39 (writes bytes [0, 40000) of memory allocated at result_short_bad.c:36, which has 8)
 * report:   Give it the memory that count and type name. [MPI-4.1 12.3]
 * report: oriel: result buffer of MPI_Get_accumulate that is too short (2 times)
 * report:   MPI_Get_accumulate by rank 0 at result_short_bad.c:41 (writes bytes [0, 40000) of memory allocated at result_short_bad.c:37, which has 12)
 * report:   Give it the memory that count and type name. [MPI-4.1 12.3]
 * report: oriel: origin buffer of MPI_Get that is too short (2 times)
 * report:   MPI_Get     by rank 0 at result_short_bad.c:44 (writes bytes [32, 36) of memory allocated at result_short_bad.c:38, which has 32)
 * report:   Give it the memory that count and type name. [MPI-4.1 12.3]
 */
#include <mpi.h>
#include <stdlib.h>

enum { COUNT = 10000, FOUND = 0x41414141 };

int main(int argc, char **argv)
{
  int rank, *memory, *here, *there, *row;
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
  here = calloc(2, sizeof *here);
  there = calloc(3, sizeof *there);
  row = calloc(8, sizeof *row);
  MPI_Get(here, COUNT, MPI_INT, 1 - rank, 0, COUNT, MPI_INT, win);
  MPI_Win_flush(1 - rank, win);
  MPI_Get_accumulate(NULL, 0, MPI_INT, there, COUNT, MPI_INT, 1 - rank, 0,
                     COUNT, MPI_INT, MPI_NO_OP, win);
  MPI_Win_flush(1 - rank, win);
  MPI_Get(row, 3, pairs, 1 - rank, 0, 6, MPI_INT, win);
  MPI_Win_flush(1 - rank, win);
  if (here[1] != FOUND || there[2] != FOUND || row[5] != FOUND || row[6])
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Type_free(&pairs);
  free(here);
  free(there);
  free(row);
  MPI_Finalize();
}
