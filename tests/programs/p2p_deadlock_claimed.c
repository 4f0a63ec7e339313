/* A receive, or a probe, waits for a message that MPI_Improbe or MPI_Mprobe has
 * taken: the report says where. Of one that does not fit nothing is said.
 *
 * mpich: no (it would hang)
 * run: np=2 exit=122 args="0" twice=1
 * stderr: rank 1 at p2p_deadlock_claimed.c:34: MPI_Recv waits for a message from rank 0 with tag 5 in MPI_COMM_WORLD; one that MPI_Improbe took at p2p_deadlock_claimed.c:24 is still to be received
 * run: np=2 exit=122 args="1"
 * stderr: rank 1 at p2p_deadlock_claimed.c:36: MPI_Probe waits for a message from any rank with any tag in MPI_COMM_WORLD; one that MPI_Mprobe took at p2p_deadlock_claimed.c:28 is still to be received
 * run: np=2 exit=122 args="2"
 * stderr: rank 1 at p2p_deadlock_claimed.c:38: MPI_Recv waits for a message from rank 0 with tag 6 in MPI_COMM_WORLD
 */
#include "check.h"

int main(int argc, char **argv)
{
  int value = 1, flag = 0, how = argc > 1 ? atoi(argv[1]) : 0;
  MPI_Message m;
  MPI_Status *none = MPI_STATUS_IGNORE;
  MPI_Init(&argc, &argv);
  if (world_rank() == 0) {
    MPI_Send(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
  } else if (how == 0) {
    while (!flag)
      MPI_Improbe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &m, none);
  } else {

    /* Of any rank. */
    MPI_Mprobe(MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &m, none);
  }

  if (world_rank() == 1) {

    if (how == 0)
      MPI_Recv(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, none);
    if (how == 1)
      MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, none);
    if (how == 2)
      MPI_Recv(&value, 1, MPI_INT, 0, 6, MPI_COMM_WORLD, none);
  }
  MPI_Finalize();
  return 0;
}
