/* Ranks that end with MPI_Finalize, with an error or before MPI_Init.
 *
 * run: np=3 options="--check"
 * run: np=1 options="--check" args=never
 * run: np=1 options="--check" args="fails it" exit=3
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  if (argc == 2) return 0;
  MPI_Init(&argc, &argv);
  if (argc > 2) exit(3); /* an error that the program has found */
  MPI_Finalize();
}
