/* The arrays that say what a collective moves are the program's again when it
 * is over.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int sent[2] = {1, 2}, received[2] = {0}, counts[2] = {1, 1}, displs[2];
  MPI_Datatype types[2] = {MPI_INT, MPI_INT};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 2; i++)
    displs[i] = i * (int)sizeof(int);
  MPI_Alltoallw(sent, counts, displs, types, received, counts, displs, types,
                MPI_COMM_WORLD);
  counts[1] = 1;
  MPI_Ialltoallw(sent, counts, displs, types, received, counts, displs, types,
                 MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  types[1] = MPI_DATATYPE_NULL;
  MPI_Finalize();
  return received[0] == 0;
}
