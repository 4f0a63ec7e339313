/* Many duplicates at a time: each is found without a walk over the others.
 *
 * run: np=2 limit=4
 * stdout: ok
 */
#include "check.h"

enum { MANY = 60000 };

int main(int argc, char **argv)
{
  static MPI_Comm comms[MANY];
  static MPI_Request requests[MANY];
  int got;
  MPI_Init(&argc, &argv);
  int me = world_rank();
  for (int i = 0; i < MANY; i++)
    MPI_Comm_idup(MPI_COMM_WORLD, &comms[i], &requests[i]);
  MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < MANY; i += 999) {
    MPI_Sendrecv(&i, 1, MPI_INT, !me, 0, &got, 1, MPI_INT, !me, 0, comms[i],
                 MPI_STATUS_IGNORE);
    SAME(got, i);
  }
  for (int i = 0; i < MANY; i++)
    MPI_Comm_free(&comms[i]);
  int code = report();
  MPI_Finalize();
  return code;
}
