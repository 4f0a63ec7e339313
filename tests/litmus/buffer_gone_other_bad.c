/* A local variable is gone when another function completes the operation that
 * reads it: its memory is that function's by then.
 *
 * build: --check
 * run: np=2 options="--check" exit=121
 * report: oriel: origin buffer of MPI_Accumulate that is gone
 * report:   MPI_Accumulate by rank 0 at buffer_gone_other_bad.c:17 (reads the stack of a function that has returned)
 * report:   A local variable is there until its function returns. [MPI-4.1 12.3]
 */
#include <mpi.h>

static MPI_Win win;

static __attribute__((noinline)) void tell(void)
{
  int one = 1;
  MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
}

static __attribute__((noinline)) void complete(void)
{
  char room[2048];
  MPI_Aint at;
  room[0] = 0;
  MPI_Get_address(room, &at);
  MPI_Win_flush_all(win);
}

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "sum");
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    tell();
    complete();
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
