/* Threads get into a variable of the one that waits for them: at the end of the
 * region, or for its tasks. It has a name all the same.
 *
 * run: np=1 options="--check" args=region exit=121
 * report: oriel: conflict in `in_region` of main() of rank 0, 4 bytes
 * report:   MPI_Get     by rank 0, thread 1, at omp_waits_bad.c:24 (epoch: lock_all, opened at omp_waits_bad.c:36), not yet complete
 * report:   MPI_Get     by rank 0, thread 2, at omp_waits_bad.c:24 (epoch: lock_all, opened at omp_waits_bad.c:36)
 * report:   Nothing orders them. MPI_Win_flush at omp_waits_bad.c:25 comes too late. Let the other thread know of it before its MPI_Get. [MPI-4.1 12.7]
 * run: np=1 options="--check" args=tasks exit=121
 * report: oriel: conflict in `in_tasks` of main() of rank 0, 4 bytes (3 times)
 * report:   MPI_Get     by rank 0, thread 1, at omp_waits_bad.c:24 (epoch: lock_all, opened at omp_waits_bad.c:36), not yet complete
 * report:   MPI_Get     by rank 0, thread 2, at omp_waits_bad.c:24 (epoch: lock_all, opened at omp_waits_bad.c:36)
 * report:   Nothing orders them. MPI_Win_flush at omp_waits_bad.c:25 comes too late. Let the other thread know of it before its MPI_Get. [MPI-4.1 12.7]
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
  int *memory, provided, in_region = 0, in_tasks = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  omp_set_num_threads(3);
  MPI_Win_lock_all(0, win);
  if (strcmp(argv[1], "region") == 0) {
#pragma omp parallel
    if (omp_get_thread_num() > 0) get(&in_region);
  } else {
#pragma omp parallel
#pragma omp single
    {
      for (int i = 0; i < 4; i++)
#pragma omp task
        get(&in_tasks);
#pragma omp taskwait
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return in_region + in_tasks;
}
