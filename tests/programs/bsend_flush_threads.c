/* MPI_Buffer_flush waits for what is in the buffer when it is called, not for
 * what another thread sends meanwhile, which is received after that.
 * [MPI-4.1 3.6]
 *
 * build: -pthread
 * run: np=2
 * stdout: ok
 * mpich: no (MPICH 4.0.2 does not know it)
 */
#include "check.h"

#include <pthread.h>
#include <unistd.h>

enum { LARGE = 1 << 16, FIRST = 0, LATER, FLUSHED };

static char data[LARGE], room[3 * (LARGE + MPI_BSEND_OVERHEAD)];

static void *later(void *arg)
{
  usleep(100);
  MPI_Bsend(data, LARGE, MPI_CHAR, 1, LATER, MPI_COMM_WORLD);
  return arg;
}

static void sender(void)
{
  pthread_t thread;
  void *address;
  int size;
  MPI_Buffer_attach(room, sizeof room);
  MPI_Bsend(data, LARGE, MPI_CHAR, 1, FIRST, MPI_COMM_WORLD);
  pthread_create(&thread, NULL, later, NULL);
  MPI_Buffer_flush();
  MPI_Send(NULL, 0, MPI_CHAR, 1, FLUSHED, MPI_COMM_WORLD);
  pthread_join(thread, NULL);
  MPI_Buffer_detach(&address, &size);
  CHECK(address == room);
}

static void receiver(void)
{
  static const int tags[] = {FIRST, FLUSHED, LATER};
  usleep(1000);
  for (int i = 0; i < 3; i++)
    MPI_Recv(data, LARGE, MPI_CHAR, 0, tags[i], MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  if (world_rank() == 0)
    sender();
  else
    receiver();
  int code = report();
  MPI_Finalize();
  return code;
}
