/* Memory is attached, and its addresses published by an accumulate of more than
 * eight elements, which orders nothing.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in attached memory of the window of many_values_bad.c:23 of rank 1, bytes [0, 4)
 * report:   MPI_Win_attach by rank 1 at many_values_bad.c:30
 * report:   MPI_Put        by rank 0 at many_values_bad.c:41 (epoch: lock_all, opened at many_values_bad.c:28)
 * report:   Nothing orders them. Let a barrier or message come between the MPI_Win_attach and the MPI_Put. The values of the MPI_Accumulate at many_values_bad.c:33 order nothing, since they are more than eight; a word of its own does. [MPI-4.1 12.7]
 */
#include <mpi.h>

enum { COUNT = 9 };

int main(int argc, char **argv)
{
  int rank, pieces[COUNT] = {0}, x = 1;
  MPI_Aint *slots, places[COUNT] = {0}, got[COUNT] = {0};
  MPI_Win board, win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(COUNT * sizeof *slots, sizeof *slots, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &slots, &board);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int i = 0; i < COUNT; i++)
    slots[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, board);
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    MPI_Win_attach(win, pieces, sizeof pieces);
    for (int i = 0; i < COUNT; i++)
      MPI_Get_address(&pieces[i], &places[i]);
    MPI_Accumulate(places, COUNT, MPI_AINT, 0, 0, COUNT, MPI_AINT, MPI_REPLACE,
                   board);
  } else {
    while (!got[COUNT - 1]) {
      MPI_Get_accumulate(NULL, 0, MPI_AINT, got, COUNT, MPI_AINT, 0, 0, COUNT,
                         MPI_AINT, MPI_NO_OP, board);
      MPI_Win_flush(0, board);
    }
    MPI_Put(&x, 1, MPI_INT, 1, got[0], 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_unlock_all(board);
  MPI_Win_free(&win);
  MPI_Win_free(&board);
  MPI_Finalize();
}
