/* What is private to the threads of a team stays from one region of OpenMP to
 * the next: a Put may be completed behind the region.
 *
 * run: np=2 options="--check"
 * build: -fopenmp
 */
#include <mpi.h>
#include <omp.h>

static int sent;
#pragma omp threadprivate(sent)

int main(int argc, char **argv)
{
  int *memory, rank, provided;
  MPI_Win win;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(32, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  omp_set_dynamic(0);
  MPI_Win_lock_all(0, win);
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num();
    sent = me;
    MPI_Put(&sent, 1, MPI_INT, 1 - rank, me, 1, MPI_INT, win);
  }
  MPI_Win_flush(1 - rank, win);
#pragma omp parallel num_threads(4)
  if (sent != omp_get_thread_num()) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
