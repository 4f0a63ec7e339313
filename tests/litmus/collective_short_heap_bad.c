/* Collectives into blocks far too short: each gives what the block has room for
 * and passes on to others what it should; the heap behind is left as it was.
 *
 * run: np=3 options="--check" exit=121
 * report: oriel: buffer of MPI_Bcast that is too short (2 times)
 * report:   MPI_Bcast   by rank 1 at collective_short_heap_bad.c:63 (writes bytes [0, 36000) of memory allocated at collective_short_heap_bad.c:47, which has 8)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: recvbuf of MPI_Gather that is too short
 * report:   MPI_Gather  by rank 1 at collective_short_heap_bad.c:66 (writes bytes [0, 36000) of memory allocated at collective_short_heap_bad.c:47, which has 8)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: recvbuf of MPI_Scatter that is too short (3 times)
 * report:   MPI_Scatter by rank 2 at collective_short_heap_bad.c:69 (writes bytes [0, 12000) of memory allocated at collective_short_heap_bad.c:47, which has 8)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: recvbuf of MPI_Alltoallv that is too short (3 times)
 * report:   MPI_Alltoallv by rank 1 at collective_short_heap_bad.c:72 (writes bytes [0, 12000) of memory allocated at collective_short_heap_bad.c:47, which has 8)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: recvbuf of MPI_Allreduce that is too short (3 times)
 * report:   MPI_Allreduce by rank 1 at collective_short_heap_bad.c:80 (writes bytes [0, 36000) of memory allocated at collective_short_heap_bad.c:47, which has 8)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: recvbuf of MPI_Reduce that is too short
 * report:   MPI_Reduce  by rank 2 at collective_short_heap_bad.c:83 (writes bytes [0, 36000) of memory allocated at collective_short_heap_bad.c:47, which has 8)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: recvbuf of MPI_Scan that is too short (3 times)
 * report:   MPI_Scan    by rank 0 at collective_short_heap_bad.c:86 (writes bytes [0, 36000) of memory allocated at collective_short_heap_bad.c:47, which has 8)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: recvbuf of MPI_Allreduce that is too short (3 times)
 * report:   MPI_Allreduce by rank 1 at collective_short_heap_bad.c:93 (writes bytes [0, 36000) of memory allocated at collective_short_heap_bad.c:47, which has 8)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: buffer of MPI_Ibcast that is too short (2 times)
 * report:   MPI_Ibcast  by rank 2 at collective_short_heap_bad.c:101 (writes bytes [0, 36000) of memory allocated at collective_short_heap_bad.c:47, which has 8)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: recvbuf of MPI_Start that is too short (6 times)
 * report:   MPI_Start   by rank 2 at collective_short_heap_bad.c:109 (writes bytes [0, 36000) of memory allocated at collective_short_heap_bad.c:47, which has 8)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { RANKS = 3, COUNT = 9000, EACH = COUNT / RANKS, SHORT = 2 };

static int rank, ones[COUNT]; /* not among the blocks */

/* A block of which the first `filled` are one. */
static int *block(int filled)
{
  int *b = calloc(SHORT, sizeof *b);
  for (int i = 0; i < filled && i < SHORT; i++)
    b[i] = 1;
  return b;
}

static void done(int *b, int value)
{
  if (b[0] != value || b[SHORT - 1] != value) MPI_Abort(MPI_COMM_WORLD, 1);
  free(b);
}

static void moves(void)
{
  int counts[RANKS] = {EACH, EACH, EACH}, displs[RANKS] = {0, EACH, 2 * EACH};
  int *b = block(0);
  MPI_Bcast(rank ? b : ones, COUNT, MPI_INT, 0, MPI_COMM_WORLD);
  done(b, rank != 0);
  b = block(0);
  MPI_Gather(ones, EACH, MPI_INT, b, EACH, MPI_INT, 1, MPI_COMM_WORLD);
  done(b, rank == 1);
  b = block(0);
  MPI_Scatter(ones, EACH, MPI_INT, b, EACH, MPI_INT, 0, MPI_COMM_WORLD);
  free(b);
  b = block(0);
  MPI_Alltoallv(ones, counts, displs, MPI_INT, b, counts, displs, MPI_INT,
                MPI_COMM_WORLD);
  done(b, 1);
}

static void reductions(void)
{
  int *b = block(0);
  MPI_Allreduce(ones, b, COUNT, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  done(b, RANKS);
  b = block(0);
  MPI_Reduce(ones, b, COUNT, MPI_INT, MPI_SUM, 2, MPI_COMM_WORLD);
  done(b, rank == 2 ? RANKS : 0);
  b = block(0);
  MPI_Scan(ones, b, COUNT, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  done(b, rank + 1);
}

static void in_place(void)
{
  int *b = block(COUNT);
  MPI_Allreduce(MPI_IN_PLACE, b, COUNT, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  done(b, RANKS);
}

static void nonblocking(void)
{
  int *b = block(0);
  MPI_Request request;
  MPI_Ibcast(rank ? b : ones, COUNT, MPI_INT, 0, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  done(b, rank != 0);
  b = block(0);
  MPI_Allgather_init(ones, EACH, MPI_INT, b, EACH, MPI_INT, MPI_COMM_WORLD,
                     MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; i++) {
    b[0] = 0;
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (!b[0]) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Request_free(&request);
  done(b, 1);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < COUNT; i++)
    ones[i] = 1;
  moves();
  reductions();
  in_place();
  nonblocking();
  MPI_Finalize();
}
