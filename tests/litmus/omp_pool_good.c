/* Two threads have a parallel region each, one after the other, as the first is
 * joined before the second begins.
 *
 * run: np=2 options="--check"
 * build: --check -fopenmp -pthread
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
    pthread_join(threads[0], NULL);
    pthread_create(&threads[1], NULL, late, NULL);
    pthread_join(threads[1], NULL);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
