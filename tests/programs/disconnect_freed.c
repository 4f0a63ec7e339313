/* MPI_Comm_disconnect waits for receives whose requests are freed, and tells of
 * one that nobody sends to.
 *
 * run: np=4
 * stdout: ok
 * run: np=4 args="never" exit=122
 * stderr: rank 1 at disconnect_freed.c:35: MPI_Comm_disconnect waits for a message from rank 0 with tag 7
 */
#include "check.h"

enum { MESSAGES = 3 };

int main(int argc, char **argv)
{
  int rank, size, in[MESSAGES] = {0}, out[MESSAGES] = {1, 2, 3};
  MPI_Comm comm;
  MPI_Request request;
  (void)argv;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  for (int i = 0; i < MESSAGES; i++) {
    MPI_Irecv(&in[i], 1, MPI_INT, (rank + size - 1) % size, 0, comm, &request);
    MPI_Request_free(&request);
  }
  for (int i = 0; i < MESSAGES; i++) {
    MPI_Isend(&out[i], 1, MPI_INT, (rank + 1) % size, 0, comm, &request);
    MPI_Request_free(&request);
  }
  if (argc > 1 && rank == 1) {
    MPI_Irecv(&size, 1, MPI_INT, 0, 7, comm, &request);
    MPI_Request_free(&request);
  }
  MPI_Comm_disconnect(&comm);
  for (int i = 0; i < MESSAGES; i++)
    SAME(in[i], i + 1);
  int failed = report();
  MPI_Finalize();
  return failed;
}
