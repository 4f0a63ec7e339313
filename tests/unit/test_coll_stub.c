/* Collectives: results for many sizes, numbers of ranks and forms.
 *
 * Element i of rank r's contribution is a number of its own, so that a block
 * in a wrong place shows; floating-point and non-commutative reductions are
 * compared with one evaluation in rank order where MPI promises that. */
#include "coll_stub.h"

static int value(int rank, int block, int i)
{
  return rank * 1000003 + block * 7919 + i;
}

static int *ints(long n)
{
  int *p = malloc((n + 1) * sizeof *p);
  for (long i = 0; i <= n; i++)
    p[i] = -1;
  return p;
}

/* A block's worth of what `rank` has for `block`. */
static void put(int *at, int rank, int block, int n)
{
  for (int i = 0; i < n; i++)
    at[i] = value(rank, block, i);
}

static int has(const int *at, int rank, int block, int n)
{
  for (int i = 0; i < n; i++)
    if (at[i] != value(rank, block, i)) return 0;
  return 1;
}

/* --- moving --- */

static void bcast(void)
{
  int root = stub_size / 2, *b = ints(count);
  if (me() == root) put(b, root, 0, count);
  DO(Bcast, Ibcast, Bcast_init, b, count, MPI_INT, root, WORLD);
  CHECK(has(b, root, 0, count) && b[count] == -1);
  free(b);
}
EVERYWHERE(bcast, 5000)

/* The root's type is a strided one, the others' a plain one. */
static void bcast_strided(void)
{
  MPI_Datatype strided;
  MPI_Type_vector(count, 1, 2, MPI_INT, &strided);
  MPI_Type_commit(&strided);
  int *b = ints(2 * count);
  if (me() == 0)
    for (int i = 0; i < count; i++)
      b[2 * i] = value(0, 0, i);
  if (me() % 2 == 0)
    MPI_Bcast(b, 1, strided, 0, WORLD);
  else
    MPI_Bcast(b, count, MPI_INT, 0, WORLD);
  for (int i = 0; i < count; i++)
    CHECK(b[me() % 2 ? i : 2 * i] == value(0, 0, i));
  MPI_Type_free(&strided);
  free(b);
}
static void bcast_long(void)
{
  count = 30011;
  bcast_strided();
}
EVERYWHERE(bcast_strided, 5000)
EVERYWHERE(bcast_long, 0)

static void gather(void)
{
  int n = stub_size, root = n - 1;
  int *out = ints(count), *in = ints((long)n * count);
  put(out, me(), 0, count);
  DO(Gather, Igather, Gather_init, out, count, MPI_INT, in, count, MPI_INT,
     root, WORLD);
  if (me() == root)
    for (int r = 0; r < n; r++)
      CHECK(has(in + r * count, r, 0, count));
  /* in place */
  for (int i = 0; i < n * count; i++)
    in[i] = -1;
  put(in + root * count, me(), 0, count);
  if (me() == root)
    MPI_Gather(MPI_IN_PLACE, 0, MPI_INT, in, count, MPI_INT, root, WORLD);
  else
    MPI_Gather(out, count, MPI_INT, NULL, 0, MPI_INT, root, WORLD);
  if (me() == root)
    for (int r = 0; r < n; r++)
      CHECK(has(in + r * count, r, 0, count));
  free(out);
  free(in);
}
EVERYWHERE(gather, 5000)

static void scatter(void)
{
  int n = stub_size, root = n / 3;
  int *out = ints((long)n * count), *in = ints(count);
  for (int r = 0; r < n; r++)
    put(out + r * count, root, r, count);
  DO(Scatter, Iscatter, Scatter_init, out, count, MPI_INT, in, count, MPI_INT,
     root, WORLD);
  CHECK(has(in, root, me(), count) && in[count] == -1);
  put(in, 0, 0, count);
  MPI_Scatter(out, count, MPI_INT, me() == root ? MPI_IN_PLACE : in, count,
              MPI_INT, root, WORLD);
  if (me() != root) CHECK(has(in, root, me(), count));
  free(out);
  free(in);
}
EVERYWHERE(scatter, 5000)

/* Rank r's block has (r % 3) * count elements, with a hole before each. */
struct irregular {
  int *counts, *displs, total;
};

static struct irregular irregular_new(void)
{
  struct irregular v = {ints(stub_size), ints(stub_size), 0};
  for (int r = 0; r < stub_size; r++) {
    v.counts[r] = r % 3 * count;
    v.displs[r] = v.total + 1;
    v.total += v.counts[r] + 1;
  }
  return v;
}

static int irregular_has(struct irregular v, const int *at, int from)
{
  for (int r = 0; r < stub_size; r++)
    if (!has(at + v.displs[r], from < 0 ? r : from, from < 0 ? 0 : r,
             v.counts[r]) ||
        at[v.displs[r] - 1] != -1)
      return 0;
  return 1;
}

static void irregular_free(struct irregular v)
{
  free(v.counts);
  free(v.displs);
}

static void vectors(void)
{
  struct irregular v = irregular_new();
  int root = stub_size - 1, mine = v.counts[me()];
  int *all = ints(v.total), *own = ints(mine);
  put(own, me(), 0, mine);
  DO(Gatherv, Igatherv, Gatherv_init, own, mine, MPI_INT, all, v.counts,
     v.displs, MPI_INT, root, WORLD);
  if (me() == root) CHECK(irregular_has(v, all, -1));
  free(all);
  all = ints(v.total);
  DO(Allgatherv, Iallgatherv, Allgatherv_init, own, mine, MPI_INT, all,
     v.counts, v.displs, MPI_INT, WORLD);
  CHECK(irregular_has(v, all, -1));
  for (int r = 0; r < stub_size; r++)
    if (r != me()) memset(all + v.displs[r], 0, v.counts[r] * sizeof *all);
  MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_INT, all, v.counts, v.displs, MPI_INT,
                 WORLD);
  CHECK(irregular_has(v, all, -1));
  for (int r = 0; r < stub_size; r++)
    put(all + v.displs[r], root, r, v.counts[r]);
  DO(Scatterv, Iscatterv, Scatterv_init, all, v.counts, v.displs, MPI_INT, own,
     mine, MPI_INT, root, WORLD);
  CHECK(has(own, root, me(), mine) && own[mine] == -1);
  free(all);
  free(own);
  irregular_free(v);
}
EVERYWHERE(vectors, 5000)

static void allgather(void)
{
  int n = stub_size, *out = ints(count), *in = ints((long)n * count);
  put(out, me(), 0, count);
  DO(Allgather, Iallgather, Allgather_init, out, count, MPI_INT, in, count,
     MPI_INT, WORLD);
  for (int r = 0; r < n; r++)
    CHECK(has(in + r * count, r, 0, count));
  for (int r = 0; r < n; r++)
    if (r != me()) memset(in + r * count, 0, count * sizeof *in);
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, in, count, MPI_INT, WORLD);
  for (int r = 0; r < n; r++)
    CHECK(has(in + r * count, r, 0, count));
  free(out);
  free(in);
}
EVERYWHERE(allgather, 5000)

static void alltoall(void)
{
  int n = stub_size;
  int *out = ints((long)n * count), *in = ints((long)n * count);
  for (int r = 0; r < n; r++)
    put(out + r * count, me(), r, count);
  DO(Alltoall, Ialltoall, Alltoall_init, out, count, MPI_INT, in, count,
     MPI_INT, WORLD);
  for (int r = 0; r < n; r++)
    CHECK(has(in + r * count, r, me(), count));
  MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INT, out, count, MPI_INT, WORLD);
  for (int r = 0; r < n; r++)
    CHECK(has(out + r * count, r, me(), count));
  free(out);
  free(in);
}
EVERYWHERE(alltoall, 700)

/* Rank a sends ((a + b) % 3) * count elements to rank b; w: as bytes. */
static void alltoallv(void)
{
  long n = stub_size;
  int *counts = ints(n), *displs = ints(n), total = 0;
  int *bytes = ints(n), *offsets = ints(n);
  MPI_Datatype *types = malloc((unsigned)n * sizeof *types);
  for (int r = 0; r < stub_size; r++) {
    counts[r] = (me() + r) % 3 * count;
    displs[r] = total;
    bytes[r] = counts[r] * (int)sizeof(int);
    offsets[r] = total * (int)sizeof(int);
    total += counts[r];
    types[r] = MPI_BYTE;
  }
  int *out = ints(total), *in = ints(total);
  for (int r = 0; r < stub_size; r++)
    put(out + displs[r], me(), r, counts[r]);
  DO(Alltoallv, Ialltoallv, Alltoallv_init, out, counts, displs, MPI_INT, in,
     counts, displs, MPI_INT, WORLD);
  for (int r = 0; r < stub_size; r++)
    CHECK(has(in + displs[r], r, me(), counts[r]));
  for (int i = 0; i < total; i++)
    in[i] = -1;
  DO(Alltoallw, Ialltoallw, Alltoallw_init, out, bytes, offsets, types, in,
     bytes, offsets, types, WORLD);
  for (int r = 0; r < stub_size; r++)
    CHECK(has(in + displs[r], r, me(), counts[r]));
  MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_INT, out, counts, displs, MPI_INT,
                WORLD);
  for (int r = 0; r < stub_size; r++)
    CHECK(has(out + displs[r], r, me(), counts[r]));
  free(out);
  free(in);
  free(counts);
  free(displs);
  free(bytes);
  free(offsets);
  free(types);
}
EVERYWHERE(alltoallv, 700)

/* --- reducing --- */

/* Affine maps x -> a x + b, modulo 2^32: associative, not commutative. */
struct affine {
  unsigned a, b;
};

static struct affine affine_of(int rank, int i)
{
  return (struct affine){2u * rank + 3u, 17u * rank + 5u * i + 1u};
}

static struct affine affine_then(struct affine x, struct affine y)
{
  return (struct affine){x.a * y.a, x.b * y.a + y.b};
}

static int operator_calls;

static void affine_op(void *in, void *inout, int *n, MPI_Datatype *type)
{
  struct affine *x = in, *y = inout;
  MPI_Aint lb, extent;
  operator_calls++;
  CHECK(MPI_Type_get_extent(*type, &lb, &extent) == MPI_SUCCESS);
  CHECK(extent == sizeof *x);
  for (int i = 0; i < *n; i++)
    y[i] = affine_then(x[i], y[i]);
}

static struct affine affine_through(int first, int last, int i)
{
  struct affine x = affine_of(first, i);
  for (int r = first + 1; r <= last; r++)
    x = affine_then(x, affine_of(r, i));
  return x;
}

static int affine_has(const struct affine *at, int first, int last, int from,
                      int n)
{
  for (int i = 0; i < n; i++) {
    struct affine x = affine_through(first, last, from + i);
    if (x.a != at[i].a || x.b != at[i].b) return 0;
  }
  return 1;
}

static void in_rank_order(void)
{
  int n = stub_size, root = n / 2;
  MPI_Datatype type;
  MPI_Op op;
  MPI_Type_contiguous(2, MPI_UNSIGNED, &type);
  MPI_Type_commit(&type);
  MPI_Op_create(affine_op, 0, &op);
  struct affine *out = calloc((long)n * count + 1, sizeof *out);
  struct affine *in = calloc((long)n * count + 1, sizeof *in);
  for (int i = 0; i < n * count; i++)
    out[i] = affine_of(me(), i);
  DO(Reduce, Ireduce, Reduce_init, out, in, count, type, op, root, WORLD);
  if (me() == root) CHECK(affine_has(in, 0, n - 1, 0, count));
  DO(Allreduce, Iallreduce, Allreduce_init, out, in, count, type, op, WORLD);
  CHECK(affine_has(in, 0, n - 1, 0, count));
  DO(Scan, Iscan, Scan_init, out, in, count, type, op, WORLD);
  CHECK(affine_has(in, 0, me(), 0, count));
  DO(Exscan, Iexscan, Exscan_init, out, in, count, type, op, WORLD);
  if (me()) CHECK(affine_has(in, 0, me() - 1, 0, count));
  DO(Reduce_scatter_block, Ireduce_scatter_block, Reduce_scatter_block_init,
     out, in, count, type, op, WORLD);
  CHECK(affine_has(in, 0, n - 1, me() * count, count));
  /* the op and the type may go while a reduction still uses them */
  MPI_Request request;
  MPI_Iallreduce(MPI_IN_PLACE, out, count, type, op, WORLD, &request);
  MPI_Op_free(&op);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Type_free(&type);
  CHECK(affine_has(out, 0, n - 1, 0, count));
  free(out);
  free(in);
}
EVERYWHERE(in_rank_order, 700)

static void sums(void)
{
  int n = stub_size, root = n - 1;
  int *out = ints((long)n * count), *in = ints((long)n * count);
  int *counts = ints(n), total = 0, before = 0;
  for (int r = 0; r < n; r++) {
    counts[r] = (r + 1) % 3 * count / 3;
    if (r < me()) before += counts[r];
    total += counts[r];
  }
  for (int i = 0; i < n * count; i++)
    out[i] = me() + i;
#define SUM(i) (n * (n - 1) / 2 + n * (i))
  DO(Reduce, Ireduce, Reduce_init, out, in, count, MPI_INT, MPI_SUM, root,
     WORLD);
  for (int i = 0; me() == root && i < count; i++)
    CHECK(in[i] == SUM(i));
  DO(Allreduce, Iallreduce, Allreduce_init, out, in, count, MPI_INT, MPI_SUM,
     WORLD);
  for (int i = 0; i < count; i++)
    CHECK(in[i] == SUM(i));
  DO(Reduce_scatter, Ireduce_scatter, Reduce_scatter_init, out, in, counts,
     MPI_INT, MPI_SUM, WORLD);
  for (int i = 0; i < counts[me()]; i++)
    CHECK(in[i] == SUM(before + i));
  DO(Reduce_scatter_block, Ireduce_scatter_block, Reduce_scatter_block_init,
     out, in, count, MPI_INT, MPI_SUM, WORLD);
  for (int i = 0; i < count; i++)
    CHECK(in[i] == SUM(me() * count + i));
  DO(Scan, Iscan, Scan_init, out, in, count, MPI_INT, MPI_SUM, WORLD);
  for (int i = 0; i < count; i++)
    CHECK(in[i] == me() * (me() + 1) / 2 + (me() + 1) * i);
  MPI_Allreduce(MPI_IN_PLACE, out, total, MPI_INT, MPI_SUM, WORLD);
  for (int i = 0; i < total; i++)
    CHECK(out[i] == SUM(i));
  MPI_Reduce_scatter(MPI_IN_PLACE, out, counts, MPI_INT, MPI_SUM, WORLD);
  for (int i = 0; i < counts[me()]; i++)
    CHECK(out[i] == n * SUM(before + i));
  free(out);
  free(in);
  free(counts);
}
EVERYWHERE(sums, 5000)

/* Every rank gets the same bits, whatever the algorithm. */
static double *first_result;

static void same_bits(void)
{
  double *out = calloc(count + 1, sizeof *out);
  double *in = calloc(count + 1, sizeof *in);
  for (int i = 0; i < count; i++)
    out[i] = 1.0 / (1 + i + 3 * me()) * (me() % 2 ? -1e10 : 1);
  MPI_Allreduce(out, in, count, MPI_DOUBLE, MPI_SUM, WORLD);
  if (!first_result) {
    first_result = in;
  } else {
    CHECK(memcmp(in, first_result, count * sizeof *in) == 0);
    free(in);
  }
  free(out);
  MPI_Barrier(WORLD);
  first_result = NULL;
}
EVERYWHERE(same_bits, 5000)

static void locations(void)
{
  struct {
    double value;
    int rank;
  } out = {(me() * 5) % stub_size, me()}, in;
  MPI_Allreduce(&out, &in, 1, MPI_DOUBLE_INT, MPI_MAXLOC, WORLD);
  CHECK(in.value <= stub_size - 1 && in.rank * 5 % stub_size == (int)in.value);
  MPI_Allreduce(&out, &in, 1, MPI_DOUBLE_INT, MPI_MINLOC, WORLD);
  CHECK(in.value == 0 && in.rank == 0);
}
EVERYWHERE(locations, 0)

/* All the same under --coll=model. */
int main(void)
{
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bcast),      cmocka_unit_test(test_bcast_strided),
      cmocka_unit_test(test_bcast_long), cmocka_unit_test(test_gather),
      cmocka_unit_test(test_scatter),    cmocka_unit_test(test_vectors),
      cmocka_unit_test(test_allgather),  cmocka_unit_test(test_alltoall),
      cmocka_unit_test(test_alltoallv),  cmocka_unit_test(test_in_rank_order),
      cmocka_unit_test(test_sums),       cmocka_unit_test(test_same_bits),
      cmocka_unit_test(test_locations),
  };
  char why[256];
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  if (select_named("model", why, sizeof why)) return 1;
  return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
