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
#include "waiting.h"

#include <cwchar>
#include <iostream>
#include <sys/uio.h>

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
  MPI_Init(&argc, &argv);
  int code = wait_beside(print, argv[1], 0);
  MPI_Finalize();
  return code;
}
