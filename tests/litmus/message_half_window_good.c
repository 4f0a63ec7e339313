/* Of a buffer the second half lies in a window, and the first in memory that is
 * the rank's alone; beside it another message's buffer is under way, which came
 * before it, or comes after it.
 *
 * build: --check
 * run: np=2 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  static int first[9], second[9], other[8];
  int rank, size = 4 * sizeof(int);
  MPI_Win window[2];
  MPI_Request request[4];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(first + 4, size, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &window[0]);
  MPI_Win_create(second + 4, size, 4, MPI_INFO_NULL, MPI_COMM_WORLD,
                 &window[1]);
  if (rank == 0) {
    MPI_Irecv(first + 8, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request[0]);
    MPI_Isend(first, 8, MPI_INT, 1, 1, MPI_COMM_WORLD, &request[1]);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    MPI_Isend(second, 8, MPI_INT, 1, 3, MPI_COMM_WORLD, &request[2]);
    MPI_Irecv(second + 8, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, &request[3]);
    MPI_Waitall(2, request + 2, MPI_STATUSES_IGNORE);
  } else {
    for (int tag = 0; tag < 4; tag += 2) {
      MPI_Send(other, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
      MPI_Recv(other, 8, MPI_INT, 0, tag + 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
    }
  }
  MPI_Win_free(&window[0]);
  MPI_Win_free(&window[1]);
  MPI_Finalize();
}
