/* Neighborhood collectives on grids: at a border without neighbor nothing
 * moves; on a periodic side of one or two ranks what goes out before comes in
 * from behind. Sizes up to rendezvous, all forms.
 *
 * run: np=1
 * run: np=2
 * run: np=6 twice=1
 * run: np=12
 * run: np=60
 * stdout: ok
 * mpich: no
 *   MPICH mixes up the directions of periodic sides of one or two ranks.
 */
#include "check.h"

enum { SIDES = 3, MOST = 2 * SIDES, LARGE = 40000 };

/* What `rank` sends towards neighbor `i`. */
static int value(int rank, int i, int k)
{
  return rank * 1009 + i * 101 + k;
}

static void neighbors(MPI_Comm cart, int there[MOST])
{
  for (int side = 0; side < SIDES; side++)
    MPI_Cart_shift(cart, side, 1, &there[2 * side], &there[2 * side + 1]);
}

static int holds(const int *at, int rank, int i, int n)
{
  for (int k = 0; k < n; k++)
    if (at[k] != (rank < 0 ? -1 : value(rank, i, k))) return 0;
  return 1;
}

static void exchange(MPI_Comm cart, int n)
{
  int rank, there[MOST];
  int *out = malloc((MOST * n + 1) * sizeof *out);
  int *in = malloc((MOST * n + 1) * sizeof *in);
  MPI_Request request;
  MPI_Comm_rank(cart, &rank);
  neighbors(cart, there);
  for (int i = 0; i < MOST; i++)
    for (int k = 0; k < n; k++)
      out[i * n + k] = value(rank, i, k);
  for (int form = 0; form < 2; form++) {
    memset(in, -1, (MOST * n + 1) * sizeof *in);
    if (form == 0) {
      MPI_Neighbor_alltoall(out, n, MPI_INT, in, n, MPI_INT, cart);
    } else {
      MPI_Ineighbor_alltoall(out, n, MPI_INT, in, n, MPI_INT, cart, &request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < MOST; i++)
      CHECK(holds(in + i * n, there[i], i ^ 1, n));
    memset(in, -1, (MOST * n + 1) * sizeof *in);
    if (form == 0) {
      MPI_Neighbor_allgather(out, n, MPI_INT, in, n, MPI_INT, cart);
    } else {
      MPI_Ineighbor_allgather(out, n, MPI_INT, in, n, MPI_INT, cart, &request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < MOST; i++)
      CHECK(holds(in + i * n, there[i], 0, n));
  }
  free(out);
  free(in);
}

/* A small and a large message between the same two ranks: one goes at once,
 * the other asks first. */
static void unequal(MPI_Comm cart)
{
  static int out[LARGE + MOST], in[LARGE + MOST];
  int rank, there[MOST], scounts[MOST], rcounts[MOST], displs[MOST], at = 0;
  MPI_Comm_rank(cart, &rank);
  neighbors(cart, there);
  for (int i = 0; i < MOST; i++) {
    int large = i % 2; /* what goes to behind */
    scounts[i] = large ? LARGE / SIDES : 1;
    rcounts[i] = large ? 1 : LARGE / SIDES;
    displs[i] = i / 2 * (LARGE / SIDES + 1) + large;
  }
  for (int i = 0; i < MOST; i++)
    for (int k = 0; k < scounts[i]; k++)
      out[displs[i] + k] = value(rank, i, k);
  memset(in, -1, sizeof in);
  int rdispls[MOST];
  for (int i = 0; i < MOST; i++) {
    rdispls[i] = at;
    at += rcounts[i];
  }
  MPI_Neighbor_alltoallv(out, scounts, displs, MPI_INT, in, rcounts, rdispls,
                         MPI_INT, cart);
  for (int i = 0; i < MOST; i++)
    CHECK(holds(in + rdispls[i], there[i], i ^ 1, rcounts[i]));
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int shapes[][SIDES] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {2, 0, 1}};
  int all = world_size();
  for (int s = 0; s < 4; s++)
    for (int wraps = 0; wraps < 8; wraps++) {
      int *dims = shapes[s], made[SIDES];
      int periods[] = {wraps & 1, wraps & 2, wraps & 4};
      memcpy(made, dims, sizeof made);
      if (dims[0] == 2 && all % 2) continue;
      MPI_Dims_create(all, SIDES, made);
      MPI_Comm cart;
      MPI_Cart_create(MPI_COMM_WORLD, SIDES, made, periods, 0, &cart);
      exchange(cart, 1);
      exchange(cart, wraps == 7 ? 5000 : 17);
      unequal(cart);
      MPI_Comm_free(&cart);
    }
  int failed = report();
  MPI_Finalize();
  return failed;
}
