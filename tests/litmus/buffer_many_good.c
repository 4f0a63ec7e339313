/* Tens of thousands of sends, puts and requests of local variables at once: the
 * end of one does not look through the others.
 *
 * run: np=2 options="--check" limit=10
 */
#include <mpi.h>

enum { MANY = 40000 };

static MPI_Request requests[2 * MANY];

static void send_all(MPI_Win win)
{
  int mine = 1, put = 2;
  for (int i = 0; i < MANY; i++) {
    MPI_Isend(&mine, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[i]);
    MPI_Rput(&put, 1, MPI_INT, 1, i, 1, MPI_INT, win, &requests[MANY + i]);
  }
  for (int i = 0; i < 2 * MANY; i++)
    MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
}

static void flush_each(MPI_Win win)
{
  int put = 3;
  for (int i = 0; i < MANY; i++)
    MPI_Put(&put, 1, MPI_INT, 1, i, 1, MPI_INT, win);
  for (int i = 0; i < MANY; i++) {
    MPI_Put(&put, 1, MPI_INT, 0, i, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
  }
  MPI_Win_flush_all(win);
}

int main(int argc, char **argv)
{
  int rank, value, *part;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(MANY * sizeof *part, sizeof *part, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &part, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    send_all(win);
    MPI_Win_flush_all(win);
    flush_each(win);
  }
  for (int i = 0; rank == 1 && i < MANY; i++)
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
