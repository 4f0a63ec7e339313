/* The lock of Mellor-Crummey and Scott over one-sided MPI: a mutex whose
 * waiters queue up, each looking only at its own memory.
 *
 * Rank 0's window holds the last rank of the queue; every rank's holds whether
 * it must wait and who comes after it. Taking a free mutex costs one
 * atomic operation, handing it over one more, however many wait.
 *
 *   struct mcs mutex;
 *   mcs_open(&mutex, comm);     collective
 *   mcs_lock(&mutex);
 *   mcs_unlock(&mutex);
 *   mcs_close(&mutex);          collective
 *
 * A waiter polls its own words with loads, which costs the network nothing but
 * is legal only where the memory model is MPI_WIN_UNIFIED; mcs_open checks it.
 *
 * Invariant: a rank stores into its own words only while no other rank knows
 * of them, that is before it joins the queue; all else is atomic operations.
 */
#ifndef MCS_H
#define MCS_H

#include <mpi.h>
#include <stddef.h>

/* Words of a rank's window; the third is in use at rank 0 only. */
enum { MCS_BLOCKED, MCS_NEXT, MCS_TAIL, MCS_WORDS };
enum { MCS_NOBODY = -1 };

struct mcs {
  MPI_Comm comm;
  MPI_Win win;
  int *mine; /* my words */
  int me;
};

static inline void mcs_open(struct mcs *m, MPI_Comm comm)
{
  MPI_Comm_dup(comm, &m->comm);
  MPI_Comm_rank(comm, &m->me);
  MPI_Win_allocate(sizeof(int) * MCS_WORDS, sizeof(int), MPI_INFO_NULL, m->comm,
                   &m->mine, &m->win);
  MPI_Win_set_name(m->win, "mutex");
  int *model, found;
  MPI_Win_get_attr(m->win, MPI_WIN_MODEL, &model, &found);
  if (*model != MPI_WIN_UNIFIED) MPI_Abort(comm, 1);
  MPI_Win_lock_all(0, m->win);
  m->mine[MCS_BLOCKED] = 0;
  m->mine[MCS_NEXT] = MCS_NOBODY;
  m->mine[MCS_TAIL] = MCS_NOBODY;
  MPI_Win_sync(m->win);
  MPI_Barrier(m->comm);
  MPI_Win_sync(m->win);
}

static inline void mcs_close(struct mcs *m)
{
  MPI_Win_unlock_all(m->win);
  MPI_Win_free(&m->win);
  MPI_Comm_free(&m->comm);
}

/* Atomically write a word of another rank. */
static inline void mcs_tell(struct mcs *m, int rank, int word, int value)
{
  MPI_Accumulate(&value, 1, MPI_INT, rank, word, 1, MPI_INT, MPI_REPLACE,
                 m->win);
  MPI_Win_flush(rank, m->win);
}

/* One of my own words. MPI_Win_sync makes what others told visible, MPI_Iprobe
 * is there for MPI libraries that serve others only in calls that may wait. */
static inline int mcs_look(struct mcs *m, int word)
{
  int flag;
  MPI_Win_sync(m->win);
  MPI_Iprobe(MPI_ANY_SOURCE, 0, m->comm, &flag, MPI_STATUS_IGNORE);
  return *(volatile int *)&m->mine[word];
}

static inline void mcs_lock(struct mcs *m)
{
  int before;
  m->mine[MCS_BLOCKED] = 1;
  m->mine[MCS_NEXT] = MCS_NOBODY;
  MPI_Win_sync(m->win);
  /* Become the last of the queue. */
  MPI_Fetch_and_op(&m->me, &before, MPI_INT, 0, MCS_TAIL, MPI_REPLACE, m->win);
  MPI_Win_flush(0, m->win);
  if (before == MCS_NOBODY) return;
  /* Tell the one before, and wait until it hands over. */
  mcs_tell(m, before, MCS_NEXT, m->me);
  while (mcs_look(m, MCS_BLOCKED))
    ;
}

static inline void mcs_unlock(struct mcs *m)
{
  int next = mcs_look(m, MCS_NEXT);
  if (next == MCS_NOBODY) {
    /* Nobody seems to wait. If I am still the last, the mutex is free. */
    int nobody = MCS_NOBODY, last;
    MPI_Compare_and_swap(&nobody, &m->me, &last, MPI_INT, 0, MCS_TAIL, m->win);
    MPI_Win_flush(0, m->win);
    if (last == m->me) return;
    /* Someone has queued up and is about to tell me. */
    while ((next = mcs_look(m, MCS_NEXT)) == MCS_NOBODY)
      ;
  }
  mcs_tell(m, next, MCS_BLOCKED, 0);
}

#endif
