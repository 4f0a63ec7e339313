/* Buffers of sessions: those sends use them whose communicator comes from the
 * session, through whatever groups and communicators.
 *
 * run: np=2
 * stdout: ok
 * mpich: no
 *   MPICH 4.0 does not have them.
 */
#include "check.h"

static char space[2][200 + MPI_BSEND_OVERHEAD];

static MPI_Comm comm_from(MPI_Session session, const char *tag)
{
  MPI_Group group, reversed;
  MPI_Comm comm, dup;
  int ranks[] = {1, 0};
  MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
  MPI_Group_incl(group, 2, ranks, &reversed);
  MPI_Comm_create_from_group(reversed, tag, MPI_INFO_NULL, MPI_ERRORS_RETURN,
                             &comm);
  MPI_Comm_dup(comm, &dup);
  MPI_Group_free(&group);
  MPI_Group_free(&reversed);
  MPI_Comm_free(&comm);
  return dup;
}

static int sends(MPI_Comm comm, int bytes)
{
  static char data[400];
  MPI_Request request;
  int rank;
  MPI_Comm_rank(comm, &rank);
  int error = error_class_of(
      MPI_Ibsend(data, bytes, MPI_CHAR, 1 - rank, 0, comm, &request));
  if (error == MPI_SUCCESS) {
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Recv(data, bytes, MPI_CHAR, 1 - rank, 0, comm, MPI_STATUS_IGNORE);
  }
  return error;
}

int main(int argc, char **argv)
{
  MPI_Session one, two;
  MPI_Request request;
  void *address;
  int size;
  MPI_Count wide;
  MPI_Init(&argc, &argv);
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &one);
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &two);
  MPI_Comm first = comm_from(one, "one"), second = comm_from(two, "two");
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  SAME(sends(first, 10), MPI_ERR_BUFFER); /* none anywhere */
  REFUSED(MPI_ERR_BUFFER, MPI_Session_detach_buffer(one, &address, &size));
  ACCEPTED(MPI_Session_flush_buffer(one));
  ACCEPTED(MPI_Session_attach_buffer(one, space[0], sizeof space[0]));
  REFUSED(MPI_ERR_BUFFER,
          MPI_Session_attach_buffer(one, space[1], sizeof space[1]));
  SAME(sends(first, 200), MPI_SUCCESS);
  SAME(sends(first, 201), MPI_ERR_BUFFER);
  SAME(sends(second, 10), MPI_ERR_BUFFER); /* of another session */
  SAME(sends(MPI_COMM_WORLD, 10), MPI_ERR_BUFFER);
  ACCEPTED(MPI_Session_attach_buffer_c(two, space[1], sizeof space[1]));
  SAME(sends(second, 200), MPI_SUCCESS);
  ACCEPTED(MPI_Session_flush_buffer(two));
  ACCEPTED(MPI_Session_iflush_buffer(two, &request));
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  ACCEPTED(MPI_Session_detach_buffer(one, &address, &size));
  CHECK(address == space[0] && size == (int)sizeof space[0]);
  ACCEPTED(MPI_Session_detach_buffer_c(two, &address, &wide));
  CHECK(address == space[1] && wide == (MPI_Count)sizeof space[1]);
  SAME(sends(first, 10), MPI_ERR_BUFFER);
  MPI_Comm_free(&first);
  MPI_Comm_free(&second);
  MPI_Session_attach_buffer(one, space[0], sizeof space[0]);
  MPI_Session_finalize(&one); /* detaches */
  MPI_Session_finalize(&two);
  int failed = report();
  MPI_Finalize();
  return failed;
}
