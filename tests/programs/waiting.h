/* A rank that waits for a word in memory, and does something in each round. */
#ifndef ORIEL_TEST_WAITING_H
#define ORIEL_TEST_WAITING_H

#include "check.h"

#include <oriel.h>

/* Rank 0 does it until another one puts the word after a millisecond, or for
 * ever. Returns what main() does. */
static int wait_beside(void (*meanwhile)(const char *how), const char *how,
                       int never)
{
  volatile int *flag;
  int one = 1;
  MPI_Win win;
  MPI_Win_allocate(sizeof *flag, sizeof *flag, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &flag, &win);
  MPI_Win_lock_all(0, win);
  *flag = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 0) {
    while (!*flag)
      meanwhile(how);
    double now = MPI_Wtime();
    CHECK(now > 1e-3 && now < 1.01e-3);
  } else if (!never) {
    oriel_compute(1e-3);
    MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return report();
}

#endif
