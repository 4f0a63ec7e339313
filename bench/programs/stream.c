/* Large messages, whose time two simulators of the same machine must agree on:
 * in groups of FAN + 1 ranks, FAN of them send to the first at once.
 *
 *   stream [BYTES [FAN]]     16 MiB, 1 */
#include "bench.h"

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int bytes = bench_argument(argc, argv, 1, 16 << 20);
  int fan = bench_argument(argc, argv, 2, 1);
  int me = bench_rank(), place = me % (fan + 1), first = me - place;
  int ranks = bench_ranks(), members = ranks - first - 1;
  if (members > fan) members = fan;
  MPI_Request *requests = malloc(sizeof *requests * (size_t)(fan + 1));
  char *data = calloc((size_t)(place ? 1 : fan), bytes);
  int posted = 0;
  for (int i = 0; place == 0 && i < members; i++)
    MPI_Irecv(data + (size_t)i * bytes, bytes, MPI_CHAR, first + 1 + i, 0,
              MPI_COMM_WORLD, &requests[posted++]);
  MPI_Barrier(MPI_COMM_WORLD);
  double start = MPI_Wtime();
  if (place)
    MPI_Send(data, bytes, MPI_CHAR, first, 0, MPI_COMM_WORLD);
  else
    MPI_Waitall(posted, requests, MPI_STATUSES_IGNORE);
  bench_report(ranks - 1, MPI_Wtime() - start, 1);
  free(requests);
  free(data);
  MPI_Finalize();
  return 0;
}
