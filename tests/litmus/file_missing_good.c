/* A collective call on a file, which all make, though one has written before.
 *
 * run: np=2 options="--check"
 * run: np=2
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, one = 1;
  MPI_File f;
  MPI_Status s;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File_open(MPI_COMM_WORLD, "/etc/passwd", MPI_MODE_RDONLY,
                MPI_INFO_NULL, &f);
  if (rank == 0) MPI_File_read(f, &one, 1, MPI_INT, &s);
  MPI_File_read_all(f, &one, 1, MPI_INT, &s);
  MPI_File_close(&f);
  MPI_Finalize();
}
