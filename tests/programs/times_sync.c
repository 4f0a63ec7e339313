/* Synchronisation: a fence over p ranks, post-start-complete-wait with k
 * neighbours, a lock and an unlock.
 *
 * mpich: no (simulated times)
 * run: np=2 options="--platform tests/platforms/times.xml"
 * run: np=7 options="--platform tests/platforms/times.xml"
 * run: np=64 options="--platform tests/platforms/times.xml"
 * stdout: ok
 */
#include "times.h"

/* Dissemination: ceil(log2 p) rounds of one message to and from each rank. */
static double barrier_time(int p)
{
  return ceil(log2(p)) * (O_SEND + L + O_RECV);
}

static void fence(MPI_Win win)
{
  int p = world_size();
  watch_start();
  MPI_Win_fence(0, win);
  watch_expect("fence", barrier_time(p));

  char byte = 0;
  watch_start();
  MPI_Put(&byte, 1, MPI_BYTE, (world_rank() + 1) % p, 0, 1, MPI_BYTE, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  watch_expect("put and fence",
               O_PUT + L + 1 / BANDWIDTH + ACK * L + barrier_time(p));
}

/* Rank 0 puts 8 bytes into each of its k neighbours. All start together: the
 * post is there before the first put has been issued and sent. */
static void pscw(MPI_Win win)
{
  int k = world_size() - 1;
  char bytes[8] = {0};
  MPI_Group world, others, first;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_excl(world, 1, (int[]){0}, &others);
  MPI_Group_incl(world, 1, (int[]){0}, &first);
  MPI_Barrier(MPI_COMM_WORLD);
  watch_start();
  if (world_rank() == 0) {
    MPI_Win_start(others, 0, win);
    for (int i = 1; i <= k; i++)
      MPI_Put(bytes, 8, MPI_BYTE, i, 0, 8, MPI_BYTE, win);
    MPI_Win_complete(win);
    /* The posts arrive at L, but the interface takes one in each gap. What is
     * issued later than that is injected at once. */
    double posts = O_PUT + L + (k - 1) * GAP, puts = k * O_PUT;
    double last = posts > puts ? posts : puts;
    watch_expect("start, puts, complete", last + 8 / BANDWIDTH + k * O_PUT);
  } else {
    MPI_Win_post(first, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&world);
  MPI_Group_free(&others);
  MPI_Group_free(&first);
}

static void lock(MPI_Win win)
{
  if (world_rank() != 0) return;
  watch_start();
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
  watch_expect("lock", O_PUT + 2 * L);
  watch_start();
  MPI_Win_unlock(1, win);
  watch_expect("unlock", O_PUT + (1 + ACK) * L);
  watch_start();
  MPI_Win_lock(MPI_LOCK_SHARED, 1, MPI_MODE_NOCHECK, win);
  watch_expect("lock without a check", 0);
  MPI_Win_unlock(1, win);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Win win = time_window(8);
  fence(win);
  pscw(win);
  lock(win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
