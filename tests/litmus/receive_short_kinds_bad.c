/* Every kind of receive into a block far too short: what the block has no room
 * for goes nowhere, whether all comes, or less, or nothing.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: buf of MPI_Irecv that is too short
 * report:   MPI_Irecv   by rank 0 at receive_short_kinds_bad.c:66 (writes bytes [0, 40000) of memory allocated at receive_short_kinds_bad.c:51, which has 8)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: buf of MPI_Start that is too short (2 times)
 * report:   MPI_Start   by rank 0 at receive_short_kinds_bad.c:71 (writes bytes [0, 40000) of memory allocated at receive_short_kinds_bad.c:51, which has 8)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: buf of MPI_Mrecv that is too short
 * report:   MPI_Mrecv   by rank 0 at receive_short_kinds_bad.c:77 (writes bytes [0, 40000) of memory allocated at receive_short_kinds_bad.c:51, which has 8)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: recvbuf of MPI_Sendrecv that is too short
 * report:   MPI_Sendrecv by rank 0 at receive_short_kinds_bad.c:78 (writes bytes [0, 40000) of memory allocated at receive_short_kinds_bad.c:51, which has 8)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: buf of MPI_Start that is too short
 * report:   MPI_Start   by rank 0 at receive_short_kinds_bad.c:82 (writes bytes [0, 4000) of memory allocated at receive_short_kinds_bad.c:51, which has 8)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: buf of MPI_Irecv that is too short
 * report:   MPI_Irecv   by rank 0 at receive_short_kinds_bad.c:85 (writes bytes [0, 40000) of memory allocated at receive_short_kinds_bad.c:51, which has 8)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: buf of MPI_Recv that is too short
 * report:   MPI_Recv    by rank 0 at receive_short_kinds_bad.c:88 (writes bytes [0, 40000) of memory allocated at receive_short_kinds_bad.c:51, which has 8)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 10000, FOUND = 0x41414141, SHORT = 2 };

/* The first elements have come, or not, and the last that there is. */
static void look(const int *block, int value)
{
  if (block[0] != value || block[SHORT - 1] != value)
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Small blocks from here on follow each other: none was freed before, so that
 * no part of a receive begins in another one. */
static void use_up_freed(void)
{
  static void *used[4096];
  for (int i = 0; i < 4096; i++)
    if (!(used[i] = malloc(SHORT * sizeof(int)))) exit(1);
}

static int *block(void)
{
  return calloc(SHORT, sizeof(int));
}

int main(int argc, char **argv)
{
  int rank, *sent = malloc(COUNT * sizeof *sent), *here[7];
  MPI_Request request;
  MPI_Message message;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  use_up_freed();
  for (int i = 0; i < 7; i++)
    here[i] = block();
  memset(sent, 0x41, COUNT * sizeof *sent);
  if (rank == 0) {
    MPI_Irecv(here[0], COUNT, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Recv_init(here[1], COUNT, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
    for (int i = 0; i < 2; i++) {
      here[1][0] = 0;
      MPI_Start(&request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      look(here[1], FOUND);
    }
    MPI_Request_free(&request);
    MPI_Mprobe(1, 2, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(here[2], COUNT, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Sendrecv(sent, 1, MPI_INT, 1, 3, here[3], COUNT, MPI_INT, 1, 3,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Precv_init(here[4], 10, COUNT / 10, MPI_INT, 1, 4, MPI_COMM_WORLD,
                   MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    MPI_Irecv(here[5], COUNT, MPI_INT, 1, 5, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Recv(here[6], COUNT, MPI_INT, 1, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    look(here[5], 0);
    if (here[6][0] != FOUND || here[6][1] != 0) MPI_Abort(MPI_COMM_WORLD, 1);
  } else {
    MPI_Send(sent, COUNT, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(sent, COUNT, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Send(sent, COUNT, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Send(sent, COUNT, MPI_INT, 0, 2, MPI_COMM_WORLD);
    MPI_Sendrecv(sent, COUNT, MPI_INT, 0, 3, here[3], 1, MPI_INT, 0, 3,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Psend_init(sent, 1, COUNT, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &request);
    MPI_Start(&request);
    MPI_Pready(0, request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    MPI_Send(sent, 1, MPI_INT, 0, 6, MPI_COMM_WORLD);
  }
  for (int i = 0; i < 5 && rank == 0; i++)
    look(here[i], FOUND);
  for (int i = 0; i < 7; i++)
    free(here[i]);
  free(sent);
  MPI_Finalize();
}
