/* A loop that computes for long, and never calls MPI, is not taken for one that
 * waits, though for most of each round its counter is on the stack only, and
 * the number that changes elsewhere does not matter.
 *
 * run: np=1
 * stdout: 100000000 rounds
 */
#include <mpi.h>
#include <stdio.h>

/* The stack below belongs to the compiler's red zone. */
static long rounds(long left)
{
  long done = 0;
  __asm__ volatile("sub $128, %%rsp\n"
                   "1: push %0\n"
                   "add $1, %1\n"
                   "mov $0, %0\n"
                   ".rept 40\n"
                   "lea 1(%0), %0\n"
                   ".endr\n"
                   "pop %0\n"
                   "sub $1, %0\n"
                   "jnz 1b\n"
                   "add $128, %%rsp\n"
                   : "+r"(left), "+r"(done)
                   :
                   : "cc", "memory");
  return done;
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  printf("%ld rounds\n", rounds(100 * 1000 * 1000));
  MPI_Finalize();
}
