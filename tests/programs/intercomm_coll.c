/* Collectives on an intercommunicator: what one group has, the other gets.
 * Every rank of either group is the root once; short and long data, blocks of
 * different sizes, ops that do not commute, all forms.
 *
 * run: np=2
 * run: np=3
 * run: np=5 twice=1
 * run: np=5 options="--coll=model"
 * run: np=8
 * run: np=24
 * stdout: ok
 * mpich: no
 *   MPICH 4.0.2 fails in nonblocking ones where the groups differ in size; its
 *   blocking ones agree.
 */
#include "intercomm.h"

enum { LARGE = 20000, MOST = 24 };

/* Run a collective in one of its forms. */
#define DO(x, ix, x_init, ...)                                                 \
  do {                                                                         \
    MPI_Request request_;                                                      \
    if (form == 0) {                                                           \
      ACCEPTED(MPI_##x(__VA_ARGS__));                                          \
    } else if (form == 1) {                                                    \
      ACCEPTED(MPI_##ix(__VA_ARGS__, &request_));                              \
      ACCEPTED(MPI_Wait(&request_, MPI_STATUS_IGNORE));                        \
    } else {                                                                   \
      ACCEPTED(MPI_##x_init(__VA_ARGS__, MPI_INFO_NULL, &request_));           \
      for (int twice_ = 0; twice_ < 2; twice_++) {                             \
        memset(in, -1, sizeof in);                                             \
        MPI_Start(&request_);                                                  \
        ACCEPTED(MPI_Wait(&request_, MPI_STATUS_IGNORE));                      \
      }                                                                        \
      MPI_Request_free(&request_);                                             \
    }                                                                          \
  } while (0)

static int form, parity;
static int out[MOST * LARGE / 4], in[MOST * LARGE / 4];

/* Element k of what a rank of a side has for block i. */
static int value(int side, int rank, int i, int k)
{
  return world_of(parity, side, rank) * 10007 + i * 101 + k;
}

static void fill(const struct pair *p, int blocks, int n)
{
  for (int i = 0; i < blocks; i++)
    for (int k = 0; k < n; k++)
      out[i * n + k] = value(p->side, p->rank, i, k);
  memset(in, -1, sizeof in);
}

static int holds(const int *at, int side, int rank, int i, int n)
{
  for (int k = 0; k < n; k++)
    if (at[k] != value(side, rank, i, k)) return 0;
  return 1;
}

static int untouched(int n)
{
  for (int k = 0; k < n; k++)
    if (in[k] != -1) return 0;
  return 1;
}

/* What self gives as root when rank `root` of side `side` is it. */
static int root_of(const struct pair *p, int side, int root)
{
  if (p->side != side) return root;
  return p->rank == root ? MPI_ROOT : MPI_PROC_NULL;
}

static void rooted(const struct pair *p, int side, int root, int n)
{
  int at = root_of(p, side, root);
  fill(p, 1, n);
  if (at == MPI_ROOT) {
    memcpy(in, out, n * sizeof *in);
    ACCEPTED(form == 0 ? MPI_Bcast(in, n, MPI_INT, at, p->inter) : MPI_SUCCESS);
  }
  if (at != MPI_ROOT || form != 0) {
    if (form == 2 && at == MPI_ROOT) { /* DO would wipe it */
      MPI_Request request;
      MPI_Bcast_init(out, n, MPI_INT, at, p->inter, MPI_INFO_NULL, &request);
      for (int i = 0; i < 2; i++) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
      }
      MPI_Request_free(&request);
    } else {
      DO(Bcast, Ibcast, Bcast_init, in, n, MPI_INT, at, p->inter);
    }
  }
  if (p->side != side) CHECK(holds(in, side, root, 0, n));

  fill(p, 1, n);
  DO(Gather, Igather, Gather_init, out, n, MPI_INT, in, n, MPI_INT, at,
     p->inter);
  for (int i = 0; at == MPI_ROOT && i < p->remote; i++)
    CHECK(holds(in + i * n, !side, i, 0, n));
  if (at != MPI_ROOT) CHECK(untouched(n));

  fill(p, p->remote, n);
  DO(Scatter, Iscatter, Scatter_init, out, n, MPI_INT, in, n, MPI_INT, at,
     p->inter);
  if (p->side != side) CHECK(holds(in, side, root, p->rank, n));
  if (p->side == side) CHECK(untouched(n));

  fill(p, 1, n);
  DO(Reduce, Ireduce, Reduce_init, out, in, n, MPI_INT, MPI_SUM, at, p->inter);
  int sum = 0;
  for (int i = 0; i < p->remote; i++)
    sum += value(!side, i, 0, n - 1);
  if (at == MPI_ROOT) SAME(in[n - 1], sum);
  if (at != MPI_ROOT) CHECK(untouched(n));
}

static void unequal(const struct pair *p, int side, int root)
{
  int at = root_of(p, side, root), counts[MOST], displs[MOST], n = 50;
  for (int i = 0; i < MOST; i++) {
    counts[i] = i % 4; /* the first: nothing */
    displs[i] = i * n;
  }
  fill(p, p->remote, n);
  DO(Gatherv, Igatherv, Gatherv_init, out, p->rank % 4, MPI_INT, in, counts,
     displs, MPI_INT, at, p->inter);
  for (int i = 0; at == MPI_ROOT && i < p->remote; i++)
    CHECK(holds(in + i * n, !side, i, 0, i % 4));
  fill(p, p->remote, n);
  DO(Scatterv, Iscatterv, Scatterv_init, out, counts, displs, MPI_INT, in,
     p->rank % 4, MPI_INT, at, p->inter);
  if (p->side != side) CHECK(holds(in, side, root, p->rank, p->rank % 4));
}

static void together(const struct pair *p, int n)
{
  DO(Barrier, Ibarrier, Barrier_init, p->inter);
  fill(p, 1, n);
  DO(Allgather, Iallgather, Allgather_init, out, n, MPI_INT, in, n, MPI_INT,
     p->inter);
  for (int i = 0; i < p->remote; i++)
    CHECK(holds(in + i * n, !p->side, i, 0, n));
  fill(p, p->remote, n);
  DO(Alltoall, Ialltoall, Alltoall_init, out, n, MPI_INT, in, n, MPI_INT,
     p->inter);
  for (int i = 0; i < p->remote; i++)
    CHECK(holds(in + i * n, !p->side, i, p->rank, n));
  fill(p, 1, n);
  DO(Allreduce, Iallreduce, Allreduce_init, out, in, n, MPI_INT, MPI_MAX,
     p->inter);
  CHECK(holds(in, !p->side, p->remote - 1, 0, n));
  /* As many elements in both groups: a multiple of both sizes. */
  int total = p->size * p->remote * (n < 100 ? n : 7), mine = total / p->size;
  int largest = value(!p->side, p->remote - 1, 0, mine * p->rank + mine - 1);
  fill(p, 1, total);
  DO(Reduce_scatter_block, Ireduce_scatter_block, Reduce_scatter_block_init,
     out, in, mine, MPI_INT, MPI_MAX, p->inter);
  SAME(in[mine - 1], largest);
  int counts[MOST];
  for (int i = 0; i < p->size; i++)
    counts[i] = mine;
  fill(p, 1, total);
  DO(Reduce_scatter, Ireduce_scatter, Reduce_scatter_init, out, in, counts,
     MPI_INT, MPI_MAX, p->inter);
  SAME(in[mine - 1], largest);
}

static void together_unequal(const struct pair *p)
{
  int counts[MOST], displs[MOST], sends[MOST], receives[MOST], n = 40;
  int bytes[MOST];
  MPI_Datatype types[MOST];
  for (int i = 0; i < MOST; i++) {
    counts[i] = i % 3;
    displs[i] = i * n;
    bytes[i] = i * n * (int)sizeof(int);
    types[i] = MPI_INT;
    sends[i] = (p->rank + 2 * i + p->side) % 4; /* of rank for i */
    receives[i] = p->side ? (i + 2 * p->rank) % 4 : (i + 2 * p->rank + 1) % 4;
  }
  fill(p, 1, n);
  DO(Allgatherv, Iallgatherv, Allgatherv_init, out, p->rank % 3, MPI_INT, in,
     counts, displs, MPI_INT, p->inter);
  for (int i = 0; i < p->remote; i++)
    CHECK(holds(in + i * n, !p->side, i, 0, i % 3));
  fill(p, p->remote, n);
  DO(Alltoallv, Ialltoallv, Alltoallv_init, out, sends, displs, MPI_INT, in,
     receives, displs, MPI_INT, p->inter);
  for (int i = 0; i < p->remote; i++)
    CHECK(holds(in + i * n, !p->side, i, p->rank, receives[i]));
  fill(p, p->remote, n);
  DO(Alltoallw, Ialltoallw, Alltoallw_init, out, sends, bytes, types, in,
     receives, bytes, types, p->inter);
  for (int i = 0; i < p->remote; i++)
    CHECK(holds(in + i * n, !p->side, i, p->rank, receives[i]));
}

/* 2 x 2 matrices: the product depends on the order. */
static void multiply(void *in_, void *inout_, int *n, MPI_Datatype *type)
{
  (void)type;
  for (int e = 0; e < *n; e++) {
    unsigned *a = (unsigned *)in_ + 4 * e, *b = (unsigned *)inout_ + 4 * e;
    unsigned r[] = {a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3],
                    a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3]};
    memcpy(b, r, sizeof r);
  }
}

static void ordered(const struct pair *p)
{
  MPI_Op op;
  MPI_Datatype matrix;
  unsigned mine[] = {1, world_rank() + 1, 2, world_rank() + 3}, got[4];
  MPI_Op_create(multiply, 0, &op);
  MPI_Type_contiguous(4, MPI_UNSIGNED, &matrix);
  MPI_Type_commit(&matrix);
  MPI_Allreduce(mine, got, 1, matrix, op, p->inter);
  unsigned expected[] = {1, 0, 0, 1};
  for (int i = p->remote - 1; i >= 0; i--) {
    unsigned w = world_of(parity, !p->side, i), a[] = {1, w + 1, 2, w + 3};
    int one = 1;
    multiply(a, expected, &one, &matrix);
  }
  CHECK(memcmp(got, expected, sizeof got) == 0);
  MPI_Type_free(&matrix);
  MPI_Op_free(&op);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  for (parity = 0; parity < 2; parity++) {
    struct pair p = pair_make(parity);
    for (form = 0; form < 3; form++) {
      for (int side = 0; side < 2; side++) {
        int roots = p.side == side ? p.size : p.remote;
        for (int root = 0; root < roots; root++) {
          rooted(&p, side, root, 3);
          unequal(&p, side, root);
        }
        rooted(&p, side, roots - 1, LARGE / 4);
      }
      together(&p, 1);
      together(&p, 30);
      together(&p, LARGE / 4);
      together_unequal(&p);
    }
    ordered(&p);
    pair_free(&p);
  }
  int failed = report();
  MPI_Finalize();
  return failed;
}
