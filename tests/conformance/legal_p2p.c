/* Point-to-point: every send mode in every form, receives, probes, requests,
 * statuses. Rank 0 sends to rank 1, and each to itself.
 *
 * run: np=2 */
#include "covers.h"

enum { LENGTH = 5, TAG = 7 };

static int out[LENGTH] = {1, 2, 3, 4, 5}, in[LENGTH];
static MPI_Comm world = MPI_COMM_WORLD;
static MPI_Status status;
static char space[4096];

static int received(int length)
{
  int same = memcmp(in, out, sizeof(int) * length) == 0;
  memset(in, 0, sizeof in);
  return same;
}

static int about(int source, int tag, int length)
{
  int count;
  MPI_Get_count(&status, MPI_INT, &count);
  return status.MPI_SOURCE == source && status.MPI_TAG == tag &&
         count == length;
}

/* --- sends: a receive is posted first, so that ready mode is right --- */

static void blocking(int (*send)(const void *, int, MPI_Datatype, int, int,
                                 MPI_Comm),
                     int (*send_c)(const void *, MPI_Count, MPI_Datatype, int,
                                   int, MPI_Comm))
{
  MPI_Request r;
  MPI_Irecv(in, LENGTH, MPI_INT, 1 - me, TAG, world, &r);
  MPI_Barrier(world);
  OK(send ? send(out, LENGTH, MPI_INT, 1 - me, TAG, world)
          : send_c(out, LENGTH, MPI_INT, 1 - me, TAG, world));
  MPI_Wait(&r, &status);
  CHECK(received(LENGTH) && about(1 - me, TAG, LENGTH));
  OK(send ? send(NULL, 0, MPI_INT, MPI_PROC_NULL, TAG, world)
          : send_c(NULL, 0, MPI_INT, MPI_PROC_NULL, TAG, world));
}

static void nonblocking(int (*send)(const void *, int, MPI_Datatype, int, int,
                                    MPI_Comm, MPI_Request *),
                        int (*send_c)(const void *, MPI_Count, MPI_Datatype,
                                      int, int, MPI_Comm, MPI_Request *),
                        int persistent)
{
  MPI_Request r[2];
  MPI_Irecv(in, LENGTH, MPI_INT, 1 - me, TAG, world, &r[0]);
  MPI_Barrier(world);
  OK(send ? send(out, LENGTH, MPI_INT, 1 - me, TAG, world, &r[1])
          : send_c(out, LENGTH, MPI_INT, 1 - me, TAG, world, &r[1]));
  if (persistent) MPI_Start(&r[1]);
  MPI_Wait(&r[0], &status);
  CHECK(received(LENGTH) && about(1 - me, TAG, LENGTH));
  MPI_Wait(&r[1], MPI_STATUS_IGNORE);
  CHECK((r[1] == MPI_REQUEST_NULL) == !persistent);
  if (!persistent) return;
  MPI_Irecv(in, LENGTH, MPI_INT, 1 - me, TAG, world, &r[0]);
  MPI_Barrier(world);
  MPI_Start(&r[1]);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  CHECK(received(LENGTH) && r[1] != MPI_REQUEST_NULL);
  MPI_Request_free(&r[1]);
}

#define SENDS(b, i)                                                            \
  do {                                                                         \
    COVERS(MPI_##b);                                                           \
    blocking(MPI_##b, NULL);                                                   \
    COVERS(MPI_##b##_c);                                                       \
    blocking(NULL, MPI_##b##_c);                                               \
    COVERS(MPI_##i);                                                           \
    nonblocking(MPI_##i, NULL, 0);                                             \
    COVERS(MPI_##i##_c);                                                       \
    nonblocking(NULL, MPI_##i##_c, 0);                                         \
    COVERS(MPI_##b##_init);                                                    \
    nonblocking(MPI_##b##_init, NULL, 1);                                      \
    COVERS(MPI_##b##_init_c);                                                  \
    nonblocking(NULL, MPI_##b##_init_c, 1);                                    \
  } while (0)

static void buffers(void)
{
  void *back;
  int size;
  MPI_Count size_c;
  MPI_Request r;
  COVERS(MPI_Buffer_attach, MPI_Buffer_detach);
  OK(MPI_Buffer_attach(space, sizeof space));
  MPI_Bsend(out, 1, MPI_INT, me, TAG, world);
  MPI_Recv(in, 1, MPI_INT, me, TAG, world, &status);
  CHECK(received(1));
  OK(MPI_Buffer_detach(&back, &size));
  CHECK(back == space && size == sizeof space);
  COVERS(MPI_Buffer_attach_c, MPI_Buffer_detach_c);
  OK(MPI_Buffer_attach_c(space, sizeof space));
  OK(MPI_Buffer_detach_c(&back, &size_c));
  CHECK(back == space && size_c == sizeof space);
  COVERS(MPI_Buffer_flush, MPI_Buffer_iflush);
  MPI_Buffer_attach(space, sizeof space);
  MPI_Bsend(out, LENGTH, MPI_INT, 1 - me, TAG, world);
  MPI_Recv(in, LENGTH, MPI_INT, 1 - me, TAG, world, &status);
  OK(MPI_Buffer_flush());
  OK(MPI_Buffer_iflush(&r));
  OK(MPI_Wait(&r, MPI_STATUS_IGNORE));
  CHECK(received(LENGTH));
}

/* --- receives --- */

static void receives(void)
{
  MPI_Request r;
  COVERS(MPI_Recv, MPI_Recv_c);
  MPI_Isend(out, 3, MPI_INT, me, 1, world, &r);
  OK(MPI_Recv(in, LENGTH, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, world,
              &status));
  CHECK(received(3) && about(me, 1, 3));
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Isend(out, 2, MPI_INT, me, 2, world, &r);
  OK(MPI_Recv_c(in, LENGTH, MPI_INT, me, 2, world, MPI_STATUS_IGNORE));
  CHECK(received(2));
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  OK(MPI_Recv(NULL, 0, MPI_INT, MPI_PROC_NULL, 5, world, &status));
  CHECK(about(MPI_PROC_NULL, MPI_ANY_TAG, 0));
  COVERS(MPI_Irecv, MPI_Irecv_c);
  OK(MPI_Irecv(in, LENGTH, MPI_INT, me, 3, world, &r));
  MPI_Send(out, LENGTH, MPI_INT, me, 3, world);
  MPI_Wait(&r, &status);
  CHECK(received(LENGTH) && about(me, 3, LENGTH));
  OK(MPI_Irecv_c(in, LENGTH, MPI_INT, me, 3, world, &r));
  MPI_Send(out, LENGTH, MPI_INT, me, 3, world);
  MPI_Wait(&r, &status);
  CHECK(received(LENGTH) && about(me, 3, LENGTH));
  COVERS(MPI_Recv_init, MPI_Recv_init_c, MPI_Start, MPI_Startall);
  MPI_Request two[2];
  OK(MPI_Recv_init(in, 1, MPI_INT, me, 3, world, &two[0]));
  OK(MPI_Recv_init_c(in + 1, 1, MPI_INT, me, 4, world, &two[1]));
  for (int i = 0; i < 2; i++) {
    if (i == 0)
      OK(MPI_Startall(2, two));
    else
      for (int k = 0; k < 2; k++)
        OK(MPI_Start(&two[k]));
    MPI_Send(out + 1, 1, MPI_INT, me, 4, world);
    MPI_Send(out, 1, MPI_INT, me, 3, world);
    MPI_Waitall(2, two, MPI_STATUSES_IGNORE);
    CHECK(received(2));
  }
  COVERS(MPI_Request_free);
  OK(MPI_Request_free(&two[0]));
  OK(MPI_Request_free(&two[1]));
  CHECK(two[0] == MPI_REQUEST_NULL && two[1] == MPI_REQUEST_NULL);
}

static void both(void)
{
  MPI_Request r;
  int other = 1 - me;
  COVERS(MPI_Sendrecv, MPI_Sendrecv_c);
  OK(MPI_Sendrecv(out, LENGTH, MPI_INT, other, 1, in, LENGTH, MPI_INT, other, 1,
                  world, &status));
  CHECK(received(LENGTH) && about(other, 1, LENGTH));
  OK(MPI_Sendrecv_c(out, 2, MPI_INT, other, 1, in, LENGTH, MPI_INT, other, 1,
                    world, &status));
  CHECK(received(2) && about(other, 1, 2));
  OK(MPI_Sendrecv(NULL, 0, MPI_INT, MPI_PROC_NULL, 1, in, LENGTH, MPI_INT,
                  MPI_PROC_NULL, 1, world, &status));
  CHECK(about(MPI_PROC_NULL, MPI_ANY_TAG, 0));
  COVERS(MPI_Isendrecv, MPI_Isendrecv_c);
  OK(MPI_Isendrecv(out, LENGTH, MPI_INT, other, 1, in, LENGTH, MPI_INT, other,
                   1, world, &r));
  MPI_Wait(&r, &status);
  CHECK(received(LENGTH) && about(other, 1, LENGTH));
  OK(MPI_Isendrecv_c(out, 1, MPI_INT, other, 1, in, LENGTH, MPI_INT, other, 1,
                     world, &r));
  MPI_Wait(&r, &status);
  CHECK(received(1) && about(other, 1, 1));
  COVERS(MPI_Sendrecv_replace, MPI_Sendrecv_replace_c);
  int x[2] = {me, 10 + me};
  OK(MPI_Sendrecv_replace(x, 2, MPI_INT, other, 1, other, 1, world, &status));
  CHECK(x[0] == other && x[1] == 10 + other && about(other, 1, 2));
  OK(MPI_Sendrecv_replace_c(x, 2, MPI_INT, other, 1, other, 1, world, &status));
  CHECK(x[0] == me && x[1] == 10 + me);
  COVERS(MPI_Isendrecv_replace, MPI_Isendrecv_replace_c);
  OK(MPI_Isendrecv_replace(x, 2, MPI_INT, other, 1, other, 1, world, &r));
  MPI_Wait(&r, &status);
  CHECK(x[0] == other && x[1] == 10 + other && about(other, 1, 2));
  OK(MPI_Isendrecv_replace_c(x, 2, MPI_INT, other, 1, other, 1, world, &r));
  MPI_Wait(&r, &status);
  CHECK(x[0] == me && x[1] == 10 + me);
}

/* --- probes --- */

static void probes(void)
{
  MPI_Request r[2];
  MPI_Message m;
  int flag;
  MPI_Isend(out, 3, MPI_INT, me, 1, world, &r[0]);
  COVERS(MPI_Probe, MPI_Iprobe);
  OK(MPI_Iprobe(me, 99, world, &flag, MPI_STATUS_IGNORE));
  CHECK(!flag);
  OK(MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, world, &status));
  CHECK(about(me, 1, 3));
  OK(MPI_Iprobe(me, 1, world, &flag, &status));
  CHECK(flag && about(me, 1, 3));
  OK(MPI_Probe(MPI_PROC_NULL, 1, world, &status));
  CHECK(about(MPI_PROC_NULL, MPI_ANY_TAG, 0));
  COVERS(MPI_Mprobe, MPI_Mrecv, MPI_Mrecv_c);
  OK(MPI_Mprobe(me, 1, world, &m, &status));
  CHECK(about(me, 1, 3) && m != MPI_MESSAGE_NULL);
  OK(MPI_Mrecv(in, 3, MPI_INT, &m, &status));
  CHECK(m == MPI_MESSAGE_NULL && received(3) && about(me, 1, 3));
  MPI_Wait(&r[0], MPI_STATUS_IGNORE);
  OK(MPI_Mprobe(MPI_PROC_NULL, 1, world, &m, &status));
  CHECK(m == MPI_MESSAGE_NO_PROC);
  OK(MPI_Mrecv_c(in, 3, MPI_INT, &m, &status));
  CHECK(m == MPI_MESSAGE_NULL && about(MPI_PROC_NULL, MPI_ANY_TAG, 0));
  COVERS(MPI_Improbe, MPI_Imrecv, MPI_Imrecv_c);
  OK(MPI_Improbe(me, 1, world, &flag, &m, &status));
  CHECK(!flag);
  MPI_Isend(out, 2, MPI_INT, me, 1, world, &r[0]);
  MPI_Isend(out, 4, MPI_INT, me, 1, world, &r[1]);
  MPI_Probe(me, 1, world, &status);
  OK(MPI_Improbe(me, 1, world, &flag, &m, &status));
  CHECK(flag && about(me, 1, 2));
  MPI_Request q[2];
  OK(MPI_Imrecv(in, 2, MPI_INT, &m, &q[0]));
  MPI_Wait(&q[0], &status);
  CHECK(received(2) && about(me, 1, 2));
  MPI_Mprobe(me, 1, world, &m, MPI_STATUS_IGNORE);
  OK(MPI_Imrecv_c(in, 4, MPI_INT, &m, &q[0]));
  MPI_Wait(&q[0], &status);
  CHECK(received(4) && about(me, 1, 4));
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
}

/* --- completion --- */

/* Three receives, of which the messages of the last two have been sent. */
static void post(MPI_Request *r)
{
  for (int i = 0; i < 3; i++)
    MPI_Irecv(in + i, 1, MPI_INT, me, i, world, &r[i]);
  for (int i = 1; i < 3; i++)
    MPI_Send(out + i, 1, MPI_INT, me, i, world);
}

static void drain(MPI_Request *r)
{
  MPI_Send(out, 1, MPI_INT, me, 0, world);
  MPI_Waitall(3, r, MPI_STATUSES_IGNORE);
  CHECK(received(3));
}

static void completion(void)
{
  MPI_Request r[3];
  MPI_Status all[3];
  int flag = 0, index, count, indices[3];
  COVERS(MPI_Wait, MPI_Test);
  post(r);
  OK(MPI_Test(&r[0], &flag, &status));
  CHECK(!flag && r[0] != MPI_REQUEST_NULL);
  OK(MPI_Wait(&r[1], &status));
  CHECK(about(me, 1, 1) && r[1] == MPI_REQUEST_NULL);
  while (!flag)
    OK(MPI_Test(&r[2], &flag, &status));
  CHECK(about(me, 2, 1) && r[2] == MPI_REQUEST_NULL);
  OK(MPI_Wait(&r[1], &status));
  CHECK(about(MPI_ANY_SOURCE, MPI_ANY_TAG, 0));
  drain(r);
  COVERS(MPI_Waitall, MPI_Testall);
  post(r);
  OK(MPI_Testall(3, r, &flag, all));
  CHECK(!flag && r[1] != MPI_REQUEST_NULL);
  OK(MPI_Waitall(2, r + 1, all));
  CHECK(all[0].MPI_TAG == 1 && all[1].MPI_TAG == 2);
  OK(MPI_Testall(2, r + 1, &flag, all));
  CHECK(flag && all[0].MPI_TAG == MPI_ANY_TAG);
  drain(r);
  OK(MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE));
  COVERS(MPI_Waitany, MPI_Testany);
  post(r);
  OK(MPI_Waitany(3, r, &index, &status));
  CHECK((index == 1 || index == 2) && about(me, index, 1));
  OK(MPI_Waitany(3, r, &index, &status));
  CHECK((index == 1 || index == 2) && about(me, index, 1));
  OK(MPI_Testany(3, r, &index, &flag, &status));
  CHECK(!flag && index == MPI_UNDEFINED);
  OK(MPI_Testany(2, r + 1, &index, &flag, &status));
  CHECK(flag && index == MPI_UNDEFINED);
  OK(MPI_Waitany(2, r + 1, &index, &status));
  CHECK(index == MPI_UNDEFINED);
  drain(r);
  COVERS(MPI_Waitsome, MPI_Testsome);
  post(r);
  int done = 0;
  while (done < 2) {
    OK(MPI_Waitsome(3, r, &count, indices, all));
    CHECK(count > 0);
    for (int i = 0; i < count; i++)
      CHECK(all[i].MPI_TAG == indices[i]);
    done += count;
  }
  OK(MPI_Testsome(3, r, &count, indices, all));
  CHECK(count == 0);
  OK(MPI_Testsome(2, r + 1, &count, indices, all));
  CHECK(count == MPI_UNDEFINED);
  OK(MPI_Waitsome(2, r + 1, &count, indices, all));
  CHECK(count == MPI_UNDEFINED);
  drain(r);
}

static void peeks(void)
{
  MPI_Request r[3];
  MPI_Status all[3];
  int flag = 0, index, count, indices[3];
  COVERS(MPI_Request_get_status, MPI_Request_get_status_any);
  post(r);
  OK(MPI_Request_get_status(r[0], &flag, &status));
  CHECK(!flag);
  while (!flag)
    OK(MPI_Request_get_status(r[2], &flag, &status));
  CHECK(about(me, 2, 1) && r[2] != MPI_REQUEST_NULL);
  OK(MPI_Request_get_status(MPI_REQUEST_NULL, &flag, &status));
  CHECK(flag && about(MPI_ANY_SOURCE, MPI_ANY_TAG, 0));
  OK(MPI_Request_get_status_any(3, r, &index, &flag, &status));
  CHECK(flag && about(me, index, 1) && r[index] != MPI_REQUEST_NULL);
  COVERS(MPI_Request_get_status_all, MPI_Request_get_status_some);
  OK(MPI_Request_get_status_all(3, r, &flag, all));
  CHECK(!flag);
  OK(MPI_Request_get_status_all(2, r + 1, &flag, all));
  CHECK(flag && all[0].MPI_TAG == 1 && all[1].MPI_TAG == 2);
  OK(MPI_Request_get_status_some(3, r, &count, indices, all));
  CHECK(count == 2 && indices[0] == 1 && indices[1] == 2);
  CHECK(all[0].MPI_TAG == 1 && r[1] != MPI_REQUEST_NULL);
  drain(r);
}

static void cancelled(void)
{
  MPI_Request r;
  int flag = 0;
  COVERS(MPI_Cancel, MPI_Test_cancelled);
  MPI_Irecv(in, 1, MPI_INT, me, 50, world, &r);
  OK(MPI_Cancel(&r));
  MPI_Wait(&r, &status);
  OK(MPI_Test_cancelled(&status, &flag));
  CHECK(flag);
}

static int state = 3, freed;

static int query(void *extra, MPI_Status *s)
{
  MPI_Status_set_elements(s, MPI_INT, *(int *)extra);
  MPI_Status_set_cancelled(s, 0);
  s->MPI_SOURCE = 11, s->MPI_TAG = 12;
  return MPI_SUCCESS;
}

static int release(void *extra)
{
  (void)extra;
  freed++;
  return MPI_SUCCESS;
}

static int cancel(void *extra, int complete)
{
  (void)extra, (void)complete;
  return MPI_SUCCESS;
}

static void general(void)
{
  MPI_Request r;
  int flag;
  COVERS(MPI_Grequest_start, MPI_Grequest_complete);
  OK(MPI_Grequest_start(query, release, cancel, &state, &r));
  OK(MPI_Test(&r, &flag, &status));
  CHECK(!flag);
  OK(MPI_Grequest_complete(r));
  OK(MPI_Wait(&r, &status));
  CHECK(about(11, 12, 3) && freed == 1 && r == MPI_REQUEST_NULL);
}

static void statuses(void)
{
  int x = 0, flag;
  COVERS(MPI_Status_set_source, MPI_Status_get_source);
  OK(MPI_Status_set_source(&status, 3));
  OK(MPI_Status_get_source(&status, &x));
  CHECK(x == 3 && status.MPI_SOURCE == 3);
  COVERS(MPI_Status_set_tag, MPI_Status_get_tag);
  OK(MPI_Status_set_tag(&status, 4));
  OK(MPI_Status_get_tag(&status, &x));
  CHECK(x == 4 && status.MPI_TAG == 4);
  COVERS(MPI_Status_set_error, MPI_Status_get_error);
  OK(MPI_Status_set_error(&status, MPI_ERR_TAG));
  OK(MPI_Status_get_error(&status, &x));
  CHECK(x == MPI_ERR_TAG && status.MPI_ERROR == MPI_ERR_TAG);
  COVERS(MPI_Status_set_cancelled);
  OK(MPI_Status_set_cancelled(&status, 1));
  OK(MPI_Test_cancelled(&status, &flag));
  CHECK(flag);
}

int main(int argc, char **argv)
{
  covers_begin(&argc, &argv);
  buffers();
  SENDS(Send, Isend);
  SENDS(Ssend, Issend);
  SENDS(Rsend, Irsend);
  SENDS(Bsend, Ibsend);
  receives();
  both();
  probes();
  completion();
  peeks();
  cancelled();
  general();
  statuses();
  return covers_end();
}
