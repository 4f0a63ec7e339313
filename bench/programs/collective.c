/* A barrier and an allreduce of one double, in turn.
 *
 *   collective [TIMES]     20 */
#include "bench.h"

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int times = bench_argument(argc, argv, 1, 20);
  int ranks = bench_ranks(), right = 1;
  double one = 1, sum;
  double start = MPI_Wtime();
  for (int i = 0; i < times; i++) {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    right = right && sum == ranks;
  }
  double seconds = MPI_Wtime() - start;
  bench_report(2.0 * ranks * times, seconds, right);
  MPI_Finalize();
  return 0;
}
