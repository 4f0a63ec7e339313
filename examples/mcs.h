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
 * Invariant: all words are only touched by accumulate-like operations while the
 * mutex is in use, so that no two accesses conflict.
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
  int me;
};

static inline void mcs_open(struct mcs *m, MPI_Comm comm)
{
  int *words;
  MPI_Comm_dup(comm, &m->comm);
  MPI_Comm_rank(comm, &m->me);
  MPI_Win_allocate(sizeof(int) * MCS_WORDS, sizeof(int), MPI_INFO_NULL, m->comm,
                   &words, &m->win);
  MPI_Win_set_name(m->win, "mutex");
  MPI_Win_lock_all(0, m->win);
  words[MCS_BLOCKED] = 0;
  words[MCS_NEXT] = MCS_NOBODY;
  words[MCS_TAIL] = MCS_NOBODY;
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

/* Atomically write a word, or read one, at a rank. */
static inline void mcs_write(struct mcs *m, int rank, int word, int value)
{
  MPI_Accumulate(&value, 1, MPI_INT, rank, word, 1, MPI_INT, MPI_REPLACE,
                 m->win);
  MPI_Win_flush(rank, m->win);
}

static inline int mcs_read(struct mcs *m, int rank, int word)
{
  int value;
  MPI_Fetch_and_op(NULL, &value, MPI_INT, rank, word, MPI_NO_OP, m->win);
  MPI_Win_flush(rank, m->win);
  return value;
}

static inline void mcs_lock(struct mcs *m)
{
  int before;
  mcs_write(m, m->me, MCS_BLOCKED, 1);
  mcs_write(m, m->me, MCS_NEXT, MCS_NOBODY);
  /* Become the last of the queue. */
  MPI_Fetch_and_op(&m->me, &before, MPI_INT, 0, MCS_TAIL, MPI_REPLACE, m->win);
  MPI_Win_flush(0, m->win);
  if (before == MCS_NOBODY) return;
  /* Tell the one before, and wait until it hands over. */
  mcs_write(m, before, MCS_NEXT, m->me);
  while (mcs_read(m, m->me, MCS_BLOCKED))
    ;
}

static inline void mcs_unlock(struct mcs *m)
{
  int next = mcs_read(m, m->me, MCS_NEXT);
  if (next == MCS_NOBODY) {
    /* Nobody seems to wait. If I am still the last, the mutex is free. */
    int nobody = MCS_NOBODY, last;
    MPI_Compare_and_swap(&nobody, &m->me, &last, MPI_INT, 0, MCS_TAIL, m->win);
    MPI_Win_flush(0, m->win);
    if (last == m->me) return;
    /* Someone has queued up and is about to tell me. */
    while ((next = mcs_read(m, m->me, MCS_NEXT)) == MCS_NOBODY)
      ;
  }
  mcs_write(m, next, MCS_BLOCKED, 0);
}

#endif
