/* The arrays that say what a collective moves are read until it is over.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `types` of main() of rank 0, 8 bytes (2 times)
 * report:   MPI_Ialltoallw by rank 0 at nonblocking_counts_bad.c:23, not yet complete
 * report:   store          by rank 0 at nonblocking_counts_bad.c:25, main()
 * report:   Nothing orders them. MPI_Wait at nonblocking_counts_bad.c:26 comes too late; move the store after it. [MPI-4.1 6.12]
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
  types[1] = MPI_DATATYPE_NULL;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return received[0] == 0;
}
