/* Blocks behind MPI_BOTTOM: where each has a displacement of its own, that may
 * be an address. Where it is none the null buffer is refused. [MPI-4.1 5.1.12]
 *
 * run: np=2 args="refused"
 * run: np=2 options="--check"
 * stdout: ok
 * mpich: no (it takes any null buffer for MPI_BOTTOM)
 */
#include "check.h"

static MPI_Comm ring;
static double out[2], in[2];
static int counts[] = {1, 1};
static MPI_Count wide[] = {1, 1}, bytes[] = {8, 8};
static MPI_Aint from[2], to[2];
static MPI_Datatype types[2];

static void start(void)
{
  for (int i = 0; i < 2; i++) {
    out[i] = world_rank() + i / 2.;
    in[i] = -1;
    types[i] = MPI_DOUBLE;
    MPI_Get_address(&out[i], &from[i]);
    MPI_Get_address(&in[i], &to[i]);
  }
}

/* Rank i's part for this rank. */
static void came(double first, double second)
{
  SAME(in[0], first);
  SAME(in[1], second);
  start();
}

static void addresses(void)
{
  double part = world_rank() / 2.;
  MPI_Request request;
  MPI_Alltoallw_c(MPI_BOTTOM, wide, from, types, MPI_BOTTOM, wide, to, types,
                  MPI_COMM_WORLD);
  came(part, 1 + part);
  MPI_Alltoallv_c(MPI_BOTTOM, bytes, from, MPI_BYTE, MPI_BOTTOM, bytes, to,
                  MPI_BYTE, MPI_COMM_WORLD);
  came(part, 1 + part);
  MPI_Allgatherv_c(out, 8, MPI_BYTE, MPI_BOTTOM, bytes, to, MPI_BYTE,
                   MPI_COMM_WORLD);
  came(0, 1);
  MPI_Neighbor_alltoallw(MPI_BOTTOM, counts, from, types, MPI_BOTTOM, counts,
                         to, types, ring);
  came(!world_rank() + .5, !world_rank());
  MPI_Neighbor_alltoallw_init(MPI_BOTTOM, counts, from, types, MPI_BOTTOM,
                              counts, to, types, ring, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  came(!world_rank() + .5, !world_rank());
}

static void none(void)
{
  MPI_Aint begin[] = {0, 8}, half[] = {to[0], 8};
  REFUSED(MPI_ERR_BUFFER,
          MPI_Neighbor_alltoallw(NULL, counts, begin, types, MPI_BOTTOM, counts,
                                 to, types, ring));
  REFUSED(MPI_ERR_BUFFER,
          MPI_Neighbor_alltoallw(MPI_BOTTOM, counts, from, types, NULL, counts,
                                 half, types, ring));
  REFUSED(MPI_ERR_BUFFER, MPI_Allgatherv_c(out, 8, MPI_BYTE, NULL, bytes, half,
                                           MPI_BYTE, MPI_COMM_WORLD));
  REFUSED(MPI_ERR_BUFFER, MPI_Alltoallv(out, counts, counts, MPI_DOUBLE, NULL,
                                        counts, counts, MPI_DOUBLE, ring));
}

int main(int argc, char **argv)
{
  int size = 2, round = 1;
  MPI_Init(&argc, &argv);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &round, 0, &ring);
  start();
  addresses();
  MPI_Comm_set_errhandler(ring, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (argc > 1) none();
  MPI_Comm_free(&ring);
  int failed = report();
  MPI_Finalize();
  return failed;
}
