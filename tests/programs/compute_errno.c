/* A loop that computes for long has its errno as it was. What is computed looks
 * like addresses that nobody may read.
 *
 * run: np=1
 * stdout: kept
 */
#include <errno.h>
#include <mpi.h>
#include <stdio.h>

enum { ROUNDS = 300000000 };

int main(int argc, char **argv)
{
  unsigned long x = 1;
  MPI_Init(&argc, &argv);
  errno = EDOM;
  for (int i = 0; i < ROUNDS; i++)
    __asm__("leaq 7(%0,%0,4), %0" : "+r"(x)::"memory");
  printf("%s\n", errno == EDOM ? "kept" : "lost");
  MPI_Finalize();
  return x == 0 || errno != EDOM;
}
