/* Work in a session alone: a communicator from a group, messages, collectives,
 * a window; and after MPI_Finalize once more.
 *
 * run: np=4
 * stdout: ok
 * stdout: ok
 * mpich: no
 *   It cannot open a session after the last one was closed.
 */
#include <mpi.h>
#include <stdio.h>

static int bad;

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) bad++, printf("%d: not so: %s\n", __LINE__, #condition); \
  } while (0)

static void messages(MPI_Comm comm, int rank, int size)
{
  int next = (rank + 1) % size, before = (rank + size - 1) % size, got = -1;
  MPI_Request request;
  MPI_Message message;
  MPI_Isend(&rank, 1, MPI_INT, next, 3, comm, &request);
  MPI_Mprobe(before, 3, comm, &message, MPI_STATUS_IGNORE);
  MPI_Mrecv(&got, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(got == before);
  MPI_Mprobe(MPI_PROC_NULL, 3, comm, &message, MPI_STATUS_IGNORE);
  CHECK(message == MPI_MESSAGE_NO_PROC);
  MPI_Mrecv(&got, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  CHECK(message == MPI_MESSAGE_NULL);
  MPI_Mprobe(MPI_PROC_NULL, 3, comm, &message, MPI_STATUS_IGNORE);
  MPI_Imrecv(&got, 1, MPI_INT, &message, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void window(MPI_Comm comm, int rank, int size)
{
  int *memory;
  MPI_Win win;
  MPI_Win_allocate(sizeof(int), 1, MPI_INFO_NULL, comm, &memory, &win);
  *memory = 0;
  MPI_Win_fence(0, win);
  MPI_Accumulate(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  if (rank == 0) CHECK(*memory == size * (size - 1) / 2);
  MPI_Win_free(&win);
}

static void work(void)
{
  MPI_Session session;
  MPI_Group group;
  MPI_Comm comm, half;
  int rank, size, sum, all;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
  MPI_Comm_create_from_group(group, "work", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL,
                             &comm);
  MPI_Group_free(&group);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
  CHECK(size == 4 && sum == 6);
  messages(comm, rank, size);
  window(comm, rank, size);
  MPI_Comm_split(comm, rank % 2, 0, &half);
  MPI_Comm_size(half, &sum);
  CHECK(sum == 2);
  MPI_Comm_free(&half);
  MPI_Allreduce(&bad, &all, 1, MPI_INT, MPI_SUM, comm);
  if (rank == 0 && all == 0) puts("ok");
  MPI_Comm_disconnect(&comm);
  MPI_Session_finalize(&session);
}

int main(int argc, char **argv)
{
  work();
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  work();
  return bad != 0;
}
