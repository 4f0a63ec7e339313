/* MPI_Comm_disconnect waits for receives that another thread waits for, too,
 * whichever of them comes first.
 *
 * run: np=2
 * run: np=2 args="later"
 * run: np=2 options="--check"
 * run: np=2 options="--check" args="later"
 * stdout: ok
 * build: --check
 */
#include "check.h"

#include <pthread.h>
#include <unistd.h>

enum { FIRST, SECOND, WAITED };
enum { SOON = 1000, LATE = 2000 }; /* microseconds */

static int in[WAITED];
static MPI_Request requests[WAITED];
static useconds_t pause_of_other;

static void *waits(void *arg)
{
  usleep(pause_of_other);
  MPI_Wait(&requests[FIRST], MPI_STATUS_IGNORE);
  MPI_Waitall(WAITED, requests, MPI_STATUSES_IGNORE);
  SAME(in[FIRST], 1);
  SAME(in[SECOND], 2);
  return arg;
}

static void receive(MPI_Comm comm)
{
  pthread_t other;
  for (int i = 0; i < WAITED; i++)
    MPI_Irecv(&in[i], 1, MPI_INT, 1, i, comm, &requests[i]);
  pthread_create(&other, NULL, waits, NULL);
  usleep(SOON - pause_of_other);
  MPI_Comm_disconnect(&comm);
  SAME(in[SECOND], 2);
  pthread_join(other, NULL);
}

static void send(MPI_Comm comm)
{
  int out[WAITED] = {1, 2};
  usleep(LATE);
  for (int i = 0; i < WAITED; i++)
    MPI_Send(&out[i], 1, MPI_INT, 0, i, comm);
  MPI_Comm_disconnect(&comm);
}

int main(int argc, char **argv)
{
  int level;
  MPI_Comm comm;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  if (argc > 1) pause_of_other = SOON;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  if (world_rank() == 0)
    receive(comm);
  else
    send(comm);
  int failed = report();
  MPI_Finalize();
  return failed;
}
