/* A rank accumulates to another one, and waits for its answer: nothing has
 * completed the operation by then, so MPI may not have begun it. A flush of
 * this target or of all begins it, by another thread, too; one of another
 * target does not. What has a request, or is issued while another thread's
 * flush waits, begins at once.
 *
 * run: np=2 args="none" options="--order late" exit=122
 * run: np=2 args="other" options="--order late" exit=122
 * stderr: rank 0 at order_deferred.c:79: MPI_Recv waits for a message from rank 1 with tag 0 in MPI_COMM_WORLD
 * stderr: rank 1 at order_deferred.c:83: MPI_Fetch_and_op finds nothing new at displacement 0 of rank 1 of window "flags", again and again
 * stderr: rank 0 at order_deferred.c:64: MPI_Accumulate to rank 1 of window "flags" may begin as late as the call that completes it: flush before waiting [MPI-4.1 12.7.3]
 * run: np=2 args="none"
 * run: np=2 args="flush" options="--order late"
 * run: np=2 args="local" options="--order late"
 * run: np=2 args="all" options="--order late"
 * run: np=2 args="thread" options="--order late"
 * run: np=2 args="request" options="--order late"
 * run: np=2 args="meanwhile" options="--order late"
 * run: np=2 args="meanwhile" options="--order late --protocol message"
 * run: np=2 args="all" options="--order late --protocol message"
 */
#include <mpi.h>
#include <oriel.h>
#include <pthread.h>
#include <string.h>

enum { LARGE = 1 << 20 };

static MPI_Win win;
static const char *how;

static void *flush(void *nothing)
{
  MPI_Win_flush(1, win);
  return nothing;
}

/* After 10 us the other thread waits for the put, which takes 80. */
static void tell_meanwhile(int one)
{
  static char large[LARGE];
  pthread_t thread;
  MPI_Put(large, LARGE, MPI_CHAR, 1, 1, LARGE, MPI_CHAR, win);
  pthread_create(&thread, NULL, flush, NULL);
  oriel_compute(1e-5);
  MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
  pthread_join(thread, NULL);
}

static void tell(void)
{
  int one = 1;
  MPI_Request request;
  pthread_t thread;
  if (!strcmp(how, "meanwhile")) {
    tell_meanwhile(one);
    return;
  }
  if (!strcmp(how, "request")) {
    MPI_Raccumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return;
  }
  MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
  if (!strcmp(how, "other")) MPI_Win_flush(0, win);
  if (!strcmp(how, "flush")) MPI_Win_flush(1, win);
  if (!strcmp(how, "local")) MPI_Win_flush_local(1, win);
  if (!strcmp(how, "all")) MPI_Win_flush_all(win);
  if (strcmp(how, "thread")) return;
  pthread_create(&thread, NULL, flush, NULL);
  pthread_join(thread, NULL);
}

static void meet(int rank)
{
  int found = 0;
  if (rank == 0) {
    tell();
    MPI_Recv(&found, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return;
  }
  while (!found) {
    MPI_Fetch_and_op(NULL, &found, MPI_INT, 1, 0, MPI_NO_OP, win);
    MPI_Win_flush(1, win);
  }
  MPI_Send(&found, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
  int rank, provided, *flag;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  how = argv[1];
  MPI_Win_allocate(sizeof *flag + LARGE, sizeof *flag, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &flag, &win);
  MPI_Win_set_name(win, "flags");
  *flag = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  meet(rank);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
