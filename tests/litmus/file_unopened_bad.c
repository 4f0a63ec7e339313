/* Files whose errors nobody looks at: that one is not there is no mistake, that
 * it is used is one. So are a mode that there is not, a write to what is open
 * for reading, and members that do not agree.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: rank 0 at file_unopened_bad.c:22: MPI_File_write_at: the file is MPI_FILE_NULL [MPI-4.1 14.2] (2 times)
 * report: oriel: rank 0 at file_unopened_bad.c:23: MPI_File_close: the file is MPI_FILE_NULL [MPI-4.1 14.2] (2 times)
 * report: oriel: rank 0 at file_unopened_bad.c:24: MPI_File_open: amode is not one of MPI_MODE_RDONLY, MPI_MODE_RDWR, MPI_MODE_WRONLY [MPI-4.1 14.2.1] (2 times)
 * report: oriel: rank 0 at file_unopened_bad.c:26: MPI_File_write_at: the file is open for reading only [MPI-4.1 14.2.1] (2 times)
 * report: oriel: rank 0 at file_unopened_bad.c:27: MPI_File_set_atomicity: flag is 0 at rank 0 and 1 at rank 1 [MPI-4.1 14.2] (2 times)
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  MPI_File file;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File_open(MPI_COMM_WORLD, "/no/such/file", MPI_MODE_RDWR, MPI_INFO_NULL,
                &file);
  MPI_File_write_at(file, 4 * rank, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  MPI_File_open(MPI_COMM_WORLD, argv[0], 0, MPI_INFO_NULL, &file);
  MPI_File_open(MPI_COMM_WORLD, argv[0], MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
  MPI_File_write_at(file, 4 * rank, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_set_atomicity(file, rank);
  MPI_File_close(&file);
  MPI_Finalize();
}
