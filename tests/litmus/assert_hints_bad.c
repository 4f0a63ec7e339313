/* Receives break what the hints of their communicator promise.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: rank 1 at assert_hints_bad.c:39: MPI_Probe: source is MPI_ANY_SOURCE, on a communicator with the info key mpi_assert_no_any_source [MPI-4.1 7.4.4]
 * report: oriel: rank 1 at assert_hints_bad.c:40: MPI_Recv: tag is MPI_ANY_TAG, on a communicator with the info key mpi_assert_no_any_tag [MPI-4.1 7.4.4]
 * report: oriel: rank 1 at assert_hints_bad.c:42: MPI_Wait: the message has 4 bytes, and the receive buffer 8, on a communicator with the info key mpi_assert_exact_length [MPI-4.1 7.4.4]
 * report: oriel: rank 1 at assert_hints_bad.c:44: MPI_Recv: the message has 4 bytes, and the receive buffer 8, on a communicator with the info key mpi_assert_exact_length [MPI-4.1 7.4.4]
 */
#include <mpi.h>

static void promise(MPI_Comm comm)
{
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
  MPI_Info_set(info, "mpi_assert_no_any_source", "true");
  MPI_Info_set(info, "mpi_assert_exact_length", "true");
  MPI_Info_set(info, "mpi_assert_allow_overtaking", "true");
  MPI_Comm_set_info(comm, info);
  MPI_Info_free(&info);
}

int main(int argc, char **argv)
{
  int rank, x[2] = {0, 0};
  MPI_Comm hinted, comm;
  MPI_Status status;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_dup(MPI_COMM_WORLD, &hinted);
  promise(hinted);
  MPI_Comm_dup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, &comm);
  promise(comm);
  if (rank == 0) {
    for (int tag = 0; tag < 3; tag++)
      MPI_Send(x, 1, MPI_INT, 1, tag, comm);
  } else {
    MPI_Probe(MPI_ANY_SOURCE, 0, comm, &status);
    MPI_Recv(x, 1, MPI_INT, 0, MPI_ANY_TAG, comm, &status);
    MPI_Irecv(x, 2, MPI_INT, 0, 1, comm, &request);
    MPI_Wait(&request, &status);
    MPI_Sendrecv(x, 1, MPI_INT, 1, 3, x + 1, 1, MPI_INT, 1, 3, comm, &status);
    MPI_Recv(x, 2, MPI_INT, 0, 2, comm, &status);
  }
  MPI_Comm_free(&comm);
  MPI_Comm_free(&hinted);
  MPI_Finalize();
}
