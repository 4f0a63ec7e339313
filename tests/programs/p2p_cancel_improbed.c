/* A message that a matched probe has found is not cancelled any more, whether
 * the probe waited or not.
 *
 * run: np=2 args="wait"
 * run: np=2 args="look"
 * run: np=2 args="look" options="--check"
 */
#include "check.h"

static void send(void)
{
  int value = 7, cancelled;
  MPI_Request request;
  MPI_Status status;
  MPI_Issend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Cancel(&request);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Wait(&request, &status);
  MPI_Test_cancelled(&status, &cancelled);
  CHECK(!cancelled);
}

static void receive(int waits)
{
  int value = 0, found = waits;
  MPI_Message message;
  if (waits) MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
  while (!found)
    MPI_Improbe(0, 0, MPI_COMM_WORLD, &found, &message, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  CHECK(value == 7);
}

int main(int argc, char **argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    send();
  else
    receive(argv[1][0] == 'w');
  MPI_Finalize();
}
