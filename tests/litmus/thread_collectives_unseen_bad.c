/* One collective of a thread begins while another's goes on. No atomics can
 * have put them in order, so it does not matter that these are not seen.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: rank 0, thread 1 at thread_collectives_unseen_bad.c:18: MPI_Allreduce, which nothing orders after MPI_Allreduce of thread 0 at thread_collectives_unseen_bad.c:31, on one communicator; order them [MPI-4.1 6.14, 11.6.2]
 * build: -pthread
 */
#include <mpi.h>
#include <oriel.h>
#include <pthread.h>

static MPI_Comm second;

static void *sum(void *unused)
{
  int one = 1, all;
  oriel_compute(1e-3);
  MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return unused;
}

int main(int argc, char **argv)
{
  pthread_t other;
  int rank, provided, one = 1, all;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_dup(MPI_COMM_WORLD, &second);
  if (rank == 1) oriel_compute(5e-3);
  pthread_create(&other, NULL, sum, NULL);
  MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  pthread_join(other, NULL);
  MPI_Comm_free(&second);
  MPI_Finalize();
  return 0;
}
