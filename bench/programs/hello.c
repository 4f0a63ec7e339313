/* Start and end: what a rank costs that does nothing. Rank 0 also says how many
 * bytes of its stack are in memory.
 *
 *   hello */
#include "bench.h"

#include <stdint.h>
#include <sys/mman.h>

enum { PAGE = 4096, PAGES_MAX = 64 };

static int in_memory(uintptr_t page)
{
  unsigned char in = 0;
  return mincore((void *)page, PAGE, &in) == 0 && in & 1;
}

/* The touched pages below and above here, without a gap. */
static long stack_touched(void)
{
  char here;
  uintptr_t page = (uintptr_t)&here & ~(uintptr_t)(PAGE - 1);
  long pages = 1;
  for (int i = 1; i < PAGES_MAX && in_memory(page - i * PAGE); i++)
    pages++;
  return pages * PAGE;
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  double start = MPI_Wtime();
  MPI_Barrier(MPI_COMM_WORLD);
  double seconds = MPI_Wtime() - start;
  if (bench_rank() == 0) printf("stack %ld\n", stack_touched());
  bench_report(bench_ranks(), seconds, 1);
  MPI_Finalize();
  return 0;
}
