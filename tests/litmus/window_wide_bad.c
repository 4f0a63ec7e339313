/* Windows of many megabytes: a put meets a load; accumulates meet by another,
 * small window that was made later, or earlier; a put comes to memory that is
 * attached, but does not follow that.
 *
 * build: --check
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [8000000, 8000004)
 * report:   load        by rank 1 at window_wide_bad.c:44, put_and_load()
 * report:   MPI_Put     by rank 0 at window_wide_bad.c:42 (epoch: lock_all, opened at window_wide_bad.c:40)
 * report:   Nothing orders them. Let a barrier or message come between the load and the MPI_Put. [MPI-4.1 12.7]
 * report: oriel: conflict in the window of window_wide_bad.c:31 of rank 1, bytes [0, 4) (2 times)
 * report:   MPI_Accumulate by rank 1 at window_wide_bad.c:53 (epoch: shared lock, opened at window_wide_bad.c:52), complete only for those who know of it
 * report:   MPI_Accumulate by rank 0 at window_wide_bad.c:53 (epoch: shared lock, opened at window_wide_bad.c:52)
 * report:   Accumulates through different windows are not atomic towards each other; issue both through one, else nothing orders them. MPI_Win_unlock at window_wide_bad.c:54 completes the earlier MPI_Accumulate, but nothing lets rank 0 know before its MPI_Accumulate. Locks of two windows do not exclude each other. [MPI-4.1 12.7]
 * report: oriel: conflict in attached memory of the window of window_wide_bad.c:88 of rank 1, bytes [8000000, 8000004)
 * report:   MPI_Win_attach by rank 1 at window_wide_bad.c:91
 * report:   MPI_Put        by rank 0 at window_wide_bad.c:95 (epoch: shared lock, opened at window_wide_bad.c:94)
 * report:   Nothing orders them. Let an exclusive lock or message come between the MPI_Win_attach and the MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>
#include <stdlib.h>

enum { WIDE = 4 << 20, FAR = 2000000, SMALL = 16 };

static int one = 1, rank, found;

static MPI_Win made(int *from, int words)
{
  MPI_Win window;
  MPI_Win_create(from, words * sizeof *from, sizeof *from, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &window);
  return window;
}

static void put_and_load(void)
{
  int *words = calloc(WIDE, sizeof *words);
  MPI_Win window = made(words, WIDE);
  MPI_Win_lock_all(0, window);
  if (rank == 0)
    MPI_Put(&one, 1, MPI_INT, 1, FAR, 1, MPI_INT, window);
  else
    found += words[FAR];
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  free(words);
}

static void add(int at, MPI_Win window)
{
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
  MPI_Accumulate(&one, 1, MPI_INT, 1, at, 1, MPI_INT, MPI_SUM, window);
  MPI_Win_unlock(1, window);
}

static void wide_first(void)
{
  int *words = calloc(WIDE, sizeof *words);
  MPI_Win wide = made(words, WIDE), small = made(words + FAR, SMALL);
  if (rank == 0)
    add(FAR, wide);
  else
    add(0, small);
  MPI_Win_free(&small);
  MPI_Win_free(&wide);
  free(words);
}

static void small_first(void)
{
  int *words = calloc(WIDE, sizeof *words);
  MPI_Win small = made(words + FAR, SMALL), wide = made(words, WIDE);
  if (rank == 0)
    add(FAR, wide);
  else
    add(0, small);
  MPI_Win_free(&wide);
  MPI_Win_free(&small);
  free(words);
}

static void attached(void)
{
  int *words = calloc(WIDE, sizeof *words);
  MPI_Aint address;
  MPI_Win window;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Get_address(words + FAR, &address);
  MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
  if (rank == 1) MPI_Win_attach(window, words, WIDE * sizeof *words);
  if (rank == 0) {
    oriel_compute(1e-3);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
    MPI_Put(&one, 1, MPI_INT, 1, address, 1, MPI_INT, window);
    MPI_Win_unlock(1, window);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) MPI_Win_detach(window, words);
  MPI_Win_free(&window);
  free(words);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  put_and_load();
  wide_first();
  small_first();
  attached();
  MPI_Finalize();
  return found;
}
