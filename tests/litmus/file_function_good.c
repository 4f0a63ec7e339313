/* Collective calls on a file which all ranks make, between others that they
 * make by themselves, and on another file in between.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>

static const int mode =
    MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;

int main(int argc, char **argv)
{
  int rank, one = 1;
  MPI_File f, g;
  MPI_Request r;
  MPI_Status s;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_File_open(MPI_COMM_WORLD, rank ? "./same.data" : "same.data", mode,
                MPI_INFO_NULL, &f);
  MPI_File_open(MPI_COMM_WORLD, "second.data", mode, MPI_INFO_NULL, &g);
  if (rank == 0) MPI_File_write(f, &one, 1, MPI_INT, &s);
  if (rank == 1) MPI_File_write_all(g, &one, 1, MPI_INT, &s);
  if (rank == 0)
    MPI_File_write_all(f, &one, 1, MPI_INT, &s);
  else
    MPI_File_write_all_c(f, &one, 1, MPI_INT, &s);
  MPI_File_iwrite_at_all(f, 8 + 4 * rank, &one, 1, MPI_INT, &r);
  MPI_Wait(&r, &s);
  if (rank == 0) MPI_File_write_all(g, &one, 1, MPI_INT, &s);
  MPI_File_write_all_begin(f, &one, 1, MPI_INT);
  if (rank == 1) MPI_File_write_shared(f, &one, 1, MPI_INT, &s);
  MPI_File_write_all_end(f, &one, &s);
  MPI_File_set_info(f, MPI_INFO_NULL);
  MPI_File_close(&g);
  MPI_File_sync(f);
  MPI_File_read_ordered(f, &one, 1, MPI_INT, &s);
  MPI_File_close(&f);
  MPI_Finalize();
}
