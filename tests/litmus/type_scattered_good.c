/* Buffers of a global and heap memory in one type, and what lies between.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>
#include <stdlib.h>

enum { WORDS = 1 << 16 };
static int head[4];

/* The head and the first and last word of the body. */
static MPI_Datatype scattered(int *body)
{
  MPI_Datatype type;
  MPI_Aint place[3];
  MPI_Get_address(head, &place[0]);
  MPI_Get_address(body, &place[1]);
  MPI_Get_address(&body[WORDS - 1], &place[2]);
  MPI_Type_create_hindexed(3, (int[]){4, 1, 1}, place, MPI_INT, &type);
  MPI_Type_commit(&type);
  return type;
}

int main(int argc, char **argv)
{
  int rank, *body = calloc(WORDS, sizeof *body);
  MPI_Win win;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Datatype type = scattered(body);
  MPI_Win_create(&body[WORDS / 2], 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Isend(MPI_BOTTOM, 1, type, 1, 0, MPI_COMM_WORLD, &request);
    body[1] = body[WORDS - 2] = 1;
  } else {
    MPI_Irecv(MPI_BOTTOM, 1, type, 0, 0, MPI_COMM_WORLD, &request);
    body[1] = body[WORDS - 2] = 1;
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  head[3] = body[0] = body[WORDS - 1] = 2;
  MPI_Win_fence(MPI_MODE_NOSTORE, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Type_free(&type);
  free(body);
  MPI_Finalize();
}
