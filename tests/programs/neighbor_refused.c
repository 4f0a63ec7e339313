/* Neighborhood collectives with wrong arguments: nothing is sent, and the next
 * right one works. Without neighbors the arrays may be null.
 *
 * run: np=3
 * stdout: ok
 * mpich: no
 *   MPICH gives other classes for in place, and wants arrays where it has no
 *   neighbors.
 */
#include "check.h"

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int dims[] = {3}, periods[] = {0}, out[4] = {1, 2, 3, 4}, in[4], me;
  int counts[] = {1, 1}, displs[] = {0, 1}, negative[] = {1, -1};
  MPI_Aint bytes[] = {0, 4};
  MPI_Datatype types[] = {MPI_INT, MPI_INT}, wrong[] = {MPI_INT, 0};
  MPI_Request request;
  MPI_Comm line, lone;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &line);
  MPI_Comm_rank(line, &me);
  REFUSED(MPI_ERR_TOPOLOGY, MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1,
                                                  MPI_INT, MPI_COMM_WORLD));
  REFUSED(MPI_ERR_COMM, MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT,
                                              MPI_COMM_NULL));
  REFUSED(MPI_ERR_COUNT,
          MPI_Neighbor_alltoall(out, -1, MPI_INT, in, 1, MPI_INT, line));
  REFUSED(MPI_ERR_TYPE, MPI_Neighbor_allgather(out, 1, MPI_DATATYPE_NULL, in, 1,
                                               MPI_INT, line));
  REFUSED(MPI_ERR_BUFFER,
          MPI_Neighbor_alltoall(out, 1, MPI_INT, NULL, 1, MPI_INT, line));
  REFUSED(MPI_ERR_BUFFER, MPI_Neighbor_alltoall(MPI_IN_PLACE, 1, MPI_INT, in, 1,
                                                MPI_INT, line));
  REFUSED(MPI_ERR_BUFFER,
          MPI_Neighbor_allgather(in, 1, MPI_INT, in, 1, MPI_INT, line));
  REFUSED(MPI_ERR_COUNT,
          MPI_Ineighbor_allgatherv(out, 1, MPI_INT, in, negative, displs,
                                   MPI_INT, line, &request));
  REFUSED(MPI_ERR_ARG, MPI_Neighbor_alltoallv(out, counts, NULL, MPI_INT, in,
                                              counts, displs, MPI_INT, line));
  REFUSED(MPI_ERR_TYPE, MPI_Neighbor_alltoallw(out, counts, bytes, wrong, in,
                                               counts, bytes, types, line));
  ACCEPTED(MPI_Neighbor_alltoallw(out, counts, bytes, types, in, counts, bytes,
                                  types, line));
  if (me > 0) SAME(in[0], 2);
  if (me < 2) SAME(in[1], 1);
  MPI_Dist_graph_create_adjacent(line, 0, NULL, MPI_UNWEIGHTED, 0, NULL,
                                 MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &lone);
  ACCEPTED(MPI_Neighbor_alltoall(NULL, 1, MPI_INT, NULL, 1, MPI_INT, lone));
  ACCEPTED(MPI_Neighbor_alltoallw(NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                                  NULL, lone));
  MPI_Comm_free(&lone);
  MPI_Comm_free(&line);
  int failed = report();
  MPI_Finalize();
  return failed;
}
