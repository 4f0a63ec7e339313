/* Of a buffer the second half lies in a window, and the first in memory that is
 * the rank's alone; there another message's buffer is under way, which came
 * before it, or comes after it.
 *
 * build: --check
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in `first` of rank 0, 4 bytes
 * report:   MPI_Irecv   by rank 0 at message_half_window_bad.c:30, not yet complete
 * report:   MPI_Isend   by rank 0 at message_half_window_bad.c:31
 * report:   Nothing orders them. MPI_Waitall at message_half_window_bad.c:32 comes too late; move the MPI_Isend after it. [MPI-4.1 3.7.2]
 * report: oriel: conflict in `second` of rank 0, 4 bytes
 * report:   MPI_Isend   by rank 0 at message_half_window_bad.c:33, not yet complete
 * report:   MPI_Irecv   by rank 0 at message_half_window_bad.c:34
 * report:   Nothing orders them. MPI_Waitall at message_half_window_bad.c:35 comes too late; move the MPI_Irecv after it, or use another buffer. [MPI-4.1 3.7.2]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  static int first[8], second[8], other[8];
  int rank, size = 4 * sizeof(int);
  MPI_Win window[2];
  MPI_Request request[4];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(first + 4, size, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &window[0]);
  MPI_Win_create(second + 4, size, 4, MPI_INFO_NULL, MPI_COMM_WORLD,
                 &window[1]);
  if (rank == 0) {
    MPI_Irecv(first, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request[0]);
    MPI_Isend(first, 8, MPI_INT, 1, 1, MPI_COMM_WORLD, &request[1]);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    MPI_Isend(second, 8, MPI_INT, 1, 3, MPI_COMM_WORLD, &request[2]);
    MPI_Irecv(second, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, &request[3]);
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
