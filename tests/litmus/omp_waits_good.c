/* Threads get into elements, one for each, of an array of the one that waits
 * for them.
 *
 * run: np=1 options="--check" args=region
 * run: np=1 options="--check" args=tasks
 * build: --check -fopenmp
 */
#include <mpi.h>
#include <omp.h>
#include <string.h>

static MPI_Win win;

static void get(int *to)
{
  MPI_Get(to, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
}

int main(int argc, char **argv)
{
  int *memory, provided, in_region[3] = {0}, in_tasks[4] = {0};
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  omp_set_num_threads(3);
  MPI_Win_lock_all(0, win);
  if (strcmp(argv[1], "region") == 0) {
#pragma omp parallel
    if (omp_get_thread_num() > 0) get(&in_region[omp_get_thread_num()]);
  } else {
#pragma omp parallel
#pragma omp single
    {
      for (int i = 0; i < 4; i++)
#pragma omp task
        get(&in_tasks[i]);
#pragma omp taskwait
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return in_region[1] + in_tasks[1];
}
