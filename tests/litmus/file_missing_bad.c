/* A collective call on a file which one rank does not make: that rank closes
 * the file before the other, and is not let go on, with --check or without.
 *
 * run: np=2 options="--check" exit=122
 * report: oriel: deadlock at 0.000003341 s: 2 of 2 ranks wait, and nothing can happen any more
 * report:   rank 0 at file_missing_bad.c:28: MPI_File_close waits for rank 1 of file "/etc/passwd" to take part in MPI_File_close
 * report:   rank 1 at file_missing_bad.c:28: MPI_File_close waits for rank 0 of file "/etc/passwd" to do its part of MPI_File_close
 * report:   cycle: rank 0 -> rank 1 -> rank 0
 * report: oriel: different functions in collective calls on file "/etc/passwd"
 * report:   MPI_File_read_all by rank 0 at file_missing_bad.c:27
 * report:   MPI_File_close    by rank 1 at file_missing_bad.c:28
 * report:   All ranks must make the same calls in the same order. [MPI-4.1 6.1]
 * run: np=2 exit=122
 * stderr: MPI_File_close waits for rank 1 of file "/etc/passwd" to take part in MPI_File_close
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
  if (rank == 0) MPI_File_read_all(f, &one, 1, MPI_INT, &s);
  MPI_File_close(&f);
  MPI_Finalize();
}
