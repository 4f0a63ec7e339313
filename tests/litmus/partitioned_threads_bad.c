/* A thread marks a partition as ready, and another one stores there before it
 * has waited for the send.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in `data` of rank 0, 4 bytes
 * report:   MPI_Pready  by rank 0, thread 2, at partitioned_threads_bad.c:23, not yet complete
 * report:   store       by rank 0 at partitioned_threads_bad.c:37, send()
 * report:   Nothing orders them. MPI_Wait at partitioned_threads_bad.c:38 comes too late; move the store after it. [MPI-4.1 4.2]
 * build: --check -pthread
 */
#include <mpi.h>
#include <oriel.h>
#include <pthread.h>
#include <stddef.h>

static MPI_Request request;
static int data[2];

static void *fill(void *part)
{
  int i = *(int *)part;
  data[i] = i + 1;
  MPI_Pready(i, request);
  return NULL;
}

static void send(void)
{
  pthread_t filler[2];
  int part[2] = {0, 1};
  MPI_Psend_init(data, 2, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
                 &request);
  MPI_Start(&request);
  for (int i = 0; i < 2; i++)
    pthread_create(&filler[i], NULL, fill, &part[i]);
  oriel_compute(1e-3);
  data[1] = 7;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  for (int i = 0; i < 2; i++)
    pthread_join(filler[i], NULL);
}

int main(int argc, char **argv)
{
  int provided, rank;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    send();
  } else {
    MPI_Precv_init(data, 2, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
  }
  MPI_Finalize();
}
