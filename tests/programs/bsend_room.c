/* A buffered message has left when its time has come, however far the rank has
 * come without waiting for anything: its room is free again.
 *
 * run: np=2
 * run: np=2 options="--plain"
 * stdout: ok
 * mpich: no (there it leaves when it can)
 */
#include "check.h"

enum { TIMES = 10 };

static void send_all(void)
{
  static char room[2 * (MPI_BSEND_OVERHEAD + sizeof(int))];
  int x = 0, n = 0;
  MPI_Buffer_attach(room, sizeof room);
  for (int i = 0; i < TIMES; i++) {
    n += MPI_Bsend(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD) == MPI_SUCCESS;
    MPI_Send(&x, 1, MPI_INT, 1, 1, MPI_COMM_WORLD); /* takes as long */
  }
  CHECK(n == TIMES);
  MPI_Send(&n, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
}

static void receive(int tag, int times)
{
  for (int x, i = 0; i < times; i++)
    MPI_Recv(&x, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
  int sent;
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (world_rank() == 0) {
    send_all();
  } else {
    MPI_Recv(&sent, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    receive(0, sent);
    receive(1, TIMES);
  }
  int code = report();
  MPI_Finalize();
  return code;
}
