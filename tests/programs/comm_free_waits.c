/* A thread waits in a call on a communicator; another one frees that, and its
 * handle is used for the next. The call goes on with the old one, and may
 * meet an error on it. [MPI-4.1 7.4.3]
 *
 * run: np=2
 * stdout: ok
 * build: -pthread
 * mpich: no (simulated time orders)
 */
#include "check.h"
#include <oriel.h>
#include <pthread.h>

static MPI_Comm comm;
static int kind;

static void *serve(void *unused)
{
  MPI_Message message;
  MPI_Status status;
  int got = 0;
  if (kind == 0) {
    CHECK(!MPI_Recv(&got, 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE));
  } else if (kind == 1) {
    CHECK(!MPI_Sendrecv(&kind, 1, MPI_INT, 1, 0, &got, 1, MPI_INT, 1, 0, comm,
                        MPI_STATUS_IGNORE));
  } else if (kind == 2) {
    CHECK(!MPI_Probe(1, 0, comm, &status) && status.MPI_SOURCE == 1);
    return unused;
  } else if (kind == 3) {
    CHECK(!MPI_Mprobe(1, 0, comm, &message, &status));
    CHECK(!MPI_Mrecv(&got, 1, MPI_INT, &message, MPI_STATUS_IGNORE));
  } else {
    REFUSED(MPI_ERR_TRUNCATE,
            MPI_Recv(NULL, 0, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE));
    return unused;
  }
  CHECK(got == 7);
  return unused;
}

/* Rank 0 knows that its thread waits, for it has slept less. */
static void free_under_call(void)
{
  pthread_t server;
  MPI_Comm freed = comm, others[20];
  pthread_create(&server, NULL, serve, NULL);
  oriel_sleep(1e-5);
  MPI_Comm_free(&freed);
  CHECK(freed == MPI_COMM_NULL);
  for (int i = 0; i < 20; i++) MPI_Comm_dup(MPI_COMM_SELF, &others[i]);
  for (int i = 0; i < 20; i++) MPI_Comm_free(&others[i]);
  pthread_join(server, NULL);
}

static void send_late(void)
{
  int seven = 7;
  oriel_sleep(1e-3);
  if (kind == 1) MPI_Recv(&kind, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
  MPI_Send(&seven, 1, MPI_INT, 0, 0, comm);
  MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
  int provided, rank;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (kind = 0; kind < 5; kind++) {
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    rank == 0 ? free_under_call() : send_late();
  }
  int code = report();
  MPI_Finalize();
  return code;
}
