/* MPI inside regions: every thread puts, accumulates and flushes, sends and
 * receives; the ranks have different numbers of threads.
 *
 * run: np=3 twice=1
 * stdout: ok
 * run: np=3 options="--protocol message --progress weak"
 * stdout: ok
 * build: -fopenmp
 */
#include "check.h"
#include <omp.h>

enum { THREADS = 6, N = 24 };

static void one_sided(int rank, int size)
{
  long *memory;
  MPI_Win win;
  MPI_Win_allocate((N + 1) * sizeof(long), sizeof(long), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &win);
  memset(memory, 0, (N + 1) * sizeof(long));
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  int right = (rank + 1) % size;
  static const long one = 1; /* outlives the accumulates */
#pragma omp parallel num_threads(2 + rank)
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < N; i++) {
      long value = 100 * rank + i;
      MPI_Put(&value, 1, MPI_LONG, right, i, 1, MPI_LONG, win);
      MPI_Accumulate(&one, 1, MPI_LONG, 0, N, 1, MPI_LONG, MPI_SUM, win);
      MPI_Win_flush(right, win);
    }
#pragma omp single
    MPI_Win_flush_all(win);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  int left = (rank + size - 1) % size;
  for (int i = 0; i < N; i++)
    CHECK(memory[i] == 100 * left + i);
  if (rank == 0) CHECK(memory[N] == (long)N * size);
  MPI_Win_free(&win);
}

static void messages(int rank, int size)
{
  long sum = 0;
#pragma omp parallel num_threads(THREADS) reduction(+ : sum)
  {
    long mine = 10 * rank + omp_get_thread_num(), got;
    int tag = omp_get_thread_num();
    for (int round = 0; round < 5; round++) {
      MPI_Sendrecv(&mine, 1, MPI_LONG, (rank + 1) % size, tag, &got, 1,
                   MPI_LONG, (rank + size - 1) % size, tag, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE);
      mine = got;
    }
    sum += got;
  }
  int from = (rank + 5 * size - 5) % size;
  CHECK(sum == THREADS * 10 * from + THREADS * (THREADS - 1) / 2);
  long total = 0;
#pragma omp parallel num_threads(rank + 1) reduction(+ : total)
  {
#pragma omp master
    MPI_Allreduce(&sum, &total, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
#pragma omp barrier
  }
  CHECK(total == size * THREADS * (THREADS - 1) / 2 +
                     THREADS * 10L * size * (size - 1) / 2);
}

int main(int argc, char **argv)
{
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  CHECK(provided == MPI_THREAD_MULTIPLE);
  one_sided(world_rank(), world_size());
  messages(world_rank(), world_size());
  int failed = report();
  MPI_Finalize();
  return failed;
}
