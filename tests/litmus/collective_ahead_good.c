/* A rank is some hundred thousand reductions ahead of the root.
 *
 * run: np=2 options="--check" limit=10
 */
#include <mpi.h>

enum { MANY = 300000 };

int main(int argc, char **argv)
{
  int one = 1, sum;
  MPI_Init(&argc, &argv);
  for (int i = 0; i < MANY; i++)
    MPI_Reduce(&one, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}
