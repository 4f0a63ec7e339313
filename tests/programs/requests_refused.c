/* Errors of requests: they meet the error handler of their communicator, even
 * if the program has freed it meanwhile, that of the first of several; and what
 * is refused for one of several requests or partitions has begun for none.
 *
 * run: np=2
 * stdout: ok
 * mpich: no, it starts those before the bad one
 */
#include "check.h"

static MPI_Comm met, comm;
static int handled, x[8], y[8];

static void handler(MPI_Comm *c, int *error, ...)
{
  (void)error;
  met = *c;
  handled++;
}

/* The call is refused through the error handler of that communicator. */
#define REFUSED_BY(expected, class, call)                                      \
  do {                                                                         \
    handled = 0;                                                               \
    REFUSED(class, call);                                                      \
    CHECK(handled == 1 && met == (expected));                                  \
  } while (0)

static void one(void)
{
  int me = world_rank();
  MPI_Request r;
  MPI_Recv_init(x, 1, MPI_INT, me, 0, comm, &r);
  REFUSED_BY(comm, MPI_ERR_REQUEST, MPI_Cancel(&r));
  MPI_Start(&r);
  REFUSED_BY(comm, MPI_ERR_REQUEST, MPI_Start(&r));
  MPI_Send(y, 1, MPI_INT, me, 0, comm);
  ACCEPTED(MPI_Wait(&r, MPI_STATUS_IGNORE));
  MPI_Request_free(&r);
  REFUSED_BY(MPI_COMM_SELF, MPI_ERR_REQUEST, MPI_Start(&r));
  MPI_Bsend_init(x, 1, MPI_INT, me, 0, comm, &r);
  REFUSED_BY(comm, MPI_ERR_BUFFER, MPI_Start(&r)); /* no buffer is attached */
  MPI_Request_free(&r);
  MPI_Ibarrier(comm, &r);
  REFUSED_BY(comm, MPI_ERR_REQUEST, MPI_Request_free(&r));
  MPI_Wait(&r, MPI_STATUS_IGNORE);
}

static void first_of_two(void)
{
  int me = world_rank();
  MPI_Request r[2];
  MPI_Status s[2];
  MPI_Irecv(x, 1, MPI_INT, me, 0, comm, &r[0]);
  MPI_Irecv(x + 1, 1, MPI_INT, me, 1, MPI_COMM_WORLD, &r[1]);
  MPI_Send(y, 2, MPI_INT, me, 0, comm);
  MPI_Send(y, 2, MPI_INT, me, 1, MPI_COMM_WORLD);
  REFUSED_BY(comm, MPI_ERR_IN_STATUS, MPI_Waitall(2, r, s));
  CHECK(error_class_of(s[0].MPI_ERROR) == MPI_ERR_TRUNCATE);
  CHECK(error_class_of(s[1].MPI_ERROR) == MPI_ERR_TRUNCATE);
}

static void freed(void)
{
  int me = world_rank();
  MPI_Request r;
  MPI_Comm going;
  MPI_Comm_dup(comm, &going); /* and its error handler */
  MPI_Irecv(x, 1, MPI_INT, me, 0, going, &r);
  MPI_Send(y, 2, MPI_INT, me, 0, going);
  MPI_Comm_free(&going);
  REFUSED_BY(MPI_COMM_NULL, MPI_ERR_TRUNCATE, MPI_Wait(&r, MPI_STATUS_IGNORE));
}

static void all_or_none(void)
{
  MPI_Request r[3], twice[2];
  MPI_Send_init(x, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &r[0]);
  MPI_Send_init(x, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &r[1]);
  r[2] = MPI_REQUEST_NULL;
  twice[0] = twice[1] = r[0];
  REFUSED_BY(MPI_COMM_SELF, MPI_ERR_REQUEST, MPI_Startall(3, r));
  REFUSED_BY(comm, MPI_ERR_REQUEST, MPI_Startall(2, twice));
  ACCEPTED(MPI_Startall(2, r));
  ACCEPTED(MPI_Waitall(3, r, MPI_STATUSES_IGNORE));
  MPI_Request_free(&r[0]);
  MPI_Request_free(&r[1]);
}

static void partitions(void)
{
  int me = world_rank();
  MPI_Request r[2];
  MPI_Psend_init(x, 4, 2, MPI_INT, me, 1, comm, MPI_INFO_NULL, &r[0]);
  MPI_Precv_init(y, 4, 2, MPI_INT, me, 1, comm, MPI_INFO_NULL, &r[1]);
  MPI_Startall(2, r);
  ACCEPTED(MPI_Pready(2, r[0]));
  REFUSED_BY(comm, MPI_ERR_REQUEST, MPI_Pready(0, r[1]));
  REFUSED_BY(comm, MPI_ERR_ARG, MPI_Pready_range(0, 3, r[0]));
  REFUSED_BY(comm, MPI_ERR_ARG, MPI_Pready_list(3, (int[]){0, 1, 0}, r[0]));
  REFUSED_BY(comm, MPI_ERR_ARG, MPI_Pready_list(2, (int[]){3, 2}, r[0]));
  ACCEPTED(MPI_Pready_range(0, 1, r[0]));
  ACCEPTED(MPI_Pready_list(1, (int[]){3}, r[0]));
  ACCEPTED(MPI_Waitall(2, r, MPI_STATUSES_IGNORE));
  MPI_Request_free(&r[0]);
  MPI_Request_free(&r[1]);
}

int main(int argc, char **argv)
{
  MPI_Errhandler h;
  MPI_Init(&argc, &argv);
  MPI_Comm_create_errhandler(handler, &h);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, h);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, h);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Errhandler_free(&h);
  one();
  first_of_two();
  freed();
  all_or_none();
  partitions();
  MPI_Comm_free(&comm);
  int code = report();
  MPI_Finalize();
  return code;
}
