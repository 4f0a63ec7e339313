/* A deadlock in a collective names the member that is missing: not one that has
 * left it already, as the root of a broadcast has, nor one that goes on while a
 * nonblocking one is under way.
 *
 * run: np=4 args="bcast" exit=122
 * run: np=4 args="bcast" exit=122 options="--coll=model"
 * stderr: rank 3 at deadlock_collective.c:41: MPI_Bcast waits for rank 2 of MPI_COMM_WORLD to take part in MPI_Bcast
 * stderr: ranks 0-2 at deadlock_collective.c:53: MPI_Finalize waits for rank 3 of MPI_COMM_WORLD to take part in MPI_Finalize
 * stderr: cycle: rank 3 -> rank 2 -> rank 3
 * run: np=4 args="ibcast" exit=122
 * run: np=4 args="ibcast" exit=122 options="--coll=model"
 * stderr: rank 3 at deadlock_collective.c:52: MPI_Wait waits for rank 2 of MPI_COMM_WORLD to take part in MPI_Ibcast (MPI_Ibcast at deadlock_collective.c:43)
 * stderr: ranks 0-2 at deadlock_collective.c:53: MPI_Finalize waits for rank 3 of MPI_COMM_WORLD to take part in MPI_Finalize
 * stderr: cycle: rank 3 -> rank 2 -> rank 3
 * run: np=4 args="barrier" exit=122
 * stderr: rank 2 at deadlock_collective.c:39: MPI_Barrier waits for rank 3 of MPI_COMM_WORLD to take part in MPI_Barrier
 * stderr: rank 3 at deadlock_collective.c:41: MPI_Bcast waits for rank 2 of MPI_COMM_WORLD to take part in MPI_Bcast
 * stderr: ranks 0-1 at deadlock_collective.c:53: MPI_Finalize waits for rank 2 of MPI_COMM_WORLD to take part in MPI_Finalize
 * run: np=4 args="iallgather" exit=122
 * stderr: ranks 0-1, 3 at deadlock_collective.c:52: MPI_Wait waits for rank 2 of MPI_COMM_WORLD to take part in MPI_Iallgather (MPI_Iallgather at deadlock_collective.c:45)
 * stderr: rank 2 at deadlock_collective.c:53: MPI_Finalize waits for rank 0 of MPI_COMM_WORLD to take part in MPI_Finalize
 * run: np=4 args="start" exit=122
 * stderr: ranks 0-1, 3 at deadlock_collective.c:52: MPI_Wait waits for rank 2 of MPI_COMM_WORLD to take part in MPI_Barrier_init (MPI_Start at deadlock_collective.c:48)
 * run: np=4 args="idup" exit=122
 * stderr: ranks 0-1, 3 at deadlock_collective.c:52: MPI_Wait waits for rank 2 of MPI_COMM_WORLD to take part in MPI_Comm_idup (MPI_Comm_idup at deadlock_collective.c:50)
 */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
  int rank, x = 0, all[4];
  MPI_Comm copy = MPI_COMM_NULL;
  MPI_Request r = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const char *what = argv[1];
  if (rank == 2) {
    if (!strcmp(what, "barrier")) MPI_Barrier(MPI_COMM_WORLD);
  } else if (!strcmp(what, "bcast") || !strcmp(what, "barrier")) {
    MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD);
  } else if (!strcmp(what, "ibcast")) {
    MPI_Ibcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD, &r);
  } else if (!strcmp(what, "iallgather")) {
    MPI_Iallgather(&x, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD, &r);
  } else if (!strcmp(what, "start")) {
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &r);
    MPI_Start(&r);
  } else {
    MPI_Comm_idup(MPI_COMM_WORLD, &copy, &r);
  }
  if (r != MPI_REQUEST_NULL) MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
