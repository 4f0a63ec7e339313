/* Polls: many in a row that find nothing cost little to simulate, and end with
 * the first that finds something: at a multiple of `poll` after they began.
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

/* A flush after an operation of no bytes is one poll each time; the same flush
 * again and again is a loop. */
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
  for (int i = 0; i < 5; i++)
    MPI_Win_flush(1, win);
  watch_expect("MPI_Win_flush", (1 + 2 + 4 + 8 + 16) * POLL);
  MPI_Win_unlock_all(win);
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
  flushes(win);
  look_now_and_then(win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
