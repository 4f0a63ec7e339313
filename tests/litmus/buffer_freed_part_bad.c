/* A type of addresses that has entries in two blocks of the heap, of which one
 * is freed before the call.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: sendbuf of MPI_Sendrecv that is freed (2 times)
 * report:   MPI_Sendrecv by rank 0 at buffer_freed_part_bad.c:28 (reads memory allocated at buffer_freed_part_bad.c:22 and freed at buffer_freed_part_bad.c:27)
 * report:   Free it when the call has returned and the operation is complete. [MPI-4.1 3.2.2]
 */
#include <mpi.h>
#include <stdlib.h>

enum { EACH = 4 };

int main(int argc, char **argv)
{
  int rank, lengths[] = {EACH, EACH}, numbers[2 * EACH] = {0};
  MPI_Aint addresses[2];
  MPI_Datatype type;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int *low = calloc(EACH, sizeof *low);
  int *high = calloc(EACH, sizeof *high);
  MPI_Get_address(low, &addresses[0]);
  MPI_Get_address(high, &addresses[1]);
  MPI_Type_create_hindexed(2, lengths, addresses, MPI_INT, &type);
  MPI_Type_commit(&type);
  free(high);
  MPI_Sendrecv(MPI_BOTTOM, 1, type, !rank, 0, numbers, 2 * EACH, MPI_INT, !rank,
               0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Type_free(&type);
  free(low);
  MPI_Finalize();
}
