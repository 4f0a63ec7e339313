/* What the report of a deadlock says of calls that wait for something else than
 * a receive, a send or a collective.
 *
 * run: np=3 args="isendrecv" exit=122
 * stderr: rank 0 at deadlock_words.c:105: MPI_Wait waits for a message from rank 1 with tag 4 in MPI_COMM_WORLD (MPI_Isendrecv at deadlock_words.c:92)
 * stderr: cycle: rank 0 -> rank 1 -> rank 2 -> rank 0
 * run: np=3 args="large" exit=122
 * stderr: rank 2 at deadlock_words.c:105: MPI_Wait waits for rank 0 to receive its message with tag 3 in MPI_COMM_WORLD (MPI_Isendrecv_replace at deadlock_words.c:94)
 * stderr: cycle: rank 0 -> rank 1 -> rank 2 -> rank 0
 * run: np=3 args="probe" exit=122
 * stderr: rank 0 at deadlock_words.c:96: MPI_Probe waits for a message from rank 1 with tag 9 in MPI_COMM_WORLD
 * stderr: cycle: rank 0 -> rank 1 -> rank 2 -> rank 0
 * run: np=3 args="mprobe" exit=122
 * stderr: ranks 0-2 at deadlock_words.c:98: MPI_Mprobe waits for a message from any rank with any tag in MPI_COMM_SELF
 * run: np=3 args="grequest" exit=122
 * stderr: ranks 0-2 at deadlock_words.c:105: MPI_Wait waits for MPI_Grequest_complete of its own request (MPI_Grequest_start at deadlock_words.c:100)
 * run: np=3 args="flush" exit=122
 * stderr: rank 1 at deadlock_words.c:63: MPI_Buffer_flush waits for 2 buffered messages to leave, the first to rank 2 with tag 5 in MPI_COMM_WORLD
 * run: np=3 args="iflush" exit=122
 * stderr: rank 1 at deadlock_words.c:105: MPI_Wait waits for 2 buffered messages to leave, the first to rank 2 with tag 5 in MPI_COMM_WORLD (MPI_Buffer_iflush at deadlock_words.c:64)
 * run: np=3 args="detach" exit=122
 * stderr: rank 1 at deadlock_words.c:65: MPI_Buffer_detach waits for 2 buffered messages to leave, the first to rank 2 with tag 5 in MPI_COMM_WORLD
 * run: np=3 args="intercomm" exit=122
 * stderr: rank 0 at deadlock_words.c:74: MPI_Intercomm_create waits for the other leader, rank 1 of MPI_COMM_WORLD, to take part in MPI_Intercomm_create with tag 7
 * stderr: rank 1 at deadlock_words.c:74: MPI_Intercomm_create waits for the other leader, rank 0 of MPI_COMM_WORLD, to take part in MPI_Intercomm_create with tag 8
 * stderr: rank 2 at deadlock_words.c:74: MPI_Intercomm_create waits for rank 0 of a communicator of 2 ranks to take part in MPI_Intercomm_create
 * stderr: cycle: rank 0 -> rank 1 -> rank 0
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE = 200000 };
static char large[LARGE], room[3 * LARGE];

static int query(void *state, MPI_Status *status)
{
  (void)state;
  MPI_Status_set_cancelled(status, 0);
  return MPI_SUCCESS;
}

static int release(void *state)
{
  (void)state;
  return MPI_SUCCESS;
}

static int cancel(void *state, int complete)
{
  (void)state;
  (void)complete;
  return MPI_SUCCESS;
}

static void buffered(int next, const char *what, MPI_Request *r)
{
  void *buffer;
  int size;
  MPI_Buffer_attach(room, sizeof room);
  for (int i = 0; i < 2; i++)
    MPI_Bsend(large, LARGE, MPI_CHAR, next, 5, MPI_COMM_WORLD);
  if (!strcmp(what, "flush")) MPI_Buffer_flush();
  if (!strcmp(what, "iflush")) MPI_Buffer_iflush(r);
  if (!strcmp(what, "detach")) MPI_Buffer_detach(&buffer, &size);
}

/* Two leaders with different tags. */
static void between(int rank)
{
  MPI_Comm half, both;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  int other = !(rank % 2), tag = 7 + rank % 2;
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, other, tag, &both);
}

int main(int argc, char **argv)
{
  int rank, size, in, out = 0;
  const MPI_Datatype I = MPI_INT;
  const int N = MPI_PROC_NULL;
  MPI_Comm world = MPI_COMM_WORLD, own = MPI_COMM_SELF;
  MPI_Request r = MPI_REQUEST_NULL;
  MPI_Message message;
  MPI_Status s;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(world, &rank);
  MPI_Comm_size(world, &size);
  int next = (rank + 1) % size;
  const char *what = argv[1];
  if (!strcmp(what, "isendrecv"))
    MPI_Isendrecv(&out, 1, I, next, 3, &in, 1, I, next, 4, world, &r);
  else if (!strcmp(what, "large"))
    MPI_Isendrecv_replace(large, LARGE, MPI_CHAR, next, 3, N, 4, world, &r);
  else if (!strcmp(what, "probe"))
    MPI_Probe(next, 9, world, &s);
  else if (!strcmp(what, "mprobe"))
    MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, own, &message, &s);
  else if (!strcmp(what, "grequest"))
    MPI_Grequest_start(query, release, cancel, NULL, &r);
  else if (!strcmp(what, "intercomm"))
    between(rank);
  else
    buffered(next, what, &r);
  MPI_Wait(&r, &s);
  MPI_Finalize();
  return 0;
}
