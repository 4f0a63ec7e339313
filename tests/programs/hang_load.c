/* Ranks that wait for ever in loops which look at memory, in functions that
 * these call, or count meanwhile, are reported with the place of the loop,
 * wherever in it they were met.
 *
 * mpich: no (it would hang)
 * run: np=6 exit=122 twice=1
 * stderr: ranks 0, 3 at hang_load.c:33: a loop on memory, without calling MPI
 * stderr: ranks 1, 4 at hang_load.c:36: a loop on memory, without calling MPI
 * stderr: ranks 2, 5 at hang_load.c:39: a loop on memory, without calling MPI
 */
#include "check.h"

static volatile int looks;

__attribute__((noinline)) static int look(const volatile int *flag)
{
  return *flag;
}

__attribute__((noinline)) static int look_and_count(const volatile int *flag)
{
  looks++;
  return look(flag);
}

int main(int argc, char **argv)
{
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Win window = int_window(1, &memory);
  const volatile int *flag = memory;
  if (world_rank() % 3 == 0) {
    while (!*flag) {
    }
  } else if (world_rank() % 3 == 1) {
    while (!look(flag)) {
    }
  } else {
    while (!look_and_count(flag)) {
    }
  }
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
