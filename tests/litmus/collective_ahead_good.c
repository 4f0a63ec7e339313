/* A rank is some hundred thousand reductions ahead of the root.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>
#include <sys/resource.h>

enum { MANY = 300000 };

int main(int argc, char **argv)
{
  int one = 1, sum;
  setrlimit(RLIMIT_CPU, &(struct rlimit){4, 4}); /* what it may cost: seconds */
  MPI_Init(&argc, &argv);
  for (int i = 0; i < MANY; i++)
    MPI_Reduce(&one, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}
