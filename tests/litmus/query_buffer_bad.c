/* Memory that MPI_Win_shared_query told of, of a window that is not a shared
 * one, as the buffer of a message: its owner stores there meanwhile.
 *
 * run: np=2 options="--check --ppn 2" exit=121
 * build: --check
 * report: oriel: conflict in window "halo" of rank 0, bytes [0, 4)
 * report:   store       by rank 0 at query_buffer_bad.c:27, main()
 * report:   MPI_Send    by rank 1 at query_buffer_bad.c:29
 * report:   Nothing orders them. Let a barrier or message come between the store and the MPI_Send. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, *first, rank, unit, got = 0;
  MPI_Aint size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "halo");
  MPI_Win_shared_query(win, 0, &size, &unit, &first);
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  /* The twin has a barrier behind the store. */
  if (rank == 0)
    *first = 1;
  else
    MPI_Send(first, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  if (rank == 0)
    MPI_Recv(&got, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
