/* A mutex between ranks: the MCS lock of mcs.h protects a read, modify, write
 * that is not atomic by itself.
 *
 * Rank 0 exposes a pair of longs that must stay equal. Each rank, holding the
 * mutex, gets the pair, adds one to both and puts it back. Without the mutex
 * updates would be lost.
 *
 * To look at: MPI_Win_flush after the get (the value is needed) and after the
 * put (it must have arrived before the mutex is handed over); mcs.h for the
 * mutex itself. MPI_Win_lock(MPI_LOCK_EXCLUSIVE) would protect the pair too,
 * but belongs to the window: it cannot span two epochs or two windows.
 */
#include "mcs.h"
#include <stdio.h>

enum { PER_RANK = 3 };

int main(int argc, char **argv)
{
  int me, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);

  MPI_Win win;
  long *shared, pair[2], unequal = 0, all;
  MPI_Win_allocate(me == 0 ? sizeof pair : 0, sizeof(long), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &shared, &win);
  MPI_Win_lock_all(0, win);
  if (me == 0) shared[0] = shared[1] = 0;
  MPI_Win_sync(win);

  struct mcs mutex;
  mcs_open(&mutex, MPI_COMM_WORLD);
  for (int i = 0; i < PER_RANK; i++) {
    mcs_lock(&mutex);
    MPI_Get(pair, 2, MPI_LONG, 0, 0, 2, MPI_LONG, win);
    MPI_Win_flush(0, win);
    unequal += pair[0] != pair[1];
    pair[0]++;
    pair[1]++;
    MPI_Put(pair, 2, MPI_LONG, 0, 0, 2, MPI_LONG, win);
    MPI_Win_flush(0, win);
    mcs_unlock(&mutex);
  }
  mcs_close(&mutex);
  MPI_Win_unlock_all(win);

  MPI_Allreduce(&unequal, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Get(pair, 2, MPI_LONG, 0, 0, 2, MPI_LONG, win);
  MPI_Win_unlock(0, win);
  long n = (long)ranks * PER_RANK;
  int good = pair[0] == n && pair[1] == n && all == 0;
  if (me == 0)
    printf("%ld updates under the mutex, %ld and %ld counted: %s\n", n, pair[0],
           pair[1], good ? "none lost" : "WRONG");
  MPI_Win_free(&win);
  MPI_Finalize();
  return !good;
}
