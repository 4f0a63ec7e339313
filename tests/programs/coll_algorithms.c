/* Every algorithm that --coll names gives the right results: short and long
 * vectors, fewer elements than ranks, every root, in place, ops that do not
 * commute, of which the algorithms for others keep away.
 *
 * run: np=1 options="--coll allreduce=ring --coll reduce=rabenseifner"
 * run: np=7 options="--coll allreduce=ring --coll bcast=scatter-allgather"
 * run: np=8 options="--coll allgather=recursive-doubling --coll barrier=tree"
 * run: np=7 options="--coll allgather=recursive-doubling --coll barrier=tree"
 * run: np=7 options="--coll reduce=rabenseifner --coll gather=binomial"
 * run: np=12 options="--coll reduce=rabenseifner --coll scatter=binomial"
 * run: np=8 options="--coll reduce_scatter=pairwise --coll reduce=rabenseifner"
 * run: np=7 options="--coll reduce_scatter=pairwise --coll allgather=ring"
 * run: np=9 options="--coll reduce_scatter=reduce-then-scatter"
 * run: np=9 options="--coll alltoall=bruck --coll allgather=bruck"
 * run: np=9 options="--coll alltoall=pairwise --coll gather=linear"
 * run: np=6 options="--coll allreduce=rabenseifner --coll bcast=binomial"
 * run: np=6 options="--coll allreduce=recursive-doubling --coll scatter=linear"
 * run: np=8 options="--coll barrier=dissemination --coll reduce=binomial"
 * run: np=8 options="--coll reduce_scatter=recursive-halving" twice=1
 * run: np=8 options="--coll model --coll allreduce=ring --coll barrier=tree"
 * run: np=7 options="--coll reduce=rabenseifner --coll=model --coll bcast=scatter-allgather"
 * stdout: ok
 * mpich: no
 *   MPICH 4.0.2 fails in an MPI_Reduce in place of a long vector; the rest
 *   agrees.
 */
#include "check.h"

enum { MOST = 6000 };

static int me, n;
static int out[16 * MOST], in[16 * MOST];

static int value(int rank, int i)
{
  return rank * 1009 + i * 7;
}

static void fill(int count)
{
  for (int i = 0; i < count; i++)
    out[i] = value(me, i);
  memset(in, -1, (count + 1) * sizeof *in);
}

/* The sum over all ranks of their element i. */
static int sum(int i)
{
  return 1009 * (n * (n - 1) / 2) + n * i * 7;
}

static int sums(const int *at, int first, int count)
{
  for (int i = 0; i < count; i++)
    if (at[i] != sum(first + i)) return 0;
  return 1;
}

static int values(const int *at, int rank, int first, int count)
{
  for (int i = 0; i < count; i++)
    if (at[i] != value(rank, first + i)) return 0;
  return 1;
}

static void reductions(int count)
{
  fill(count);
  MPI_Allreduce(out, in, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(sums(in, 0, count) && in[count] == -1);
  memcpy(in, out, count * sizeof *in);
  MPI_Allreduce(MPI_IN_PLACE, in, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(sums(in, 0, count));
  for (int root = 0; root < n; root++) {
    fill(count);
    MPI_Reduce(out, in, count, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
    if (me == root) CHECK(sums(in, 0, count));
    CHECK(values(out, me, 0, count));
    memcpy(in, out, count * sizeof *in);
    MPI_Reduce(me == root ? MPI_IN_PLACE : in, in, count, MPI_INT, MPI_SUM,
               root, MPI_COMM_WORLD);
    CHECK(me == root ? sums(in, 0, count) : values(in, me, 0, count));
  }
}

static void segments(int count)
{
  int counts[16], at = 0;
  fill(n * count);
  MPI_Reduce_scatter_block(out, in, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(sums(in, me * count, count));
  for (int i = 0; i < n; i++)
    counts[i] = i % 3 ? count : 0;
  for (int i = 0; i < me; i++)
    at += counts[i];
  fill(n * count);
  MPI_Reduce_scatter(out, in, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(sums(in, at, counts[me]));
  memcpy(in, out, n * count * sizeof *in);
  MPI_Reduce_scatter(MPI_IN_PLACE, in, counts, MPI_INT, MPI_SUM,
                     MPI_COMM_WORLD);
  CHECK(sums(in, at, counts[me]));
}

static void moves(int count)
{
  MPI_Barrier(MPI_COMM_WORLD);
  fill(n * count);
  MPI_Allgather(out, count, MPI_INT, in, count, MPI_INT, MPI_COMM_WORLD);
  for (int i = 0; i < n; i++)
    CHECK(values(in + i * count, i, 0, count));
  memset(in, -1, n * count * sizeof *in);
  memcpy(in + me * count, out, count * sizeof *in);
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, in, count, MPI_INT, MPI_COMM_WORLD);
  for (int i = 0; i < n; i++)
    CHECK(values(in + i * count, i, 0, count));
  fill(n * count);
  MPI_Alltoall(out, count, MPI_INT, in, count, MPI_INT, MPI_COMM_WORLD);
  for (int i = 0; i < n; i++)
    CHECK(values(in + i * count, i, me * count, count));
  for (int root = 0; root < n; root++) {
    fill(n * count);
    MPI_Gather(out, count, MPI_INT, in, count, MPI_INT, root, MPI_COMM_WORLD);
    for (int i = 0; me == root && i < n; i++)
      CHECK(values(in + i * count, i, 0, count));
    fill(n * count);
    MPI_Scatter(out, count, MPI_INT, in, count, MPI_INT, root, MPI_COMM_WORLD);
    CHECK(values(in, root, me * count, count));
    fill(count);
    MPI_Bcast(me == root ? out : in, count, MPI_INT, root, MPI_COMM_WORLD);
    if (me != root) CHECK(values(in, root, 0, count));
  }
}

/* The left operand that is not -1. */
static void leftmost(void *in_, void *inout_, int *count, MPI_Datatype *type)
{
  const int *left = in_;
  int *right = inout_;
  (void)type;
  for (int i = 0; i < *count; i++)
    right[i] = left[i];
}

static void ordered(int count)
{
  MPI_Op op;
  MPI_Op_create(leftmost, 0, &op);
  fill(count);
  MPI_Allreduce(out, in, count, MPI_INT, op, MPI_COMM_WORLD);
  CHECK(values(in, 0, 0, count));
  fill(count);
  MPI_Reduce(out, in, count, MPI_INT, op, n - 1, MPI_COMM_WORLD);
  if (me == n - 1) CHECK(values(in, 0, 0, count));
  fill(n * count);
  MPI_Reduce_scatter_block(out, in, count, MPI_INT, op, MPI_COMM_WORLD);
  CHECK(values(in, 0, me * count, count));
  MPI_Op_free(&op);
}

int main(int argc, char **argv)
{
  static const int counts[] = {0, 1, 5, 40, MOST};
  MPI_Init(&argc, &argv);
  me = world_rank();
  n = world_size();
  for (int i = 0; i < 5; i++) {
    reductions(counts[i]);
    segments(counts[i]);
    moves(counts[i]);
    ordered(counts[i]);
  }
  int failed = report();
  MPI_Finalize();
  return failed;
}
