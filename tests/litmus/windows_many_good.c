/* The same without the two mistakes: stores beside the windows whose fences
 * promise none.
 *
 * run: np=1 options="--check" limit=40
 * build: --check
 */
#include <mpi.h>

enum { MANY = 30000, ROUNDS = 12 };

static int memory[2 * MANY];
static MPI_Win within[MANY], apart[MANY], around;
static int *part[MANY];

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Win_create(memory, sizeof memory, 4, MPI_INFO_NULL, MPI_COMM_WORLD,
                 &around);
  MPI_Win_set_name(around, "around");
  MPI_Win_fence(0, around);
  for (int i = 0; i < MANY; i++) {
    MPI_Win_create(&memory[2 * i], 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &within[i]);
    MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &part[i], &apart[i]);
  }
  MPI_Win_set_name(apart[MANY - 1], "last");
  for (int n = 0; n < ROUNDS; n++)
    for (int i = 0; i < MANY; i++)
      memory[2 * i + 1] += n, part[i][1] = n;
  for (int i = 0; i < MANY; i++)
    MPI_Win_fence(MPI_MODE_NOSTORE, within[i]);
  MPI_Win_fence(0, apart[MANY - 1]);
  MPI_Win_fence(0, around);
  MPI_Win_free(&around);
  for (int i = 0; i < MANY; i++) {
    MPI_Win_free(&within[i]);
    MPI_Win_free(&apart[MANY - 1 - i]);
  }
  MPI_Finalize();
}
