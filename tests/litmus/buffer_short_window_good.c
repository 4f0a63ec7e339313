/* Windows of all their memory, and of parts.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>
#include <stdlib.h>

enum { N = 8 };
static int some[N];

int main(int argc, char **argv)
{
  MPI_Win win, part, dynamic;
  int *memory = malloc(N * sizeof *memory);
  MPI_Init(&argc, &argv);
  MPI_Win_create(memory, N * sizeof *memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                 &win);
  MPI_Win_create(memory + 2, (N - 2) * sizeof *memory, 1, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &part);
  MPI_Win_free(&part);
  MPI_Win_free(&win);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
  MPI_Win_attach(dynamic, some + 2, (N - 2) * sizeof *some);
  MPI_Win_detach(dynamic, some + 2);
  MPI_Win_free(&dynamic);
  free(memory);
  MPI_Finalize();
}
