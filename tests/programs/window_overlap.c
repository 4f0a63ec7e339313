/* Two windows over the same memory, and a third over a part of it: what is put
 * through one is there for the next epoch of another.
 *
 * mpich: no (it misplaces windows at addresses that are no multiple of 16)
 * run: np=3
 * run: np=3 options="--protocol message --progress weak"
 * stdout: ok
 */
#include "check.h"

int main(int argc, char **argv)
{
  static int memory[8];
  MPI_Win whole, again, part;
  MPI_Init(&argc, &argv);
  int me = world_rank(), n = world_size(), next = (me + 1) % n, got = -1;
  int before = (me + n - 1) % n, value = 10 + me;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL,
                 MPI_COMM_WORLD, &whole);
  MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                 &again);
  MPI_Win_create(memory + 4, 4 * sizeof(int), sizeof(int), MPI_INFO_NULL,
                 MPI_COMM_WORLD, &part);
  MPI_Win_fence(0, whole);
  MPI_Put(&value, 1, MPI_INT, next, 5, 1, MPI_INT, whole);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, whole);

  MPI_Win_fence(0, part);
  MPI_Get(&got, 1, MPI_INT, next, 1, 1, MPI_INT, part);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, part);
  SAME(got, 10 + me);

  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, again);
  value = 20 + me;
  MPI_Put(&value, 1, MPI_INT, next, 6 * sizeof(int), 1, MPI_INT, again);
  MPI_Win_unlock(next, again);
  MPI_Barrier(MPI_COMM_WORLD);
  SAME(memory[5], 10 + before);
  SAME(memory[6], 20 + before);
  MPI_Win_free(&part);
  MPI_Win_free(&again);
  MPI_Win_free(&whole);
  int code = report();
  MPI_Finalize();
  return code;
}
