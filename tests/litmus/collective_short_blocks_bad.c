/* Blocks by MPI_Gatherv and the like, of which the buffer has room for the
 * first only: the other one is told, and the heap behind is left as it was.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: recvbuf of MPI_Gatherv that is too short
 * report:   MPI_Gatherv by rank 0 at collective_short_blocks_bad.c:45 (writes bytes [16, 32) of memory allocated at collective_short_blocks_bad.c:43, which has 16)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: recvbuf of MPI_Allgatherv that is too short (2 times)
 * report:   MPI_Allgatherv by rank 1 at collective_short_blocks_bad.c:49 (writes bytes [16, 32) of memory allocated at collective_short_blocks_bad.c:43, which has 16)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: recvbuf of MPI_Ialltoallv that is too short (2 times)
 * report:   MPI_Ialltoallv by rank 0 at collective_short_blocks_bad.c:53 (writes bytes [16, 32) of memory allocated at collective_short_blocks_bad.c:43, which has 16)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: recvbuf of MPI_Alltoallw that is too short (2 times)
 * report:   MPI_Alltoallw by rank 1 at collective_short_blocks_bad.c:58 (writes bytes [16, 32) of memory allocated at collective_short_blocks_bad.c:43, which has 16)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { RANKS = 2, EACH = 4, ALL = RANKS * EACH, ROOM = 1 };

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
