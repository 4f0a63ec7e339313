/* An info that rank 1 does not free, made after MPI_Finalize.
 *
 * run: np=3 options="--check"
 * report: oriel: leak: 1 info made by MPI_Info_create at leak_info_bad.c:15 is never freed by rank 1 [MPI-4.1 11.2.2]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  MPI_Info info;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Finalize();
  MPI_Info_create(&info);
  if (rank != 1) MPI_Info_free(&info);
}
