/* A type of addresses whose entry goes beyond its memory, which touches
 * nothing.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: recvbuf of MPI_Sendrecv that is too short (2 times)
 * report:   MPI_Sendrecv by rank 0 at buffer_touching_bad.c:25 (writes bytes [0, 20) of memory allocated at buffer_touching_bad.c:21, which has 16)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 */
#include <mpi.h>
#include <stdlib.h>

enum { EACH = 4 };

int main(int argc, char **argv)
{
  int rank, length = EACH + 1, numbers[EACH + 1] = {0};
  MPI_Aint address;
  MPI_Datatype type;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int *block = malloc(EACH * sizeof *block);
  MPI_Get_address(block, &address);
  MPI_Type_create_hindexed(1, &length, &address, MPI_INT, &type);
  MPI_Type_commit(&type);
  MPI_Sendrecv(numbers, EACH + 1, MPI_INT, !rank, 0, MPI_BOTTOM, 1, type, !rank,
               0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Type_free(&type);
  free(block);
  MPI_Finalize();
}
