/* The function that calls keeps no frame pointer, and its buffer is a caller's
 * variable: no other variable is taken for it.
 *
 * run: np=2 options="--check"
 * build: -O2 -fomit-frame-pointer
 */
#include <mpi.h>

struct figures {
  int before[8];
  double value[16];
};

static volatile int use;

__attribute__((noinline)) static void share(struct figures *f)
{
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  use = rank + size;
  for (int i = 0; i < 16; i++)
    MPI_Bcast(&f->value[i], 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
  struct figures f = {0};
  MPI_Init(&argc, &argv);
  share(&f);
  use = (int)f.value[3] + f.before[2];
  MPI_Finalize();
}
