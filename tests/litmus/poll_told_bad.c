/* Who has waited for an update does not poll when it loads the same by the same
 * line: the load before was no look of a loop.
 *
 * build: --check
 * run: np=2 options="--check=strict" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   load        by rank 1 at poll_told_bad.c:15, peek()
 * report:   MPI_Put     by rank 0 at poll_told_bad.c:31 (epoch: start, opened at poll_told_bad.c:30)
 * report:   Nothing orders them. Move the load before MPI_Win_post or after MPI_Win_wait. [MPI-4.1 12.7]
 */
#include <mpi.h>

static int peek(const int *word)
{
  return *word;
}

int main(int argc, char **argv)
{
  int *memory, rank, one = 1, sum = 0;
  MPI_Group world, other;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &(int){1 - rank}, &other);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  *memory = 0;
  if (rank == 0) {
    MPI_Win_start(other, 0, win);
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(other, 0, win);
    sum += peek(memory);
    MPI_Win_wait(win);
    sum += peek(memory);
  }
  MPI_Win_free(&win);
  MPI_Group_free(&other);
  MPI_Group_free(&world);
  MPI_Finalize();
  return sum < 0;
}
