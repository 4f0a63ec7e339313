/* Every collective in its six forms: blocking, nonblocking and persistent,
 * each also with large counts. FORMS runs them with the same arguments, from
 * prepared buffers, and checks what came out; counts and displacements are of
 * the type that the form wants.
 *
 * run: np=4 */
#include "covers.h"

enum { RANKS = 4, ROOM = 64 };

static int out[ROOM], in[ROOM], root;
static MPI_Comm comm;

/* out[i] is 100 me + i, in is -1; in place, `in` begins with part of it. */
static void prepare(void)
{
  for (int i = 0; i < ROOM; i++)
    out[i] = 100 * me + i, in[i] = -1;
}

static int complete(MPI_Request *request)
{
  MPI_Status status;
  return MPI_Wait(request, &status) == MPI_SUCCESS;
}

/* Twice, as a persistent request may be started again. */
static int repeat(MPI_Request *request, void (*before)(void))
{
  for (int i = 0; i < 2; i++) {
    before();
    if (MPI_Start(request) || !complete(request)) return 0;
  }
  return MPI_Request_free(request) == MPI_SUCCESS;
}

#define FORMS_OF(b, i, p, before, holds, ...)                                  \
  do {                                                                         \
    MPI_Request r;                                                             \
    COVERS(MPI_##b);                                                           \
    before();                                                                  \
    OK(MPI_##b(__VA_ARGS__ comm));                                             \
    CHECK(holds());                                                            \
    COVERS(MPI_##i);                                                           \
    before();                                                                  \
    OK(MPI_##i(__VA_ARGS__ comm, &r));                                         \
    CHECK(complete(&r) && holds());                                            \
    COVERS(MPI_##p);                                                           \
    OK(MPI_##p(__VA_ARGS__ comm, MPI_INFO_NULL, &r));                          \
    CHECK(repeat(&r, before) && holds());                                      \
  } while (0)

/* The arguments all end with a comma: the communicator follows. */
#define FORMS(b, i, before, holds, ...)                                        \
  do {                                                                         \
    {                                                                          \
      const int *counts = counts_i, *rcounts = rcounts_i;                      \
      const int *displs = displs_i, *rdispls = rdispls_i;                      \
      (void)counts, (void)rcounts, (void)displs, (void)rdispls;                \
      FORMS_OF(b, i, b##_init, before, holds, __VA_ARGS__);                    \
    }                                                                          \
    {                                                                          \
      const MPI_Count *counts = counts_c, *rcounts = rcounts_c;                \
      const MPI_Aint *displs = displs_c, *rdispls = rdispls_c;                 \
      (void)counts, (void)rcounts, (void)displs, (void)rdispls;                \
      FORMS_OF(b##_c, i##_c, b##_init_c, before, holds, __VA_ARGS__);          \
    }                                                                          \
  } while (0)

/* Rank r's piece is r elements long, at 10 r; what goes from rank s to rank r
 * has s + r elements at 8 r, and is received at 8 s. */
static int counts_i[RANKS], displs_i[RANKS], rcounts_i[RANKS], rdispls_i[RANKS];
static MPI_Count counts_c[RANKS], rcounts_c[RANKS];
static MPI_Aint displs_c[RANKS], rdispls_c[RANKS];

static void pieces(void)
{
  for (int r = 0; r < n; r++) {
    counts_c[r] = counts_i[r] = rcounts_c[r] = rcounts_i[r] = r;
    displs_c[r] = displs_i[r] = rdispls_c[r] = rdispls_i[r] = 10 * r;
  }
}

static void exchange(int scale)
{
  for (int r = 0; r < n; r++) {
    counts_c[r] = counts_i[r] = rcounts_c[r] = rcounts_i[r] = me + r;
    displs_c[r] = displs_i[r] = rdispls_c[r] = rdispls_i[r] = 8 * r * scale;
  }
}

static int all(int from, int to, int first, int step)
{
  for (int i = from; i < to; i++)
    if (in[i] != first + step * (i - from)) return 0;
  return 1;
}

static int untouched(int from)
{
  return all(from, ROOM, -1, 0);
}

/* --- what must come out --- */

static int nothing(void)
{
  return 1;
}

static void prepare_bcast(void)
{
  prepare();
  if (me == root)
    for (int i = 0; i < 5; i++)
      in[i] = out[i];
}

static int is_bcast(void)
{
  return all(0, 5, 100 * root, 1) && untouched(5);
}

static int is_gathered(void)
{
  if (me != root) return untouched(0);
  for (int r = 0; r < n; r++)
    if (!all(2 * r, 2 * r + 2, 100 * r, 1)) return 0;
  return untouched(2 * n);
}

static int is_allgathered(void)
{
  for (int r = 0; r < n; r++)
    if (!all(2 * r, 2 * r + 2, 100 * r, 1)) return 0;
  return untouched(2 * n);
}

static int pieces_there(void)
{
  for (int r = 0; r < n; r++)
    if (!all(10 * r, 10 * r + r, 100 * r, 1) ||
        !all(10 * r + r, 10 * r + 10, -1, 0))
      return 0;
  return 1;
}

static int is_gathered_v(void)
{
  return me == root ? pieces_there() : untouched(0);
}

static int is_scattered(void)
{
  return all(0, 2, 100 * root + 2 * me, 1) && untouched(2);
}

static int is_scattered_v(void)
{
  return all(0, me, 100 * root + 10 * me, 1) && untouched(me);
}

static int is_exchanged(void)
{
  for (int r = 0; r < n; r++)
    if (!all(3 * r, 3 * r + 3, 100 * r + 3 * me, 1)) return 0;
  return untouched(3 * n);
}

static int is_exchanged_v(void)
{
  for (int r = 0; r < n; r++)
    if (!all(8 * r, 8 * r + r + me, 100 * r + 8 * me, 1) ||
        !all(8 * r + r + me, 8 * r + 8, -1, 0))
      return 0;
  return 1;
}

static int sum(int ranks)
{
  return 100 * ranks * (ranks - 1) / 2;
}

static int is_all_reduced(void)
{
  return all(0, 6, sum(n), n) && untouched(6);
}

static int is_reduced(void)
{
  return me == root ? is_all_reduced() : untouched(0);
}

static int is_scanned(void)
{
  return all(0, 6, sum(me + 1), me + 1) && untouched(6);
}

static int is_exscanned(void)
{
  return untouched(6) && (me == 0 || all(0, 6, sum(me), me));
}

static int is_block(void)
{
  return all(0, 2, sum(n) + n * 2 * me, n) && untouched(2);
}

static int is_segment(void)
{
  return all(0, me, sum(n) + n * me * (me - 1) / 2, n) && untouched(me);
}

/* --- in place --- */

static void prepare_own(void)
{
  prepare();
  for (int i = 0; i < 6; i++)
    in[i] = out[i];
}

static void prepare_gather(void)
{
  prepare();
  for (int i = 0; i < 2; i++)
    in[2 * me + i] = out[i];
}

static void in_place(void)
{
  FORMS(Allreduce, Iallreduce, prepare_own, is_all_reduced, MPI_IN_PLACE, in, 6,
        MPI_INT, MPI_SUM, );
  FORMS(Scan, Iscan, prepare_own, is_scanned, MPI_IN_PLACE, in, 6, MPI_INT,
        MPI_SUM, );
  FORMS(Allgather, Iallgather, prepare_gather, is_allgathered, MPI_IN_PLACE, 0,
        MPI_DATATYPE_NULL, in, 2, MPI_INT, );
}

static void movement(void)
{
  MPI_Datatype types[RANKS] = {MPI_INT, MPI_INT, MPI_INT, MPI_INT};
  FORMS(Bcast, Ibcast, prepare_bcast, is_bcast, in, 5, MPI_INT, root, );
  FORMS(Gather, Igather, prepare, is_gathered, out, 2, MPI_INT, in, 2, MPI_INT,
        root, );
  FORMS(Scatter, Iscatter, prepare, is_scattered, out, 2, MPI_INT, in, 2,
        MPI_INT, root, );
  FORMS(Allgather, Iallgather, prepare, is_allgathered, out, 2, MPI_INT, in, 2,
        MPI_INT, );
  FORMS(Alltoall, Ialltoall, prepare, is_exchanged, out, 3, MPI_INT, in, 3,
        MPI_INT, );
  pieces();
  FORMS(Gatherv, Igatherv, prepare, is_gathered_v, out, me, MPI_INT, in,
        rcounts, rdispls, MPI_INT, root, );
  FORMS(Scatterv, Iscatterv, prepare, is_scattered_v, out, counts, displs,
        MPI_INT, in, me, MPI_INT, root, );
  FORMS(Allgatherv, Iallgatherv, prepare, pieces_there, out, me, MPI_INT, in,
        rcounts, rdispls, MPI_INT, );
  exchange(1);
  FORMS(Alltoallv, Ialltoallv, prepare, is_exchanged_v, out, counts, displs,
        MPI_INT, in, rcounts, rdispls, MPI_INT, );
  exchange(sizeof(int));
  FORMS(Alltoallw, Ialltoallw, prepare, is_exchanged_v, out, counts, displs,
        types, in, rcounts, rdispls, types, );
}

static void reductions(void)
{
  FORMS(Reduce, Ireduce, prepare, is_reduced, out, in, 6, MPI_INT, MPI_SUM,
        root, );
  FORMS(Allreduce, Iallreduce, prepare, is_all_reduced, out, in, 6, MPI_INT,
        MPI_SUM, );
  FORMS(Scan, Iscan, prepare, is_scanned, out, in, 6, MPI_INT, MPI_SUM, );
  FORMS(Exscan, Iexscan, prepare, is_exscanned, out, in, 6, MPI_INT, MPI_SUM, );
  FORMS(Reduce_scatter_block, Ireduce_scatter_block, prepare, is_block, out, in,
        2, MPI_INT, MPI_SUM, );
  pieces();
  FORMS(Reduce_scatter, Ireduce_scatter, prepare, is_segment, out, in, rcounts,
        MPI_INT, MPI_SUM, );
}

/* Nothing moves, but all take part; null buffers are right then. */
static void of_nothing(void)
{
  FORMS(Bcast, Ibcast, prepare, nothing, NULL, 0, MPI_INT, root, );
  FORMS(Allgather, Iallgather, prepare, nothing, NULL, 0, MPI_INT, NULL, 0,
        MPI_INT, );
  FORMS(Allreduce, Iallreduce, prepare, nothing, NULL, NULL, 0, MPI_INT,
        MPI_SUM, );
  FORMS(Reduce, Ireduce, prepare, nothing, NULL, NULL, 0, MPI_INT, MPI_SUM,
        root, );
  FORMS(Alltoall, Ialltoall, prepare, nothing, NULL, 0, MPI_INT, NULL, 0,
        MPI_INT, );
}

/* --- neighborhoods: a ring, whose rank has a left and a right neighbor --- */

static int left, right;

static int from_both(void)
{
  return all(0, 2, 100 * left, 1) && all(2, 4, 100 * right, 1) && untouched(4);
}

/* What goes out to the left comes in from the right. */
static int from_both_own(void)
{
  return all(0, 2, 100 * left + 2, 1) && all(2, 4, 100 * right, 1) &&
         untouched(4);
}

static void neighborhoods(void)
{
  MPI_Datatype types[2] = {MPI_INT, MPI_INT};
  MPI_Comm world = comm;
  MPI_Cart_create(world, 1, (int[]){n}, (int[]){1}, 0, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  left = (me + n - 1) % n, right = (me + 1) % n;
  for (int i = 0; i < 2; i++) {
    counts_c[i] = counts_i[i] = rcounts_c[i] = rcounts_i[i] = 2;
    displs_c[i] = displs_i[i] = rdispls_c[i] = rdispls_i[i] = 2 * i;
  }
  FORMS(Neighbor_allgather, Ineighbor_allgather, prepare, from_both, out, 2,
        MPI_INT, in, 2, MPI_INT, );
  FORMS(Neighbor_allgatherv, Ineighbor_allgatherv, prepare, from_both, out, 2,
        MPI_INT, in, rcounts, rdispls, MPI_INT, );
  FORMS(Neighbor_alltoall, Ineighbor_alltoall, prepare, from_both_own, out, 2,
        MPI_INT, in, 2, MPI_INT, );
  FORMS(Neighbor_alltoallv, Ineighbor_alltoallv, prepare, from_both_own, out,
        counts, displs, MPI_INT, in, rcounts, rdispls, MPI_INT, );
  MPI_Aint bytes[2] = {0, 2 * sizeof(int)};
  FORMS(Neighbor_alltoallw, Ineighbor_alltoallw, prepare, from_both_own, out,
        counts, bytes, types, in, rcounts, bytes, types, );
  MPI_Comm_free(&comm);
  comm = world;
}

int main(int argc, char **argv)
{
  covers_begin(&argc, &argv);
  comm = MPI_COMM_WORLD;
  FORMS_OF(Barrier, Ibarrier, Barrier_init, prepare, nothing, );
  for (root = 0; root < n; root += n - 1) {
    movement();
    reductions();
    of_nothing();
  }
  in_place();
  neighborhoods();
  return covers_end();
}
