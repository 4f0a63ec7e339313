/* Get_accumulate with many elements and derived types on all three sides: what
 * was there before comes back, element by element.
 *
 * run: np=4 twice=1
 * run: np=4 options="--protocol message --progress weak"
 * stdout: ok
 */
#include "check.h"

enum { N = 10 };

int main(int argc, char **argv)
{
  int *memory, values[2 * N], before[3 * N];
  MPI_Datatype twos, threes, backwards;
  MPI_Init(&argc, &argv);
  int me = world_rank(), n = world_size();
  MPI_Win win = int_window(N, &memory);
  MPI_Type_vector(N, 1, 2, MPI_INT, &twos);
  MPI_Type_vector(N, 1, 3, MPI_INT, &threes);
  MPI_Type_vector(N, 1, -1, MPI_INT, &backwards);
  MPI_Type_commit(&twos);
  MPI_Type_commit(&threes);
  MPI_Type_commit(&backwards);
  for (int i = 0; i < 2 * N; i++)
    values[i] = i % 2 ? -1 : i / 2 + 1;
  for (int i = 0; i < 3 * N; i++)
    before[i] = -7;

  /* Element i goes to cell N-1-i. One rank after the other. */
  for (int turn = 0; turn < n; turn++) {
    if (turn == me) {
      MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
      MPI_Get_accumulate(values, 1, twos, before, 1, threes, 0, N - 1, 1,
                         backwards, MPI_SUM, win);
      MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  for (int i = 0; i < 3 * N; i++)
    SAME(before[i], i % 3 ? -7 : me * (i / 3 + 1));
  if (me == 0)
    for (int i = 0; i < N; i++)
      SAME(memory[i], n * (N - i));
  MPI_Type_free(&backwards);
  MPI_Type_free(&threes);
  MPI_Type_free(&twos);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
