/* Ranks that wait for what another stores, and meanwhile print by C++'s streams
 * and in other ways: they see it soon after.
 *
 * mpich: no (one of them would hang)
 * stdout-any
 * run: np=2 args="text" twice=1
 * run: np=2 args="endl"
 * run: np=2 args="put"
 * run: np=2 args="wide"
 * run: np=2 args="vector"
 */
#include "check.h"

#include <cwchar>
#include <iostream>
#include <oriel.h>
#include <sys/uio.h>

static volatile int *flag;

static void print(const char *how)
{
  static char text[] = "waiting\n";
  struct iovec v = {text, sizeof text - 1};
  if (!strcmp(how, "text"))
    std::cout << "waiting\n";
  else if (!strcmp(how, "endl"))
    std::cout << world_rank() << std::endl;
  else if (!strcmp(how, "put"))
    std::cout.put('\n');
  else if (!strcmp(how, "wide"))
    std::fputws(L"waiting\n", stdout);
  else
    CHECK(writev(1, &v, 1) == (ssize_t)sizeof text - 1);
}

int main(int argc, char **argv)
{
  int one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(sizeof *flag, sizeof *flag, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &flag, &win);
  MPI_Win_lock_all(0, win);
  *flag = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 1) {
    oriel_compute(1e-3);
    MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  } else {
    while (!*flag)
      print(argv[1]);
    double now = MPI_Wtime();
    CHECK(now > 1e-3 && now < 1.01e-3);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
