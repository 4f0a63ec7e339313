/* Polls: many in a row that find nothing cost little to simulate, and end with
 * the first that finds something: at a multiple of `poll` after they began. But
 * who does not wait, as it counts them or looks at one thing after the other,
 * pays for each that it makes.
 *
 * mpich: no (oriel_compute)
 * run: np=2 options="--platform tests/platforms/times.xml" twice=1
 * stdout: ok
 */
#include "times.h"

#define POLL 1e-7
#define LATE 1e-3

/* The polls before `news` are empty, the first after it is not. */
static double polls_until(double news)
{
  return ceil(news / POLL) * POLL;
}

static void test_loop(void)
{
  int x = 0, done = 0;
  MPI_Request request;
  watch_start_together();
  if (world_rank() == 1) {
    oriel_compute(LATE);
    MPI_Send(&x, 4, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    return;
  }
  MPI_Irecv(&x, 4, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request);
  while (!done)
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  watch_expect("MPI_Test",
               polls_until(LATE + O_SEND + L + 4 / BANDWIDTH) + O_RECV);
}

static void probe_loop(void)
{
  int x = 0, flag = 0;
  watch_start_together();
  if (world_rank() == 1) {
    oriel_compute(LATE);
    MPI_Send(&x, 4, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    return;
  }
  while (!flag)
    MPI_Iprobe(1, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  watch_expect("MPI_Iprobe", polls_until(LATE + O_SEND + L + 4 / BANDWIDTH));
  MPI_Recv(&x, 4, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void sync_loop(MPI_Win win, volatile int *flag)
{
  int one = 1;
  MPI_Win_lock_all(0, win);
  watch_start_together();
  if (world_rank() == 1) {
    oriel_compute(LATE);
    MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
  } else {
    while (!*flag)
      MPI_Win_sync(win);
    watch_expect("MPI_Win_sync", polls_until(LATE + O_PUT + L + 4 / BANDWIDTH));
  }
  MPI_Win_unlock_all(win);
}

/* Two looks in each round: the second one may come before the first again. */
static void look_at_two(void)
{
  int x = 0, y = 0, done = 0, other = 0;
  MPI_Request request, pending;
  watch_start_together();
  if (world_rank() == 1) {
    oriel_compute(LATE);
    MPI_Send(&x, 4, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    return;
  }
  MPI_Irecv(&x, 4, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request);
  MPI_Irecv(&y, 4, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &pending);
  while (!done && !other) {
    MPI_Test(&pending, &other, MPI_STATUS_IGNORE);
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  }
  double spent = MPI_Wtime() - watch_begin - CLOCK - O_RECV;
  double news = polls_until(LATE + O_SEND + L + 4 / BANDWIDTH);
  expect_time("two requests", spent,
              spent > news + POLL / 2 ? news + POLL : news);
  MPI_Cancel(&pending);
  MPI_Request_free(&pending);
}

/* Flushes that are counted: each is one. */
static void flushes(MPI_Win win)
{
  int x = 0;
  MPI_Win_lock_all(0, win);
  MPI_Win_flush_local_all(win);
  watch_start_together();
  for (int i = 0; i < 20; i++) {
    MPI_Put(&x, 0, MPI_INT, 1, 0, 0, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Get(&x, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
    MPI_Win_flush_local_all(win);
  }
  watch_expect("MPI_Put of nothing, MPI_Win_flush", 40 * POLL);
  watch_start_together();
  for (int i = 0; i < 50; i++)
    MPI_Win_flush(1, win);
  watch_expect("MPI_Win_flush", 50 * POLL);
  MPI_Win_unlock_all(win);
}

/* So is each look of one that gives up, and each at another request. */
static void look_for_a_while(void)
{
  enum { REQUESTS = 64, LOOKS = 1000 };
  MPI_Request requests[REQUESTS];
  int memory[REQUESTS], done = 0;
  watch_start_together();
  for (int i = 0; i < REQUESTS; i++)
    MPI_Irecv(&memory[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]);
  watch_start();
  for (int i = 0; i < LOOKS && !done; i++)
    MPI_Test(&requests[0], &done, MPI_STATUS_IGNORE);
  watch_expect("a thousand looks", LOOKS * POLL);
  watch_start();
  for (int i = 0; i < REQUESTS; i++)
    MPI_Test(&requests[i], &done, MPI_STATUS_IGNORE);
  watch_expect("each request once", REQUESTS * POLL);
  watch_start();
  double end = MPI_Wtime() + LATE;
  do
    MPI_Test(&requests[0], &done, MPI_STATUS_IGNORE);
  while (!done && MPI_Wtime() < end);
  watch_expect("a limit", CLOCK + ceil(LATE / (POLL + CLOCK)) * (POLL + CLOCK));
  for (int i = 0; i < REQUESTS; i++)
    MPI_Cancel(&requests[i]);
  MPI_Waitall(REQUESTS, requests, MPI_STATUSES_IGNORE);
}

/* Who computes between two looks loops around none of them: each is one. */
static void look_now_and_then(MPI_Win win)
{
  enum { LOOKS = 50 };
  int x = 0, done = 0;
  MPI_Request request;
  MPI_Win_lock_all(0, win);
  watch_start_together();
  if (world_rank() == 1) {
    oriel_compute(1);
    MPI_Send(&x, 4, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);
    return;
  }
  MPI_Irecv(&x, 4, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request);
  watch_start();
  for (int i = 0; i < LOOKS && !done; i++) {
    oriel_compute(1e-3);
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    oriel_compute(1e-3);
    MPI_Win_sync(win);
  }
  watch_expect("now and then", LOOKS * 2 * (1e-3 + POLL));
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
}

int main(int argc, char **argv)
{
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Win win = int_window(1, &memory);
  test_loop();
  probe_loop();
  sync_loop(win, memory);
  look_at_two();
  flushes(win);
  look_for_a_while();
  look_now_and_then(win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
