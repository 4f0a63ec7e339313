/* MPI_CHAR is text, on which MPI defines no operators; it is added all the
 * same, as a number with a sign, and the checker tells where.
 *
 * run: np=2
 * stdout: ok
 * run: np=2 options="--check" exit=121
 * stdout: ok
 * stderr: MPI_SUM is not defined on MPI_CHAR, which is text
 * stderr: rank 0 at op_text.c:34
 * stderr: rank 0 at op_text.c:36
 * stderr: rank 0 at op_text.c:40
 * stderr: rank 1 at op_text.c:43
 */
#include "check.h"

int main(int argc, char **argv)
{
  char *memory, one = 1, two = 2, all = 100, found = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(2, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = memory[1] = 100;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);

  /* Text is stored and compared as anything is. */
  MPI_Accumulate(&two, 1, MPI_CHAR, world_rank(), 1, 1, MPI_CHAR, MPI_REPLACE,
                 win);
  MPI_Win_flush(world_rank(), win);
  CHECK(memory[1] == 2);

  if (world_rank() == 0) {
    char most = 101, was;
    MPI_Accumulate(&one, 1, MPI_CHAR, 1, 0, 1, MPI_CHAR, MPI_SUM, win);
    MPI_Win_flush(1, win);
    MPI_Get_accumulate(&two, 1, MPI_CHAR, &found, 1, MPI_CHAR, 1, 0, 1,
                       MPI_CHAR, MPI_MAX, win);
    MPI_Win_flush(1, win);
    CHECK(found == 101);
    MPI_Compare_and_swap(&one, &most, &was, MPI_CHAR, 1, 0, win);
    MPI_Win_flush(1, win);
  }
  MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_CHAR, MPI_SUM, MPI_COMM_WORLD);
  CHECK(all == (char)200);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
