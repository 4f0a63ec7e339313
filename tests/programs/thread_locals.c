/* Thread-local variables are memory like any other: as buffers, as windows, as
 * what calls return, though all ranks and threads have them at one address.
 *
 * run: np=4 twice=1
 * run: np=4 options="--protocol message --progress weak"
 * run: np=4 options="--coll=model"
 * stdout: ok
 * mpich: no (its fences return before all puts have arrived)
 */
#include "check.h"

#include <pthread.h>
#include <string.h>

enum { N = 40, LARGE = 200 };

static _Thread_local int rank, size, in[N], out[N], window_memory[N];
static _Thread_local double large[LARGE];
static _Thread_local int size_of_self, operator_calls = 5, errors_seen,
                                       attribute;
static _Thread_local MPI_Request requests[2];
static _Thread_local MPI_Status statuses[2];

static void fill(int *a, int first)
{
  for (int i = 0; i < N; i++)
    a[i] = first + i;
}

static int holds(const int *a, int first)
{
  for (int i = 0; i < N; i++)
    if (a[i] != first + i) return 0;
  return 1;
}

static void messages(int tag, MPI_Comm comm)
{
  int right = (rank + 1) % size, left = (rank + size - 1) % size;
  fill(out, 100 * rank + tag);
  fill(in, -1000);
  MPI_Irecv(in, N, MPI_INT, left, tag, comm, &requests[0]);
  MPI_Isend(out, N, MPI_INT, right, tag, comm, &requests[1]);
  MPI_Waitall(2, requests, statuses);
  CHECK(holds(in, 100 * left + tag));
  CHECK(statuses[0].MPI_SOURCE == left && statuses[0].MPI_TAG == tag);
  CHECK(requests[0] == MPI_REQUEST_NULL);
  MPI_Sendrecv_replace(out, N, MPI_INT, right, tag, left, tag, comm,
                       MPI_STATUS_IGNORE);
  CHECK(holds(out, 100 * left + tag));
}

static void collectives(MPI_Comm comm)
{
  fill(out, rank == 2 ? 7 : 0);
  MPI_Bcast(out, N, MPI_INT, 2, comm);
  CHECK(holds(out, 7));
  MPI_Ibcast(out, N, MPI_INT, 2, comm, &requests[0]);
  MPI_Wait(&requests[0], &statuses[0]);
  CHECK(holds(out, 7));
  MPI_Allgather(&rank, 1, MPI_INT, in, 1, MPI_INT, comm);
  for (int i = 0; i < size; i++)
    CHECK(in[i] == i);
  for (int i = 0; i < LARGE; i++)
    large[i] = rank + i;
  MPI_Allreduce(MPI_IN_PLACE, large, LARGE, MPI_DOUBLE, MPI_SUM, comm);
  for (int i = 0; i < LARGE; i++)
    CHECK(large[i] == size * i + size * (size - 1) / 2);
}

static void add(void *a, void *b, int *n, MPI_Datatype *type)
{
  (void)type;
  operator_calls++;
  for (int i = 0; i < *n; i++)
    ((int *)b)[i] += ((int *)a)[i];
}

static void operators(void)
{
  MPI_Op op;
  int calls = 0;
  MPI_Op_create(add, 1, &op);
  fill(in, rank);
  MPI_Reduce_local(in, in + N / 2, N / 2, MPI_INT, op);
  CHECK(in[N / 2] == 2 * rank + N / 2 && operator_calls == 6);
  fill(in, rank);
  MPI_Allreduce(in, out, N, MPI_INT, op, MPI_COMM_WORLD);
  for (int i = 0; i < N; i++)
    CHECK(out[i] == size * i + size * (size - 1) / 2);
  operator_calls -= 6;
  MPI_Allreduce(&operator_calls, &calls, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(calls >= size - 1);
  MPI_Op_free(&op);
}

static void windows(void)
{
  MPI_Win win;
  void *base;
  int flag, right = (rank + 1) % size, left = (rank + size - 1) % size;
  fill(window_memory, 1000 * rank);
  MPI_Win_create(window_memory, sizeof window_memory, sizeof(int),
                 MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_get_attr(win, MPI_WIN_BASE, &base, &flag);
  CHECK(flag && base == window_memory);
  MPI_Win_fence(0, win);
  fill(out, 10 * rank);
  MPI_Put(out, N / 2, MPI_INT, right, 0, N / 2, MPI_INT, win);
  MPI_Get(in, N / 2, MPI_INT, right, N / 2, N / 2, MPI_INT, win);
  MPI_Win_fence(0, win);
  CHECK(window_memory[0] == 10 * left);
  CHECK(window_memory[N / 2] == 1000 * rank + N / 2);
  CHECK(in[0] == 1000 * right + N / 2);
  MPI_Accumulate(&size, 1, MPI_INT, 0, N - 1, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  CHECK(window_memory[N - 1] ==
        1000 * rank + N - 1 + (rank == 0 ? size * size : 0));
  MPI_Win_lock_all(0, win);
  MPI_Fetch_and_op(&size, &in[5], MPI_INT, 0, N - 1, MPI_SUM, win);
  MPI_Win_flush(0, win);
  CHECK(in[5] >= N - 1 + size * size && in[5] < N - 1 + 2 * size * size);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}

static void absolute(void)
{
  MPI_Aint at[2];
  MPI_Datatype type;
  int lengths[2] = {N, 1};
  MPI_Get_address(out, &at[0]);
  MPI_Get_address(&rank, &at[1]);
  MPI_Type_create_hindexed(2, lengths, at, MPI_INT, &type);
  MPI_Type_commit(&type);
  fill(out, rank);
  int right = (rank + 1) % size, left = (rank + size - 1) % size;
  int got[N + 1], me = rank;
  MPI_Sendrecv(MPI_BOTTOM, 1, type, right, 0, got, N + 1, MPI_INT, left, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(holds(got, left) && got[N] == left);
  MPI_Sendrecv(got, N + 1, MPI_INT, left, 0, MPI_BOTTOM, 1, type, right, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(holds(out, me) && rank == me);
  MPI_Type_free(&type);
}

static void count_error(MPI_Comm *comm, int *code, ...)
{
  (void)comm, (void)code;
  errors_seen++;
  MPI_Comm_size(MPI_COMM_SELF, &size_of_self);
}

static int query(void *state, MPI_Status *status)
{
  (void)state;
  MPI_Status_set_elements(status, MPI_INT, 3);
  status->MPI_SOURCE = 17;
  errors_seen += 10;
  return 0;
}

static int nothing(void *state)
{
  (void)state;
  return 0;
}

static int cancelled(void *state, int complete)
{
  (void)state, (void)complete;
  return 0;
}

static void callbacks(void)
{
  static _Thread_local char buffer[300];
  MPI_Errhandler handler;
  void *detached;
  int bytes, key, flag, *value;
  MPI_Comm_create_errhandler(count_error, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  MPI_Send(out, -1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  MPI_Send(out, 1, MPI_INT, size, 0, MPI_COMM_WORLD);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Errhandler_free(&handler);
  CHECK(errors_seen == 2 && size_of_self == 1);
  MPI_Grequest_start(query, nothing, cancelled, NULL, &requests[0]);
  MPI_Grequest_complete(requests[0]);
  MPI_Wait(&requests[0], &statuses[0]);
  CHECK(statuses[0].MPI_SOURCE == 17 && errors_seen == 12);
  MPI_Buffer_attach(buffer, sizeof buffer);
  MPI_Buffer_detach(&detached, &bytes);
  CHECK(detached == buffer && bytes == sizeof buffer);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key,
                         NULL);
  MPI_Comm_set_attr(MPI_COMM_WORLD, key, &attribute);
  MPI_Comm_get_attr(MPI_COMM_WORLD, key, &value, &flag);
  CHECK(flag && value == &attribute);
  MPI_Comm_free_keyval(&key);
}

/* A thread has its own, and its messages come into them. */
static void *thread(void *comm)
{
  CHECK(rank == 0 && operator_calls == 5);
  MPI_Comm_rank(*(MPI_Comm *)comm, &rank);
  MPI_Comm_size(*(MPI_Comm *)comm, &size);
  for (int i = 0; i < 5; i++)
    messages(i, *(MPI_Comm *)comm);
  collectives(*(MPI_Comm *)comm);
  return NULL;
}

static void threads(void)
{
  MPI_Comm comm;
  pthread_t t;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  pthread_create(&t, NULL, thread, &comm);
  for (int i = 0; i < 5; i++)
    messages(50 + i, MPI_COMM_WORLD);
  collectives(MPI_COMM_WORLD);
  pthread_join(t, NULL);
  CHECK(rank > 0 || size > 0);
  MPI_Comm_free(&comm);
}

int main(int argc, char *argv[])
{
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  messages(3, MPI_COMM_WORLD);
  collectives(MPI_COMM_WORLD);
  operators();
  windows();
  absolute();
  callbacks();
  threads();
  return report();
}
