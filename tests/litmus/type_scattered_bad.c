/* A buffer of a global and heap memory in one type is stored to, and another
 * such buffer shares a word with it.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `head` of rank 0, 4 bytes
 * report:   MPI_Irecv   by rank 0 at type_scattered_bad.c:48, not yet complete
 * report:   MPI_Irecv   by rank 0 at type_scattered_bad.c:49
 * report:   Nothing orders them. MPI_Waitall at type_scattered_bad.c:56 comes too late; move the later MPI_Irecv after it, or use another buffer. [MPI-4.1 3.7.2]
 * report: oriel: conflict in memory allocated at type_scattered_bad.c:40 of rank 0, 4 bytes
 * report:   MPI_Irecv   by rank 0 at type_scattered_bad.c:48, not yet complete
 * report:   store       by rank 0 at type_scattered_bad.c:50, main()
 * report:   Nothing orders them. MPI_Waitall at type_scattered_bad.c:56 comes too late; move the store after it. [MPI-4.1 3.7.2]
 * report: oriel: conflict in memory allocated at type_scattered_bad.c:41 of rank 0, 4 bytes
 * report:   MPI_Irecv   by rank 0 at type_scattered_bad.c:49, not yet complete
 * report:   store       by rank 0 at type_scattered_bad.c:51, main()
 * report:   Nothing orders them. MPI_Waitall at type_scattered_bad.c:56 comes too late; move the store after it. [MPI-4.1 3.7.2]
 */
#include <mpi.h>
#include <stdlib.h>

enum { WORDS = 1 << 16 };
static int head[4];

/* A word of the head and the first and last word of the body. */
static MPI_Datatype scattered(int *word, int *body)
{
  MPI_Datatype type;
  MPI_Aint place[3];
  MPI_Get_address(word, &place[0]);
  MPI_Get_address(body, &place[1]);
  MPI_Get_address(&body[WORDS - 1], &place[2]);
  MPI_Type_create_hindexed_block(3, 1, place, MPI_INT, &type);
  MPI_Type_commit(&type);
  return type;
}

int main(int argc, char **argv)
{
  int rank, *body = calloc(WORDS, sizeof *body);
  int *other = calloc(WORDS, sizeof *other);
  MPI_Request requests[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Datatype one = scattered(&head[1], body);
  MPI_Datatype two = scattered(&head[1], other);
  if (rank == 0) {
    MPI_Irecv(MPI_BOTTOM, 1, one, 1, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(MPI_BOTTOM, 1, two, 1, 1, MPI_COMM_WORLD, &requests[1]);
    body[0] = 1;
    other[WORDS - 1] = 1;
  } else {
    MPI_Isend(MPI_BOTTOM, 1, one, 0, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(MPI_BOTTOM, 1, two, 0, 1, MPI_COMM_WORLD, &requests[1]);
  }
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Type_free(&one);
  MPI_Type_free(&two);
  free(body);
  free(other);
  MPI_Finalize();
}
