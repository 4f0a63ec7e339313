/* Hints of a communicator that its receives obey; what is duplicated from it
 * does not have them.
 *
 * run: np=2 options="--check"
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
  MPI_Comm_dup(hinted, &comm);
  if (rank == 0) {
    MPI_Send(x, 1, MPI_INT, 1, 0, hinted);
    for (int tag = 0; tag < 3; tag++)
      MPI_Send(x, 1, MPI_INT, 1, tag, comm);
  } else {
    MPI_Recv(x, 1, MPI_INT, 0, 0, hinted, &status);
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
