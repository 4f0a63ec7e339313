/* No processes come later: what asks for some is refused by name, through the
 * right handler; MPI_Comm_disconnect waits for what is under way.
 *
 * run: np=2
 * stdout: ok
 * run: np=1 args="spawn" exit=120
 * stderr: MPI_Comm_spawn: the ranks that orielrun starts are all there are
 * mpich: no
 *   MPICH starts processes.
 */
#include "check.h"

static int handled;

static void note(MPI_Comm *comm, int *error, ...)
{
  (void)comm;
  if (error_class_of(*error) == MPI_ERR_UNSUPPORTED_OPERATION) handled++;
}

static void refusals(void)
{
  char port[MPI_MAX_PORT_NAME] = "port";
  MPI_Comm comm = MPI_COMM_NULL, dup;
  MPI_Errhandler handler;
  const int other = MPI_ERR_UNSUPPORTED_OPERATION;
  MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  MPI_Comm_create_errhandler(note, &handler);
  MPI_Comm_set_errhandler(dup, handler);
  MPI_Errhandler_free(&handler);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  REFUSED(other, MPI_Open_port(MPI_INFO_NULL, port));
  REFUSED(other, MPI_Close_port(port));
  REFUSED(other, MPI_Publish_name("a", MPI_INFO_NULL, port));
  REFUSED(other, MPI_Unpublish_name("a", MPI_INFO_NULL, port));
  REFUSED(other, MPI_Lookup_name("a", MPI_INFO_NULL, port));
  REFUSED(other, MPI_Comm_join(0, &comm));
  SAME(handled, 0);
  REFUSED(other, MPI_Comm_accept(port, MPI_INFO_NULL, 0, dup, &comm));
  REFUSED(other, MPI_Comm_connect(port, MPI_INFO_NULL, 0, dup, &comm));
  REFUSED(other, MPI_Comm_spawn("a", MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, dup,
                                &comm, MPI_ERRCODES_IGNORE));
  SAME(handled, 3);
  CHECK(comm == MPI_COMM_NULL);
  MPI_Comm_set_errhandler(dup, MPI_ERRORS_RETURN);
  char *command = "a";
  MPI_Info info = MPI_INFO_NULL;
  int one = 1;
  REFUSED(other,
          MPI_Comm_spawn_multiple(1, &command, MPI_ARGVS_NULL, &one, &info, 0,
                                  dup, &comm, MPI_ERRCODES_IGNORE));
  REFUSED(MPI_ERR_ROOT, MPI_Comm_accept(port, MPI_INFO_NULL, 2, dup, &comm));
  REFUSED(MPI_ERR_COMM,
          MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_NULL, &comm));
  MPI_Comm_free(&dup);
  MPI_Comm_get_parent(&comm);
  CHECK(comm == MPI_COMM_NULL);
}

/* The message is longer than what goes without a handshake. */
static void disconnect(void)
{
  enum { N = 1 << 20 };
  char *buffer = calloc(N, 1);
  int flag = 0;
  MPI_Comm dup;
  MPI_Request request;
  MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  if (world_rank() == 0) {
    memset(buffer, 7, N);
    MPI_Isend(buffer, N, MPI_BYTE, 1, 0, dup, &request);
  } else
    MPI_Irecv(buffer, N, MPI_BYTE, 0, 0, dup, &request);
  MPI_Comm_disconnect(&dup);
  CHECK(dup == MPI_COMM_NULL);
  CHECK(buffer[N - 1] == 7);
  MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  CHECK(flag);
  free(buffer);
  dup = MPI_COMM_WORLD;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  REFUSED(MPI_ERR_COMM, MPI_Comm_disconnect(&dup));
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  if (argc > 1) {
    MPI_Comm comm;
    MPI_Comm_spawn("a", MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD,
                   &comm, MPI_ERRCODES_IGNORE);
  }
  refusals();
  disconnect();
  int failed = report();
  MPI_Finalize();
  return failed;
}
