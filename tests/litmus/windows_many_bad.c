/* Thousands of windows at once, of which some lie within others: a store finds
 * those that it concerns without a look at all.
 *
 * run: np=1 options="--check" exit=121 limit=40
 * build: --check
 * report: oriel: broken assertion MPI_MODE_NOSTORE on window "around" of rank 0
 * report:   store         by rank 0 at windows_many_bad.c:38, main()
 * report:   MPI_Win_fence by rank 0 at windows_many_bad.c:42
 * report:   It says that the rank has not written to its part of the window since its last synchronisation there; leave it out. [MPI-4.1 12.5.5]
 * report: oriel: store outside window "last" of rank 0: at byte 8, beyond its bytes [0, 8)
 * report:   MPI_Win_allocate by rank 0 at windows_many_bad.c:33
 * report:   store            by rank 0 at windows_many_bad.c:44, main()
 * report:   Stay within the part, or allocate more. [MPI-4.1 12.2]
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
  MPI_Win_fence(MPI_MODE_NOSTORE, around);
  MPI_Win_free(&around);
  part[MANY - 1][2] = 1;
  for (int i = 0; i < MANY; i++) {
    MPI_Win_free(&within[i]);
    MPI_Win_free(&apart[MANY - 1 - i]);
  }
  MPI_Finalize();
}
