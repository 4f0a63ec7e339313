/* Request-based operations: each can be waited for or tested by itself, mixed
 * with requests of messages; what a get brought is there then.
 *
 * run: np=2
 * run: np=5 twice=1
 * run: np=5 options="--protocol message --progress weak"
 * run: np=5 options="--order late"
 * stdout: ok
 */
#include "check.h"

enum { N = 8 };

int main(int argc, char **argv)
{
  int *memory, values[N], got[N], sums[N], flag, message = -1;
  MPI_Request requests[N + 2], request;
  MPI_Init(&argc, &argv);
  int me = world_rank(), n = world_size(), next = (me + 1) % n;
  int before = (me + n - 1) % n;
  MPI_Win win = int_window(2 * N, &memory);
  MPI_Win_lock_all(0, win);

  for (int i = 0; i < N; i++) {
    values[i] = 10 * me + i;
    MPI_Rput(&values[i], 1, MPI_INT, next, i, 1, MPI_INT, win, &requests[i]);
  }
  MPI_Irecv(&message, 1, MPI_INT, before, 3, MPI_COMM_WORLD, &requests[N]);
  MPI_Isend(&me, 1, MPI_INT, next, 3, MPI_COMM_WORLD, &requests[N + 1]);
  MPI_Waitall(N + 2, requests, MPI_STATUSES_IGNORE);
  SAME(message, before);
  for (int i = 0; i < N; i++)
    values[i] = -1; /* the buffers are free */
  MPI_Win_flush(next, win);

  for (int i = 0; i < N; i++)
    MPI_Rget(&got[i], 1, MPI_INT, next, i, 1, MPI_INT, win, &requests[i]);
  for (int i = 0; i < N; i++) {
    int which;
    MPI_Waitany(N, requests, &which, MPI_STATUS_IGNORE);
    SAME(got[which], 10 * me + which);
    got[which] = -1;
  }
  for (int i = 0; i < N; i++)
    CHECK(requests[i] == MPI_REQUEST_NULL);

  for (int i = 0; i < N; i++)
    values[i] = i;
  MPI_Raccumulate(values, N, MPI_INT, 0, N, N, MPI_INT, MPI_SUM, win, &request);
  do
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  while (!flag);
  MPI_Win_flush(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Rget_accumulate(NULL, 0, MPI_INT, sums, N, MPI_INT, 0, N, N, MPI_INT,
                      MPI_NO_OP, win, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < N; i++)
    SAME(sums[i], n * i);

  /* A request may be waited for after the unlock, which has completed it. */
  MPI_Rput(&me, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Rput(&me, 1, MPI_INT, next, 0, 1, MPI_INT, win, &request);
  MPI_Win_unlock_all(win);
  MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  CHECK(flag);
  MPI_Barrier(MPI_COMM_WORLD);
  SAME(memory[0], before);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
