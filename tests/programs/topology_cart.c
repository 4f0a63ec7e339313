/* Cartesian topologies: coordinates, shifts, slices, who is left out; a
 * duplicate keeps the topology.
 *
 * run: np=7
 * stdout: ok
 * mpich: no
 *   MPICH makes no communicator of a slice without dimensions.
 */
#include "check.h"

static void grid(MPI_Comm cart)
{
  int rank, coords[2], dims[2], periods[2], from, to, status, n, back;
  MPI_Comm_rank(cart, &rank);
  MPI_Topo_test(cart, &status);
  SAME(status, MPI_CART);
  MPI_Cartdim_get(cart, &n);
  SAME(n, 2);
  MPI_Cart_get(cart, 2, dims, periods, coords);
  CHECK(dims[0] == 2 && dims[1] == 3 && !periods[0] && periods[1]);
  CHECK(coords[0] == rank / 3 && coords[1] == rank % 3);
  MPI_Cart_rank(cart, coords, &back);
  SAME(back, rank);
  MPI_Cart_shift(cart, 0, 1, &from, &to);
  SAME(from, coords[0] == 1 ? rank - 3 : MPI_PROC_NULL);
  SAME(to, coords[0] == 0 ? rank + 3 : MPI_PROC_NULL);
  MPI_Cart_shift(cart, 1, -4, &from, &to);
  SAME(to, rank / 3 * 3 + (rank + 2) % 3);
  SAME(from, rank / 3 * 3 + (rank + 1) % 3);
}

static void slices(MPI_Comm cart)
{
  int rank, row_rank, size, sum, n, remain[] = {0, 1}, none[] = {0, 0};
  MPI_Comm row, point;
  MPI_Comm_rank(cart, &rank);
  MPI_Cart_sub(cart, remain, &row);
  MPI_Comm_rank(row, &row_rank);
  SAME(row_rank, rank % 3);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, row);
  SAME(sum, rank < 3 ? 3 : 12);
  MPI_Cartdim_get(row, &n);
  SAME(n, 1);
  MPI_Cart_sub(cart, none, &point);
  MPI_Comm_size(point, &size);
  SAME(size, 1);
  MPI_Comm_free(&point);
  MPI_Comm_free(&row);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int dims[] = {2, 0}, periods[] = {0, 1}, rank;
  MPI_Comm cart, dup;
  MPI_Dims_create(6, 2, dims);
  CHECK(dims[0] == 2 && dims[1] == 3);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &cart);
  MPI_Cart_map(MPI_COMM_WORLD, 2, dims, periods, &rank);
  SAME(rank, world_rank() < 6 ? world_rank() : MPI_UNDEFINED);
  CHECK((cart == MPI_COMM_NULL) == (world_rank() == 6));
  if (cart != MPI_COMM_NULL) {
    grid(cart);
    slices(cart);
    MPI_Comm_dup(cart, &dup);
    MPI_Comm_free(&cart);
    grid(dup);
    MPI_Comm_free(&dup);
  }
  int failed = report();
  MPI_Finalize();
  return failed;
}
