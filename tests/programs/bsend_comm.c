/* Buffers of communicators: buffered sends take theirs from there, and from
 * the rank's where the communicator has none; each has its own room.
 *
 * run: np=2
 * run: np=2 options="--protocol message --progress weak"
 * stdout: ok
 * mpich: no
 *   MPICH 4.0.2 does not know them.
 */
#include "check.h"

enum { N = 1 << 16, BYTES = N * sizeof(int) + MPI_BSEND_OVERHEAD };

static char small[BYTES], other[2 * BYTES];

static void attach_rules(MPI_Comm comm)
{
  void *at;
  int size;
  MPI_Count wide;
  MPI_Request request;
  REFUSED(MPI_ERR_BUFFER, MPI_Comm_detach_buffer(comm, &at, &size));
  REFUSED(MPI_ERR_BUFFER, MPI_Comm_attach_buffer(comm, NULL, 10));
  REFUSED(MPI_ERR_ARG, MPI_Comm_attach_buffer(comm, small, -1));
  REFUSED(MPI_ERR_COMM, MPI_Comm_attach_buffer(MPI_COMM_NULL, small, 1));
  ACCEPTED(MPI_Comm_flush_buffer(comm));
  ACCEPTED(MPI_Comm_iflush_buffer(comm, &request));
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  ACCEPTED(MPI_Comm_attach_buffer(comm, small, sizeof small));
  REFUSED(MPI_ERR_BUFFER, MPI_Comm_attach_buffer(comm, other, 10));
  ACCEPTED(MPI_Comm_detach_buffer(comm, &at, &size));
  CHECK(at == small && size == sizeof small);
  ACCEPTED(MPI_Comm_attach_buffer_c(comm, other, sizeof other));
  ACCEPTED(MPI_Comm_detach_buffer_c(comm, &at, &wide));
  CHECK(at == other && wide == sizeof other);
  ACCEPTED(MPI_Comm_attach_buffer(comm, MPI_BUFFER_AUTOMATIC, 0));
  ACCEPTED(MPI_Comm_detach_buffer(comm, &at, &size));
  CHECK(at == MPI_BUFFER_AUTOMATIC);
}

static void send_all(MPI_Comm comm, MPI_Comm plain)
{
  int data[N], size;
  void *at;
  MPI_Request request;
  for (int i = 0; i < N; i++)
    data[i] = i;
  REFUSED(MPI_ERR_BUFFER, MPI_Bsend(data, N, MPI_INT, 1, 0, comm));
  MPI_Comm_attach_buffer(comm, small, sizeof small);
  MPI_Buffer_attach(other, sizeof other);
  ACCEPTED(MPI_Bsend(data, N, MPI_INT, 1, 0, comm));
  REFUSED(MPI_ERR_BUFFER, MPI_Bsend(data, N, MPI_INT, 1, 0, comm));
  ACCEPTED(MPI_Bsend(data, N, MPI_INT, 1, 1, plain)); /* through the rank's */
  ACCEPTED(MPI_Bsend(data, N, MPI_INT, 1, 2, plain));
  REFUSED(MPI_ERR_BUFFER, MPI_Bsend(data, N, MPI_INT, 1, 3, plain));
  memset(data, -1, sizeof data);
  MPI_Comm_iflush_buffer(comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < N; i++)
    data[i] = i;
  ACCEPTED(MPI_Bsend(data, N, MPI_INT, 1, 4, comm));
  ACCEPTED(MPI_Comm_flush_buffer(comm));
  ACCEPTED(MPI_Comm_detach_buffer(comm, &at, &size));
  MPI_Buffer_detach(&at, &size);
  CHECK(at == other);
  MPI_Comm_attach_buffer(comm, MPI_BUFFER_AUTOMATIC, 0);
  for (int i = 0; i < 20; i++)
    ACCEPTED(MPI_Bsend(data, N, MPI_INT, 1, 5, comm));
}

static void receive_all(MPI_Comm comm, MPI_Comm plain)
{
  int data[N];
  for (int k = 0; k < 24; k++) {
    int tag = k == 0 ? 0 : k < 3 ? k : k == 3 ? 4 : 5;
    memset(data, -1, sizeof data);
    MPI_Recv(data, N, MPI_INT, 0, tag, tag == 1 || tag == 2 ? plain : comm,
             MPI_STATUS_IGNORE);
    SAME(data[0], 0);
    SAME(data[N - 1], N - 1);
  }
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm comm, plain;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_dup(MPI_COMM_WORLD, &plain);
  attach_rules(comm);
  if (world_rank() == 0)
    send_all(comm, plain);
  else
    receive_all(comm, plain);
  MPI_Comm_free(&comm); /* with a buffer attached, and messages on their way */
  MPI_Comm_free(&plain);
  int failed = report();
  MPI_Finalize();
  return failed;
}
