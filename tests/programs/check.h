/* What the test programs share: checks that name their line, on any rank, and
 * one verdict at the end. A failed check does not stop the program. */
#ifndef CHECK_H
#define CHECK_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int complaints;

static inline int world_rank(void)
{
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

static inline int world_size(void)
{
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

static inline void complain(const char *file, int line, const char *what)
{
  complaints++;
  printf("%s:%d: rank %d: not so: %s\n", file, line, world_rank(), what);
}

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) complain(__FILE__, __LINE__, #condition);                \
  } while (0)

static inline int error_class_of(int error)
{
  int error_class;
  MPI_Error_class(error, &error_class);
  return error_class;
}

/* The call is refused with this error class; its window, communicator or
 * file must have MPI_ERRORS_RETURN. */
#define REFUSED(expected, call) CHECK(error_class_of(call) == (expected))
#define ACCEPTED(call) REFUSED(MPI_SUCCESS, call)

/* The two numbers are equal; prints both when they are not. */
#define SAME(got, expected)                                                    \
  do {                                                                         \
    double got_ = (double)(got), expected_ = (double)(expected);               \
    if (got_ == expected_) break;                                              \
    complain(__FILE__, __LINE__, #got " == " #expected);                       \
    printf("  got %.17g, expected %.17g\n", got_, expected_);                  \
  } while (0)

/* Last call of main, before MPI_Finalize: "ok" from rank 0 if no rank had a
 * complaint. Returns the exit code. */
static inline int report(void)
{
  int all;
  MPI_Allreduce(&complaints, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (world_rank() == 0 && all == 0) puts("ok");
  return all != 0;
}

/* What the ranks of a shared window have stored is seen by all of them. */
static inline void shared_barrier(MPI_Win win)
{
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
}

/* Memory of rank 0 that all ranks share, all zero, in an epoch of
 * MPI_Win_lock_all; barrier included. */
static inline void *shared_memory(MPI_Aint bytes, MPI_Win *win)
{
  int unit;
  void *memory;
  MPI_Win_allocate_shared(world_rank() ? 0 : bytes, 1, MPI_INFO_NULL,
                          MPI_COMM_WORLD, &memory, win);
  MPI_Win_shared_query(*win, 0, &bytes, &unit, &memory);
  MPI_Win_lock_all(0, *win);
  if (world_rank() == 0) memset(memory, 0, (size_t)bytes);
  shared_barrier(*win);
  return memory;
}

/* A window of n ints, all zero, with MPI_ERRORS_RETURN, barrier included. */
static inline MPI_Win int_window(int n, int **memory)
{
  MPI_Win win;
  MPI_Win_allocate(n * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, memory, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, world_rank(), 0, win);
  memset(*memory, 0, n * sizeof(int));
  MPI_Win_unlock(world_rank(), win);
  MPI_Barrier(MPI_COMM_WORLD);
  return win;
}

#endif
