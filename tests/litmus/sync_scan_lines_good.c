/* A round that looks by two lines, in turn, and answers between its looks.
 *
 * build: --check
 * run: np=5 options="--check=strict"
 */
#include <mpi.h>
#include <oriel.h>

enum { FLAGS = 4 };

static MPI_Win win;

static void answer(int i)
{
  MPI_Send(&i, 1, MPI_INT, i + 1, 0, MPI_COMM_WORLD);
  oriel_compute(2e-3); /* meanwhile the others come */
}

static __attribute__((noinline)) int even(const int *flags, int i)
{
  return flags[i];
}

static __attribute__((noinline)) int odd(const int *flags, int i)
{
  return flags[i];
}

static void serve(const int *flags)
{
  int answered[FLAGS] = {0}, left = FLAGS;
  oriel_compute(1e-4);
  while (left > 0) {
    MPI_Win_sync(win);
    for (int i = 0; i < FLAGS; i++) {
      if (answered[i]) continue;
      if (i % 2 ? !odd(flags, i) : !even(flags, i)) continue;
      answer(i);
      answered[i] = 1;
      left--;
    }
  }
}

static void ask(int rank)
{
  int one = 1;
  oriel_compute(rank == 2 ? 0 : 1e-3);
  MPI_Accumulate(&one, 1, MPI_INT, 0, rank - 1, 1, MPI_INT, MPI_REPLACE, win);
  MPI_Win_flush(0, win);
  MPI_Recv(&one, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
  int *flags, rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(int[FLAGS]), sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &flags, &win);
  for (int i = 0; i < FLAGS; i++)
    flags[i] = 0;
  MPI_Win_lock_all(0, win);
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    serve(flags);
  else
    ask(rank);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
