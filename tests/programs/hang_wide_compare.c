/* Loops that wait by compare-and-exchange and by exchange of an atomic struct
 * for what comes, and then for what never does: calls of libatomic.
 *
 * build: --check -latomic -Wno-atomic-alignment
 * run: np=2 options="--check --ppn 2" limit=20 exit=122
 * stdout: taken
 * stdout: given
 * stderr: 2 of 2 ranks wait, and nothing can happen any more
 */
#include <mpi.h>
#include <oriel.h>
#include <stdatomic.h>
#include <stdio.h>

struct wide {
  long version, value, more;
};

static void await(_Atomic struct wide *word, struct wide from, struct wide to)
{
  struct wide seen = from;
  while (!atomic_compare_exchange_strong(word, &seen, to))
    seen = from;
}

int main(int argc, char **argv)
{
  _Atomic struct wide *word;
  int rank, unit;
  MPI_Aint size;
  MPI_Win win;
  struct wide none = {0}, one = {1, 1, 1}, two = {2, 2, 2}, never = {3, 3, 3};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &word, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &word);
  MPI_Win_lock_all(0, win);
  if (rank == 0) atomic_store(word, none);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    await(word, one, two);
    printf("taken\n");
    await(word, never, two);
  } else {
    oriel_compute(1e-3);
    printf("given\n");
    atomic_store(word, one);
    while (atomic_exchange(&word[1], none).value != 1)
      ;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
