/* Accumulates of all ranks into the same elements at the same time are atomic
 * element by element, from contiguous and from strided buffers, and ordered
 * from one origin to one target.
 *
 * run: np=7 twice=1
 * run: np=7 options="--protocol message --progress weak"
 * run: np=7 options="--order reverse"
 * run: np=7 options="--order seed=5"
 * run: np=300
 * stdout: ok
 */
#include "check.h"

enum { N = 16, ROUNDS = 5 };

int main(int argc, char **argv)
{
  int *memory, values[2 * N];
  MPI_Init(&argc, &argv);
  int me = world_rank(), n = world_size();
  MPI_Win win = int_window(N + 1, &memory);
  MPI_Datatype strided;
  MPI_Type_vector(N, 1, 2, MPI_INT, &strided);
  MPI_Type_commit(&strided);
  for (int i = 0; i < 2 * N; i++)
    values[i] = i % 2 ? -1000 : i / 2;

  MPI_Win_lock_all(0, win);
  for (int round = 0; round < ROUNDS; round++)
    MPI_Accumulate(values, 1, strided, 0, 0, N, MPI_INT, MPI_SUM, win);
  MPI_Win_flush(0, win);
  /* The last of my replacements stays, whoever else comes between. */
  int sequence[8];
  for (int i = 0; i < 8; i++) {
    sequence[i] = 10 * me + i;
    MPI_Accumulate(&sequence[i], 1, MPI_INT, n - 1, N, 1, MPI_INT, MPI_REPLACE,
                   win);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, me, 0, win);
  if (me == 0)
    for (int i = 0; i < N; i++)
      SAME(memory[i], i * n * ROUNDS);
  if (me == n - 1) SAME(memory[N] % 10, 7);
  MPI_Win_unlock(me, win);
  MPI_Type_free(&strided);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
