/* Collective calls on a file of which each rank makes another one.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: different functions in collective calls on file "function.data"
 * report:   MPI_File_write_all by rank 0 at file_function_bad.c:37
 * report:   MPI_File_read_all  by rank 1 at file_function_bad.c:39
 * report:   All ranks must make the same calls in the same order. [MPI-4.1 6.1]
 * report: oriel: different functions in collective calls on file "function.data"
 * report:   MPI_File_iwrite_at_all by rank 0 at file_function_bad.c:41
 * report:   MPI_File_iwrite_all    by rank 1 at file_function_bad.c:43
 * report:   All ranks must make the same calls in the same order. [MPI-4.1 6.1]
 * report: oriel: different functions in collective calls on file "function.data"
 * report:   MPI_File_write_all_begin by rank 0 at file_function_bad.c:46
 * report:   MPI_File_write_all       by rank 1 at file_function_bad.c:49
 * report:   All ranks must make the same calls in the same order. [MPI-4.1 6.1]
 * report: oriel: different functions in collective calls on file "function.data"
 * report:   MPI_File_write_all_end by rank 0 at file_function_bad.c:47
 * report:   MPI_File_set_info      by rank 1 at file_function_bad.c:50
 * report:   All ranks must make the same calls in the same order. [MPI-4.1 6.1]
 */
#include <mpi.h>

static MPI_Status status;

int main(int argc, char **argv)
{
  int rank, one = 1;
  MPI_File f;
  MPI_Request r;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File_open(MPI_COMM_WORLD, "function.data",
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &f);
  MPI_File_set_size(f, 100);
  if (rank == 0)
    MPI_File_write_all(f, &one, 1, MPI_INT, &status);
  else
    MPI_File_read_all(f, &one, 1, MPI_INT, &status);
  if (rank == 0)
    MPI_File_iwrite_at_all(f, 8, &one, 1, MPI_INT, &r);
  else
    MPI_File_iwrite_all(f, &one, 1, MPI_INT, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  if (rank == 0) {
    MPI_File_write_all_begin(f, &one, 1, MPI_INT);
    MPI_File_write_all_end(f, &one, MPI_STATUS_IGNORE);
  } else {
    MPI_File_write_all(f, &one, 1, MPI_INT, &status);
    MPI_File_set_info(f, MPI_INFO_NULL);
  }
  MPI_File_close(&f);
  MPI_Finalize();
}
