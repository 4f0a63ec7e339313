/* What is not opened is MPI_FILE_NULL, and not used; a file may be one that
 * the system gives nobody.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  MPI_File file;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File_open(MPI_COMM_WORLD, "/proc/version", MPI_MODE_RDWR, MPI_INFO_NULL,
                &file);
  if (file != MPI_FILE_NULL) {
    MPI_File_write_at(file, 4 * rank, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
  }
  MPI_File_open(MPI_COMM_WORLD, argv[0], MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
  MPI_File_read_at(file, 4 * rank, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  MPI_Finalize();
}
