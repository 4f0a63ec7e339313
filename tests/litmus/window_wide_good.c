/* Windows of many megabytes: a put goes beside a load; accumulates are beside
 * those by another window that was made later, or earlier; a put follows the
 * attaching of its memory.
 *
 * build: --check
 * run: np=2 options="--check"
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
    found += words[FAR + 1];
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
    add(1, small);
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
    add(1, small);
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
  MPI_Barrier(MPI_COMM_WORLD);
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
