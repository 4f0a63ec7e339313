/* Accumulates of one kind of elements, text, but of two sizes are not atomic
 * towards each other.
 *
 * run: np=3 options="--check" exit=121
 * report: oriel: conflict in the window of rank 0, bytes [0, 4)
 * report:   MPI_Accumulate by rank 1 at accumulate_text_bad.c:24 (epoch: fence, opened at accumulate_text_bad.c:22), not yet complete
 * report:   MPI_Accumulate by rank 2 at accumulate_text_bad.c:26 (epoch: fence, opened at accumulate_text_bad.c:22)
 * report:   Accumulates of elements that overlap in part are not atomic towards each other; let the elements coincide, else nothing orders them. MPI_Win_fence at accumulate_text_bad.c:27 comes too late; move the later MPI_Accumulate into an epoch after it. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <wchar.h>

int main(int argc, char **argv)
{
  int rank;
  wchar_t *memory, wide = L'a';
  char narrow[] = "abcd";
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  if (rank == 1)
    MPI_Accumulate(&wide, 1, MPI_WCHAR, 0, 0, 1, MPI_WCHAR, MPI_REPLACE, win);
  if (rank == 2)
    MPI_Accumulate(narrow, 4, MPI_CHARACTER, 0, 0, 4, MPI_CHARACTER, MPI_REPLACE, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
