/* The same line may load before the post and after the wait.
 *
 * build: --check
 * run: np=2 options="--check=strict"
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
    sum += peek(memory);
    MPI_Win_post(other, 0, win);
    MPI_Win_wait(win);
    sum += peek(memory);
  }
  MPI_Win_free(&win);
  MPI_Group_free(&other);
  MPI_Group_free(&world);
  MPI_Finalize();
  return sum < 0;
}
