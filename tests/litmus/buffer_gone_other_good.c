/* Buffers of operations that other functions complete: locals of who calls
 * these, or of the function that is there all the while.
 *
 * build: --check
 * run: np=2 options="--check=strict"
 */
#include <mpi.h>

static MPI_Win win;

static __attribute__((noinline)) void tell(const int *what)
{
  MPI_Accumulate(what, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
}

static __attribute__((noinline)) void complete(void)
{
  char room[2048];
  MPI_Aint at;
  room[0] = 0;
  MPI_Get_address(room, &at);
  MPI_Win_flush_all(win);
}

static __attribute__((noinline)) void by_caller(void)
{
  int one = 1;
  tell(&one);
  complete();
}

static __attribute__((noinline)) void by_itself(int depth)
{
  int one = 1;
  tell(&one);
  if (depth > 0) by_itself(depth - 1);
  MPI_Win_flush_all(win);
}

int main(int argc, char **argv)
{
  int *memory, rank, two = 2;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "sum");
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    tell(&two);
    by_caller();
    by_itself(3);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
