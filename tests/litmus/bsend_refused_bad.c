/* Buffered sends that find no buffer read nothing: what they would have sent
 * may be stored to. Only that they found none is told.
 *
 * run: np=1 options="--check" exit=121
 * report: oriel: rank 0 at bsend_refused_bad.c:17: MPI_Ibsend: no buffer is attached [MPI-4.1 3.6]
 * report: oriel: rank 0 at bsend_refused_bad.c:20: MPI_Start: no buffer is attached [MPI-4.1 3.6]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  static int data[4];
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Ibsend(data, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
  data[0] = 1;
  MPI_Bsend_init(data, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
  MPI_Start(&request);
  data[1] = 2;
  MPI_Request_free(&request);
  MPI_Finalize();
}
