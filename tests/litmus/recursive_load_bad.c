/* A barrier is missing before a load in a function that calls itself, but not
 * after it has looked: also where the call goes through a word.
 *
 * build: --check -fPIC -fno-plt -Wl,--no-relax
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 0, bytes [0, 8) (2 times)
 * report:   load           by rank 0 at recursive_load_bad.c:18, last()
 * report:   MPI_Accumulate by rank 1 at recursive_load_bad.c:35 (epoch: lock_all, opened at recursive_load_bad.c:30)
 * report:   Nothing orders them. Let a barrier or message come between the load and the MPI_Accumulate. If it may find either value, fetch by MPI_Fetch_and_op with MPI_NO_OP; to wait for one, load in a loop that calls MPI_Win_sync. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>

long last(const long *memory, int deeper);
long last(const long *memory, int deeper)
{
  if (deeper) return last(memory + 1, deeper - 1) + 1;
  return *memory;
}

int main(int argc, char **argv)
{
  long *memory, sum, one = 1;
  int rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  *memory = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) oriel_compute(1e-3);
  MPI_Accumulate(&one, 1, MPI_LONG, !rank, 0, 1, MPI_LONG, MPI_SUM, win);
  MPI_Win_flush_all(win);
  MPI_Win_sync(win);
  sum = last(memory, 0);
  MPI_Reduce(rank ? &sum : MPI_IN_PLACE, &sum, 1, MPI_LONG, MPI_SUM, 0,
             MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
