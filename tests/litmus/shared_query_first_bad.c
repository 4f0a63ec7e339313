/* The first part with memory, by MPI_PROC_NULL: rank 0 stores to one end of
 * it, rank 1 loads from there.
 *
 * run: np=2 options="--check --ppn 2" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [6, 8)
 * report:   store       by rank 0 at shared_query_first_bad.c:31, main()
 * report:   load        by rank 1 at shared_query_first_bad.c:35, main()
 * report:   Nothing orders them. Let a barrier or message, between two calls of MPI_Win_sync, come between the store and the load. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <stdio.h>

static int rank;

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  short *base;
  MPI_Win_allocate_shared(rank ? 8 * sizeof(short) : 0, sizeof(short),
                          MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  MPI_Aint size;
  int du;
  short *first;
  MPI_Win_shared_query(win, MPI_PROC_NULL, &size, &du, &first);
  if (rank == 0) {
    for (int i = 0; i < 4; i++)
      first[i] = i;
  } else {
    int s = 0;
    for (int i = 3; i < 8; i++)
      s += base[i];
    if (s == 12345) puts("?");
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
