/* What one call reads and what it writes share no byte: columns that lie
 * between each other do not, nor does a side that is MPI_PROC_NULL.
 *
 * run: np=2
 * stdout: ok
 * mpich: no, it looks at where they begin only
 */
#include "check.h"

static void swaps(void)
{
  static int y[5];
  int *word;
  MPI_Win win;
  MPI_Win_allocate(sizeof *word, sizeof *word, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &word, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_fence(0, win);
  REFUSED(MPI_ERR_BUFFER,
          MPI_Compare_and_swap(y, y + 1, y + 1, MPI_INT, 0, 0, win));
  REFUSED(MPI_ERR_BUFFER,
          MPI_Compare_and_swap(y, y + 1, y, MPI_INT, 0, 0, win));
  ACCEPTED(MPI_Compare_and_swap(y, y, y + 1, MPI_INT, 0, 0, win));
  ACCEPTED(MPI_Compare_and_swap(y + 2, y + 3, y + 4, MPI_INT, 0, 0, win));
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
  int x[8] = {0}, other;
  MPI_Request r;
  MPI_Datatype column; /* every second of them */
  MPI_Comm w = MPI_COMM_WORLD;
  MPI_Status *none = MPI_STATUS_IGNORE;
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(w, MPI_ERRORS_RETURN);
  other = 1 - world_rank();
  MPI_Type_vector(4, 1, 2, MPI_INT, &column);
  MPI_Type_commit(&column);

  REFUSED(MPI_ERR_BUFFER, MPI_Sendrecv(x, 1, MPI_INT, other, 0, x, 1, MPI_INT,
                                       other, 0, w, none));
  REFUSED(MPI_ERR_BUFFER, MPI_Sendrecv(x, 4, MPI_INT, other, 0, x + 3, 4,
                                       MPI_INT, other, 0, w, none));
  REFUSED(MPI_ERR_BUFFER, MPI_Isendrecv(x, 1, column, other, 0, x + 4, 1,
                                        MPI_INT, other, 0, w, &r));
  REFUSED(MPI_ERR_BUFFER, MPI_Allreduce(x, x + 3, 4, MPI_INT, MPI_SUM, w));
  REFUSED(MPI_ERR_BUFFER,
          MPI_Reduce_scatter_block(x, x + 1, 2, MPI_INT, MPI_SUM, w));

  ACCEPTED(MPI_Sendrecv(x, 4, MPI_INT, other, 0, x + 4, 4, MPI_INT, other, 0, w,
                        none));
  ACCEPTED(MPI_Sendrecv(x, 1, column, other, 0, x + 1, 1, column, other, 0, w,
                        none));
  ACCEPTED(
      MPI_Sendrecv(x, 0, MPI_INT, other, 0, x, 0, MPI_INT, other, 0, w, none));
  ACCEPTED(MPI_Sendrecv(x, 4, MPI_INT, MPI_PROC_NULL, 0, x, 4, MPI_INT,
                        MPI_PROC_NULL, 0, w, none));
  ACCEPTED(MPI_Allreduce(x, x + 4, 4, MPI_INT, MPI_SUM, w));
  ACCEPTED(MPI_Allreduce(MPI_IN_PLACE, x, 4, MPI_INT, MPI_SUM, w));

  swaps();
  MPI_Type_free(&column);
  int code = report();
  MPI_Finalize();
  return code;
}
