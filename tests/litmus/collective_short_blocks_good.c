/* Blocks by MPI_Gatherv and the like, of which the buffer has room for the
 * first and all others, in another order than that of the ranks.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { RANKS = 2, EACH = 4, ALL = RANKS * EACH, ROOM = RANKS };

static const int counts[] = {EACH, EACH}, displs[] = {EACH, 0};
static const int bytes[] = {4 * EACH, 0};
static int mine[ALL], rank;

/* The blocks that there is room for are received, the others are not. */
static void done(const int *got)
{
  for (int i = 0; i < ROOM * EACH; i++)
    if (got[i] != 1) MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char **argv)
{
  MPI_Datatype types[] = {MPI_INT, MPI_INT};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < ALL; i++)
    mine[i] = 1;
  int *room = calloc(ROOM * EACH, sizeof *room);
  int *behind = calloc(ALL, sizeof *behind);
  MPI_Gatherv(mine, EACH, MPI_INT, room, counts, displs, MPI_INT, 0,
              MPI_COMM_WORLD);
  if (rank == 0) done(room);
  memset(room, 0, ROOM * EACH * sizeof *room);
  MPI_Allgatherv(mine, EACH, MPI_INT, room, counts, displs, MPI_INT,
                 MPI_COMM_WORLD);
  done(room);
  memset(room, 0, ROOM * EACH * sizeof *room);
  MPI_Ialltoallv(mine, counts, displs, MPI_INT, room, counts, displs, MPI_INT,
                 MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  done(room);
  memset(room, 0, ROOM * EACH * sizeof *room);
  MPI_Alltoallw(mine, counts, bytes, types, room, counts, bytes, types,
                MPI_COMM_WORLD);
  done(room);
  for (int i = 0; i < ALL; i++)
    if (behind[i] != 0) MPI_Abort(MPI_COMM_WORLD, 1);
  free(room);
  free(behind);
  MPI_Finalize();
}
