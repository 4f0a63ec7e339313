/* What point-to-point calls refuse, and with which class.
 *
 * run: np=2
 * stdout: ok
 * mpich: no, it receives into entries that overlap
 */
#include "check.h"

int main(int argc, char **argv)
{
  int x[4] = {0}, flag;
  MPI_Request r;
  MPI_Status s, both[2];
  MPI_Comm w = MPI_COMM_WORLD;
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(w, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  REFUSED(MPI_ERR_RANK, MPI_Send(x, 1, MPI_INT, 2, 0, w));
  REFUSED(MPI_ERR_RANK, MPI_Recv(x, 1, MPI_INT, -9, 0, w, &s));
  REFUSED(MPI_ERR_RANK, MPI_Send(x, 1, MPI_INT, MPI_ANY_SOURCE, 0, w));
  REFUSED(MPI_ERR_TAG, MPI_Send(x, 1, MPI_INT, 0, MPI_ANY_TAG, w));
  REFUSED(MPI_ERR_COUNT, MPI_Irecv(x, -1, MPI_INT, 0, 0, w, &r));
  REFUSED(MPI_ERR_TYPE, MPI_Send(x, 1, MPI_DATATYPE_NULL, 0, 0, w));
  REFUSED(MPI_ERR_BUFFER, MPI_Send(NULL, 1, MPI_INT, 0, 0, w));
  REFUSED(MPI_ERR_COMM, MPI_Send(x, 1, MPI_INT, 0, 0, MPI_COMM_NULL));
  REFUSED(MPI_ERR_BUFFER, MPI_Bsend(x, 1, MPI_INT, 0, 0, w));
  r = MPI_REQUEST_NULL;
  REFUSED(MPI_ERR_REQUEST, MPI_Start(&r));
  REFUSED(MPI_ERR_REQUEST, MPI_Cancel(&r));
  ACCEPTED(MPI_Wait(&r, &s));
  ACCEPTED(MPI_Test(&r, &flag, &s));
  CHECK(flag && s.MPI_SOURCE == MPI_ANY_SOURCE && s.MPI_TAG == MPI_ANY_TAG);

  MPI_Datatype doubled; /* both entries at one place */
  MPI_Aint at[2] = {0, 0};
  MPI_Type_create_hindexed_block(2, 1, at, MPI_INT, &doubled);
  REFUSED(MPI_ERR_TYPE, MPI_Send(x, 1, doubled, 0, 0, w)); /* uncommitted */
  MPI_Type_commit(&doubled);
  REFUSED(MPI_ERR_TYPE, MPI_Recv(x, 1, doubled, 0, 0, w, &s));

  if (world_rank() == 0) {
    ACCEPTED(MPI_Send(x, 4, MPI_INT, 1, 0, w));
    ACCEPTED(MPI_Send(x, 1, MPI_INT, 1, 1, w));
    ACCEPTED(MPI_Send(x, 4, MPI_INT, 1, 2, w));
  } else {
    MPI_Request two[2];
    REFUSED(MPI_ERR_TRUNCATE, MPI_Recv(x, 3, MPI_INT, 0, 0, w, &s));
    MPI_Irecv(x, 1, MPI_INT, 0, 1, w, &two[0]);
    MPI_Irecv(x + 1, 1, MPI_INT, 0, 2, w, &two[1]);
    REFUSED(MPI_ERR_IN_STATUS, MPI_Waitall(2, two, both));
    REFUSED(MPI_SUCCESS, both[0].MPI_ERROR);
    REFUSED(MPI_ERR_TRUNCATE, both[1].MPI_ERROR);
  }
  MPI_Type_free(&doubled);
  int code = report();
  MPI_Finalize();
  return code;
}
