/* Two threads have a parallel region each, one after the other, by chance: the
 * worker of the one may be that of the other, and orders nothing.
 *
 * run: np=2 options="--check" exit=121
 * build: --check -fopenmp -pthread
 * report: oriel: conflict in `b` of rank 0, 4 bytes
 * report:   MPI_Get     by rank 0, thread 1, at omp_pool_bad.c:30 (epoch: lock_all, opened at omp_pool_bad.c:51), complete only for those who know of it
 * report:   store       by rank 0, thread 2, at omp_pool_bad.c:40, late()
 * report:   Nothing orders them. MPI_Win_flush at omp_pool_bad.c:31 completes the MPI_Get, but nothing lets the other thread know before its store. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>
#include <pthread.h>

static MPI_Win win;
static int b, counts[2][2];

static void work(int counts[2])
{
  for (int again = 0; again < 3; again++) {
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 2; i++)
      counts[i]++;
  }
}

static void *early(void *nothing)
{
  work(counts[0]);
  MPI_Get(&b, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
  work(counts[0]);
  return nothing;
}

static void *late(void *nothing)
{
  oriel_compute(1e-3);
  work(counts[1]);
  b = 5;
  return nothing;
}

int main(int argc, char **argv)
{
  int *memory, rank, provided;
  pthread_t threads[2];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    pthread_create(&threads[0], NULL, early, NULL);
    pthread_create(&threads[1], NULL, late, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
