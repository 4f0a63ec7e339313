/* Calls that are alike though they do not look so: a function and its variant
 * of large counts, and operators that each rank has created.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>

static void add(void *in, void *to, int *count, MPI_Datatype *type)
{
  for (int i = 0; i < *count; i++)
    ((int *)to)[i] += ((int *)in)[i];
  (void)type;
}

int main(int argc, char **argv)
{
  int rank, one = 1, two = 0;
  MPI_Op op;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int root = 0; root < 2; root++)
    if (rank == root)
      MPI_Bcast(&one, 1, MPI_INT, root, MPI_COMM_WORLD);
    else
      MPI_Bcast_c(&one, 1, MPI_INT, root, MPI_COMM_WORLD);
  MPI_Op_create(add, 1, &op);
  MPI_Allreduce(&one, &two, 1, MPI_INT, op, MPI_COMM_WORLD);
  MPI_Op_free(&op);
  MPI_Finalize();
  return two != 2;
}
