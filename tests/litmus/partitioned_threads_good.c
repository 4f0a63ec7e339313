/* A send whose partitions threads fill is complete when all of them are marked
 * as ready: who has waited for it may use the buffer, and free the request.
 *
 * run: np=2 options="--check"
 * build: --check -pthread
 */
#include <mpi.h>
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
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  data[1] = 7;
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
