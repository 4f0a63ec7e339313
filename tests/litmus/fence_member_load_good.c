/* One member of two is loaded, by a condition; the other one is put.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

struct pair {
  int a, b;
} __attribute__((aligned(8)));
static struct pair memory;

int main(int argc, char **argv)
{
  int rank, one = 1, found = 0;
  struct pair *p = &memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(p, sizeof *p, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                 &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
  else
    found = argc > 0 ? p->a : p->b;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return found > 1;
}
