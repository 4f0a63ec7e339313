/* Transfers of one element more than arrays of variable length have, of one
 * length, and of another one in each turn of a loop.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: origin buffer of MPI_Put that is too short
 * report:   MPI_Put     by rank 0 at buffer_short_varying_bad.c:22 (reads bytes [0, 88) of `row` of put_row(), which has 80)
 * report:   Give it the memory that count and type name. [MPI-4.1 12.3]
 * report: oriel: origin buffer of MPI_Get that is too short
 * report:   MPI_Get     by rank 0 at buffer_short_varying_bad.c:35 (writes bytes [0, 10) of `these` of get_in_loop(), which has 9)
 * report:   Give it the memory that count and type name. [MPI-4.1 12.3]
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static MPI_Win win;

__attribute__((noinline)) static void put_row(int n)
{
  double row[2 * n];
  memset(row, 0, sizeof row);
  MPI_Put(row, 2 * n + 1, MPI_DOUBLE, 1, 0, 2 * n + 1, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
  for (size_t i = 0; i < sizeof row / sizeof *row; i++)
    if (row[i] < 0) abort();
}

/* Another length in each turn. */
__attribute__((noinline)) static void get_in_loop(int n)
{
  for (int k = 1; k < n; k++) {
    char these[3 * k];
    int size = sizeof these;
    if (k == n - 1) size += 1;
    MPI_Get(these, size, MPI_BYTE, 1, 0, size, MPI_BYTE, win);
    MPI_Win_fence(0, win);
    for (size_t i = 0; i < sizeof these; i++)
      if (these[i] == 'x') abort();
  }
}

int main(int argc, char **argv)
{
  char *memory;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(1024, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    put_row(argc + 4);
    get_in_loop(argc + 3);
  } else {
    for (int i = 0; i < 4; i++)
      MPI_Win_fence(0, win);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
