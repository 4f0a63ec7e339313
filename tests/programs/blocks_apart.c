/* Blocks that come from several ranks do not overlap where they are received:
 * columns between each other do not, nor do empty blocks, and what is sent may.
 *
 * run: np=2
 * stdout: ok
 * mpich: no, it does not look
 */
#include "check.h"

static int x[8], y[8];
static const int two[] = {2, 2}, none[] = {0, 2}, one[] = {1, 1};
static const int apart[] = {2, 0}, same[] = {1, 1}, closer[] = {1, 0};
static const int beside[] = {0, 4}; /* in bytes */

static void refused(MPI_Comm w)
{
  const MPI_Datatype types[] = {MPI_INT, MPI_INT};
  REFUSED(MPI_ERR_BUFFER,
          MPI_Allgatherv(x, 2, MPI_INT, y, two, same, MPI_INT, w));
  REFUSED(MPI_ERR_BUFFER,
          MPI_Allgatherv(x, 2, MPI_INT, y, two, closer, MPI_INT, w));
  REFUSED(MPI_ERR_BUFFER,
          MPI_Alltoallv(x, two, apart, MPI_INT, y, two, closer, MPI_INT, w));
  REFUSED(MPI_ERR_BUFFER,
          MPI_Alltoallw(x, two, beside, types, y, two, beside, types, w));
  if (world_rank() == 1)
    REFUSED(MPI_ERR_BUFFER,
            MPI_Gatherv(x, 2, MPI_INT, y, two, closer, MPI_INT, 1, w));
}

static void accepted(MPI_Comm w)
{
  MPI_Datatype half, column; /* every second of them */
  const MPI_Datatype types[] = {MPI_INT, MPI_INT};
  MPI_Type_vector(4, 1, 2, MPI_INT, &half);
  MPI_Type_create_resized(half, 0, sizeof(int), &column);
  MPI_Type_commit(&column);
  ACCEPTED(MPI_Allgatherv(x, 2, MPI_INT, y, two, apart, MPI_INT, w));
  ACCEPTED(MPI_Allgatherv(x, 4, MPI_INT, y, one, closer, column, w));
  ACCEPTED(MPI_Allgatherv(x, none[world_rank()], MPI_INT, y, none, same,
                          MPI_INT, w));
  ACCEPTED(MPI_Gatherv(x, 2, MPI_INT, y, two, world_rank() ? same : apart,
                       MPI_INT, 0, w));
  ACCEPTED(MPI_Scatterv(x, two, closer, MPI_INT, y, 2, MPI_INT, 0, w));
  ACCEPTED(MPI_Alltoallv(x, two, closer, MPI_INT, y, two, apart, MPI_INT, w));
  ACCEPTED(MPI_Alltoallw(x, one, same, types, y, one, beside, types, w));
  MPI_Type_free(&half);
  MPI_Type_free(&column);
}

int main(int argc, char **argv)
{
  MPI_Comm w = MPI_COMM_WORLD;
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(w, MPI_ERRORS_RETURN);
  refused(w);
  accepted(w);
  int code = report();
  MPI_Finalize();
  return code;
}
