/* Buffers whose bytes have no 64-bit addresses are refused by every call, as
 * by those of one-sided communication: of types with a vast extent, of blocks
 * of all ranks together, of blocks at a displacement, and windows. Where only
 * one element is meant, or blocks lie at one place, nothing is wrong.
 *
 * run: np=2
 * stdout: ok
 * mpich: no (it crashes)
 */
#include "check.h"

#include <stdint.h>

static const MPI_Comm world = MPI_COMM_WORLD;
static MPI_Datatype vast; /* an int, and the next one is too far */
static int x[4], y[4], me, n;

static void point_to_point(void)
{
  MPI_Request r;
  int peer = n - 1 - me;
  REFUSED(MPI_ERR_COUNT, MPI_Isend(x, 2, vast, peer, 0, world, &r));
  REFUSED(MPI_ERR_COUNT, MPI_Irecv(x, 2, vast, peer, 0, world, &r));
  REFUSED(MPI_ERR_COUNT, MPI_Send_init(x, 3, vast, peer, 0, world, &r));
  REFUSED(MPI_ERR_COUNT,
          MPI_Psend_init(x, 2, 1, vast, peer, 0, world, MPI_INFO_NULL, &r));
  REFUSED(MPI_ERR_COUNT,
          MPI_Precv_init(x, 2, 1, vast, peer, 0, world, MPI_INFO_NULL, &r));
  x[0] = me + 5;
  ACCEPTED(MPI_Sendrecv(x, 1, vast, peer, 0, y, 1, vast, peer, 0, world,
                        MPI_STATUS_IGNORE));
  CHECK(y[0] == peer + 5);
}

static void packing(void)
{
  MPI_Count at = 0;
  REFUSED(MPI_ERR_COUNT, MPI_Pack_c(x, 2, vast, y, sizeof y, &at, world));
  REFUSED(MPI_ERR_COUNT, MPI_Unpack_c(y, sizeof y, &at, x, 2, vast, world));
  REFUSED(MPI_ERR_COUNT,
          MPI_Pack_external_c("external32", x, 2, vast, y, sizeof y, &at));
  ACCEPTED(MPI_Pack_c(x, 1, vast, y, sizeof y, &at, world));
  CHECK(at == sizeof *x && y[0] == x[0]);
}

/* Of the ranks together, though not of each. */
static void blocks(void)
{
  MPI_Count many = INT64_MAX / 4, half = (MPI_Count)1 << 62;
  REFUSED(MPI_ERR_COUNT, MPI_Bcast(x, 2, vast, 0, world));
  REFUSED(MPI_ERR_COUNT, MPI_Allgather(x, 1, MPI_INT, y, 1, vast, world));
  REFUSED(MPI_ERR_COUNT, MPI_Alltoall(x, 1, vast, y, 1, MPI_INT, world));
  REFUSED(MPI_ERR_COUNT,
          MPI_Allgather_c(x, many, MPI_INT, y, many, MPI_INT, world));
  REFUSED(MPI_ERR_COUNT,
          MPI_Alltoall_c(x, many, MPI_INT, y, many, MPI_INT, world));
  REFUSED(MPI_ERR_COUNT,
          MPI_Reduce_scatter_block_c(x, y, half, MPI_BYTE, MPI_BOR, world));
  if (me == 0) {
    REFUSED(MPI_ERR_COUNT,
            MPI_Gather_c(x, 1, MPI_INT, y, many, MPI_INT, 0, world));
    REFUSED(MPI_ERR_COUNT,
            MPI_Scatter_c(x, many, MPI_INT, y, 1, MPI_INT, 0, world));
  }
}

static void listed(void)
{
  MPI_Count counts[2] = {1, 1}, most[2] = {INT64_MAX, 1};
  MPI_Aint near[2] = {0, 0}, far[2] = {0, INT64_MAX / 4};
  int ints[2] = {1, 1}, at[2] = {0, 2};
  REFUSED(MPI_ERR_COUNT,
          MPI_Allgatherv_c(x, 1, MPI_INT, y, counts, far, MPI_INT, world));
  REFUSED(MPI_ERR_COUNT,
          MPI_Allgatherv(x, 1, MPI_INT, y, ints, at, vast, world));
  REFUSED(MPI_ERR_COUNT,
          MPI_Reduce_scatter_c(x, y, most, MPI_BYTE, MPI_BOR, world));
  x[0] = 7;
  ACCEPTED(MPI_Scatterv_c(x, counts, near, vast, y, 1, MPI_INT, 0, world));
  CHECK(y[0] == 7);
}

/* There the sender has one block for all. */
static void neighbors(void)
{
  MPI_Comm ring;
  int periodic = 1;
  MPI_Cart_create(world, 1, &n, &periodic, 0, &ring);
  MPI_Comm_set_errhandler(ring, MPI_ERRORS_RETURN);
  REFUSED(MPI_ERR_COUNT,
          MPI_Neighbor_allgather(x, 1, MPI_INT, y, 1, vast, ring));
  REFUSED(MPI_ERR_COUNT,
          MPI_Neighbor_alltoall(x, 1, vast, y, 1, MPI_INT, ring));
  x[0] = me + 3;
  ACCEPTED(MPI_Neighbor_allgather(x, 1, vast, y, 1, MPI_INT, ring));
  CHECK(y[0] == n - 1 - me + 3 && y[1] == y[0]);
  MPI_Comm_free(&ring);
}

static void windows(void)
{
  MPI_Win win;
  REFUSED(MPI_ERR_SIZE,
          MPI_Win_create(x, INT64_MAX, 1, MPI_INFO_NULL, world, &win));
  MPI_Win_create_dynamic(MPI_INFO_NULL, world, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  REFUSED(MPI_ERR_SIZE, MPI_Win_attach(win, x, INT64_MAX));
  MPI_Win_fence(0, win);
  REFUSED(MPI_ERR_COUNT, MPI_Put(x, 2, vast, 0, 0, 2, MPI_INT, win));
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  me = world_rank();
  n = world_size();
  MPI_Type_create_resized(MPI_INT, 0, INT64_MAX, &vast);
  MPI_Type_commit(&vast);
  point_to_point();
  packing();
  blocks();
  listed();
  neighbors();
  windows();
  MPI_Type_free(&vast);
  int code = report();
  MPI_Finalize();
  return code;
}
