/* Two threads that wait for one request: the second is refused, and so is who
 * would free it; the first goes on. Two that test it are served, one of them by
 * the null handle that the other leaves.
 *
 * run: np=2 twice=1
 * stdout: ok
 * run: np=2 args=fatal exit=120
 * stderr: rank 0, thread 2 at strand_two_waits.c:50: MPI_Wait: thread 1 waits
 * stderr: for the request, too, in MPI_Wait at strand_two_waits.c:31 [MPI-4.1 11.6.2]
 * mpich: no (the program is erroneous)
 */
#include "check.h"
#include <oriel.h>
#include <pthread.h>

static MPI_Request request, both[2];
static int message, fatal;

/* The handle is the first's to change. */
static MPI_Request same(void)
{
  return request;
}

static void *first(void *arg)
{
  MPI_Request mine = same();
  if (arg)
    CHECK(MPI_Waitall(2, both, MPI_STATUSES_IGNORE) == MPI_SUCCESS);
  else
    CHECK(MPI_Wait(&mine, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  return NULL;
}

static void *second(void *arg)
{
  int index, done;
  MPI_Request mine[2];
  oriel_compute(1e-6);
  mine[0] = arg ? both[1] : same();
  mine[1] = MPI_REQUEST_NULL;
  if (!fatal) {
    REFUSED(MPI_ERR_REQUEST, MPI_Wait(mine, MPI_STATUS_IGNORE));
    REFUSED(MPI_ERR_REQUEST, MPI_Waitall(2, mine, MPI_STATUSES_IGNORE));
    REFUSED(MPI_ERR_REQUEST, MPI_Waitany(2, mine, &index, MPI_STATUS_IGNORE));
    REFUSED(MPI_ERR_REQUEST,
            MPI_Waitsome(2, mine, &done, &index, MPI_STATUSES_IGNORE));
    REFUSED(MPI_ERR_REQUEST, MPI_Request_free(mine));
  } else {
    MPI_Wait(mine, MPI_STATUS_IGNORE);
  }
  return NULL;
}

static void *tests(void *arg)
{
  for (int flag = 0; !flag;)
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  return arg;
}

static void together(void *(*f)(void *), void *(*g)(void *), void *arg)
{
  pthread_t t[2];
  pthread_create(&t[0], NULL, f, arg);
  pthread_create(&t[1], NULL, g, arg);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
}

static void receive(MPI_Request *r)
{
  MPI_Irecv(&message, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, r);
}

int main(int argc, char **argv)
{
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  fatal = argc > 1;
  if (world_rank() == 0) {
    if (!fatal) MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    receive(&request);
    together(first, second, NULL);
    CHECK(message == 1);
    receive(&both[0]);
    receive(&both[1]);
    together(first, second, both);
    receive(&request);
    together(tests, tests, NULL);
  } else {
    for (message = 1; message <= 4; message++) {
      oriel_compute(1e-3);
      MPI_Send(&message, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
  }
  int code = report();
  MPI_Finalize();
  return code;
}
