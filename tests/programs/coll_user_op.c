/* A user-defined operator that does not commute: products of 2 x 2 matrices,
 * in rank order, through every reduction. The operator may ask MPI about its
 * type, and sees the globals of the rank it works for.
 *
 * run: np=1
 * run: np=5 twice=1
 * run: np=5 options="--coll=model"
 * run: np=32
 * stdout: ok
 */
#include "check.h"

typedef struct {
  long a, b, c, d;
} matrix;

static int calls, owner = -1;

static matrix product(matrix x, matrix y)
{
  enum { P = 10007 };
  return (matrix){(x.a * y.a + x.b * y.c) % P, (x.a * y.b + x.b * y.d) % P,
                  (x.c * y.a + x.d * y.c) % P, (x.c * y.b + x.d * y.d) % P};
}

static void multiply(void *in, void *inout, int *n, MPI_Datatype *type)
{
  matrix *x = in, *y = inout;
  int size;
  MPI_Type_size(*type, &size);
  CHECK(size == (int)sizeof(matrix));
  CHECK(owner == world_rank());
  calls++;
  for (int i = 0; i < *n; i++)
    y[i] = product(x[i], y[i]);
}

static matrix own(int rank, int i)
{
  return (matrix){rank + 1, i, 1, rank + i};
}

static int is_product(matrix m, int first, int last, int i)
{
  matrix p = own(first, i);
  for (int r = first + 1; r <= last; r++)
    p = product(p, own(r, i));
  return p.a % 10007 == m.a % 10007 && p.b % 10007 == m.b % 10007 &&
         p.c % 10007 == m.c % 10007 && p.d % 10007 == m.d % 10007;
}

int main(int argc, char **argv)
{
  enum { N = 3 };
  MPI_Init(&argc, &argv);
  int me = world_rank(), n = world_size(), root = n / 2, *counts;
  matrix *out = malloc(n * N * sizeof *out), in[2 * N];
  MPI_Datatype type;
  MPI_Op op;
  owner = me;
  MPI_Type_contiguous(4, MPI_LONG, &type);
  MPI_Type_commit(&type);
  MPI_Op_create(multiply, 0, &op);
  for (int i = 0; i < n * N; i++)
    out[i] = own(me, i);
  MPI_Reduce(out, in, N, type, op, root, MPI_COMM_WORLD);
  for (int i = 0; i < N && me == root; i++)
    CHECK(is_product(in[i], 0, n - 1, i));
  MPI_Allreduce(out, in, N, type, op, MPI_COMM_WORLD);
  for (int i = 0; i < N; i++)
    CHECK(is_product(in[i], 0, n - 1, i));
  MPI_Scan(out, in, N, type, op, MPI_COMM_WORLD);
  for (int i = 0; i < N; i++)
    CHECK(is_product(in[i], 0, me, i));
  MPI_Exscan(out, in, N, type, op, MPI_COMM_WORLD);
  for (int i = 0; i < N && me > 0; i++)
    CHECK(is_product(in[i], 0, me - 1, i));
  MPI_Reduce_scatter_block(out, in, N, type, op, MPI_COMM_WORLD);
  for (int i = 0; i < N; i++)
    CHECK(is_product(in[i], 0, n - 1, me * N + i));
  counts = calloc(n, sizeof *counts);
  int before = 0;
  for (int r = 0; r < n; r++) {
    counts[r] = r % 3;
    if (r < me) before += counts[r];
  }
  MPI_Reduce_scatter(out, in, counts, type, op, MPI_COMM_WORLD);
  for (int i = 0; i < counts[me]; i++)
    CHECK(is_product(in[i], 0, n - 1, before + i));
  MPI_Request r;
  MPI_Iallreduce(MPI_IN_PLACE, out, N, type, op, MPI_COMM_WORLD, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  CHECK(is_product(out[0], 0, n - 1, 0));
  CHECK(n == 1 || calls > 0);
  MPI_Op_free(&op);
  MPI_Type_free(&type);
  int code = report();
  MPI_Finalize();
  return code;
}
