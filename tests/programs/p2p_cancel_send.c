/* Sends that are taken back: those without a receive are, whether they are on
 * their way or have arrived; those with one are not, and arrive. Either way
 * their MPI_Wait needs nobody else. [MPI-4.1 3.8.4]
 *
 * run: np=2
 * stdout: ok
 * mpich: no, the results differ where either is allowed
 */
#include "check.h"

enum { LARGE = 100000, SMALL = 3 };

static int sent[LARGE], got[LARGE];

static int cancelled(MPI_Request *r)
{
  MPI_Status s;
  int flag;
  MPI_Cancel(r);
  MPI_Wait(r, &s);
  MPI_Test_cancelled(&s, &flag);
  return flag;
}

/* What the receiver takes is the second message. */
static void overtaken(int me, int count)
{
  MPI_Comm w = MPI_COMM_WORLD;
  if (me == 0) {
    MPI_Request r;
    sent[0] = 1;
    MPI_Issend(sent, count, MPI_INT, 1, 5, w, &r);
    CHECK(cancelled(&r));
    sent[0] = 2;
    MPI_Send(sent, count, MPI_INT, 1, 5, w);
  } else {
    MPI_Recv(got, count, MPI_INT, 0, 5, w, MPI_STATUS_IGNORE);
    CHECK(got[0] == 2);
  }
}

/* It waits at its receiver, who has probed it, when it is taken back. */
static void arrived(int me, int count)
{
  MPI_Comm w = MPI_COMM_WORLD;
  int flag;
  if (me == 0) {
    MPI_Request r;
    MPI_Issend(sent, count, MPI_INT, 1, 6, w, &r);
    MPI_Barrier(w);
    MPI_Barrier(w);
    CHECK(cancelled(&r));
    MPI_Barrier(w);
  } else {
    MPI_Barrier(w);
    MPI_Probe(0, 6, w, MPI_STATUS_IGNORE);
    MPI_Barrier(w);
    MPI_Barrier(w);
    MPI_Iprobe(0, 6, w, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag);
  }
}

/* It has a receive, or was claimed: too late. */
static void matched(int me, int count, int claim)
{
  MPI_Comm w = MPI_COMM_WORLD;
  if (me == 0) {
    MPI_Request r;
    sent[1] = 7 + claim;
    MPI_Issend(sent, count, MPI_INT, 1, 7, w, &r);
    MPI_Barrier(w);
    MPI_Barrier(w); /* now it is there */
    CHECK(!cancelled(&r));
  } else if (claim) {
    MPI_Message m;
    MPI_Mprobe(0, 7, w, &m, MPI_STATUS_IGNORE);
    MPI_Barrier(w);
    MPI_Barrier(w);
    MPI_Mrecv(got, count, MPI_INT, &m, MPI_STATUS_IGNORE);
    CHECK(got[1] == 8);
  } else {
    MPI_Request r;
    MPI_Irecv(got, count, MPI_INT, 0, 7, w, &r);
    MPI_Barrier(w);
    MPI_Barrier(w);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    CHECK(got[1] == 7);
  }
}

/* Started again, it is as new. */
static void persistent(int me)
{
  MPI_Comm w = MPI_COMM_WORLD;
  if (me == 0) {
    MPI_Request r;
    MPI_Status s;
    int flag;
    MPI_Ssend_init(sent, SMALL, MPI_INT, 1, 8, w, &r);
    MPI_Start(&r);
    CHECK(cancelled(&r));
    MPI_Start(&r);
    MPI_Wait(&r, &s);
    MPI_Test_cancelled(&s, &flag);
    CHECK(!flag);
    MPI_Request_free(&r);
  } else {
    MPI_Recv(got, SMALL, MPI_INT, 0, 8, w, MPI_STATUS_IGNORE);
  }
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int me = world_rank();
  int counts[] = {SMALL, LARGE};
  for (int i = 0; i < 2; i++) {
    overtaken(me, counts[i]);
    arrived(me, counts[i]);
    matched(me, counts[i], 0);
    matched(me, counts[i], 1);
  }
  persistent(me);
  MPI_Status s = {.MPI_ERROR = 1}; /* an empty one says so [MPI-4.1 3.7.3] */
  MPI_Request none = MPI_REQUEST_NULL;
  MPI_Wait(&none, &s);
  CHECK(s.MPI_ERROR == MPI_SUCCESS);
  int code = report();
  MPI_Finalize();
  return code;
}
