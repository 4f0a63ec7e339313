/* MPI_Buffer_iflush waits for what is in the buffer when it is called, not for
 * what comes later and needs that it has ended. [MPI-4.1 3.6]
 *
 * run: np=2
 * run: np=2 options="--protocol message --progress weak"
 * stdout: ok
 * mpich: no (MPICH 4.0.2 does not know it)
 */
#include "check.h"

enum { LARGE = 1 << 16, BEFORE = 2, LAST = BEFORE + 1 };

static char data[LARGE], room[4 * (LARGE + MPI_BSEND_OVERHEAD)];

static void sender(void)
{
  MPI_Request flushes[2];
  void *address;
  int size, done;
  MPI_Buffer_attach(room, sizeof room);
  for (int i = 0; i < BEFORE; i++)
    MPI_Bsend(data, LARGE, MPI_CHAR, 1, i, MPI_COMM_WORLD);
  MPI_Buffer_iflush(&flushes[0]);
  MPI_Bsend(data, LARGE, MPI_CHAR, 1, BEFORE, MPI_COMM_WORLD);
  MPI_Buffer_iflush(&flushes[1]);
  MPI_Wait(&flushes[0], MPI_STATUS_IGNORE);
  MPI_Test(&flushes[1], &done, MPI_STATUS_IGNORE);
  CHECK(!done);
  MPI_Send(NULL, 0, MPI_CHAR, 1, LAST, MPI_COMM_WORLD);
  MPI_Wait(&flushes[1], MPI_STATUS_IGNORE);
  MPI_Buffer_detach(&address, &size);
}

/* The one that was sent first comes last of those that the flush is for. */
static void receiver(void)
{
  static const int tags[] = {1, 0, LAST, BEFORE};
  for (int i = 0; i < 4; i++)
    MPI_Recv(data, LARGE, MPI_CHAR, 0, tags[i], MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  if (world_rank() == 0)
    sender();
  else
    receiver();
  int code = report();
  MPI_Finalize();
  return code;
}
