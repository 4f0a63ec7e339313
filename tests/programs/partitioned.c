/* Partitioned messages: partitions that become ready in any order and at any
 * time, sides that cut the same message differently, several at a time of one
 * tag, persistent use, derived types, nobody.
 *
 * run: np=2
 * run: np=5 twice=1
 * run: np=4 options="--protocol message --progress weak"
 * stdout: ok
 * mpich: no
 *   MPICH 4.0.2 refuses MPI_Parrived on an inactive request, and fails with
 *   MPI_PROC_NULL.
 */
#include "check.h"

enum { PARTS = 8, N = 3, MOST = 40000 };

static int me, n, to, from;

static int value(int rank, int round, int i)
{
  return rank * 1000003 + round * 7919 + i;
}

static int holds(const int *at, int rank, int round, int count)
{
  for (int i = 0; i < count; i++)
    if (at[i] != value(rank, round, i)) return 0;
  return 1;
}

/* In a ring; ready one by one, by list, by range. */
static void ring(int parts, int there, int each)
{
  static int out[MOST], in[MOST];
  int total = parts * each, flag;
  MPI_Request r[2];
  MPI_Status status;
  MPI_Psend_init(out, parts, each, MPI_INT, to, 5, MPI_COMM_WORLD,
                 MPI_INFO_NULL, &r[0]);
  MPI_Precv_init(in, there, total / there, MPI_INT, from, 5, MPI_COMM_WORLD,
                 MPI_INFO_NULL, &r[1]);
  for (int round = 0; round < 3; round++) {
    memset(in, -1, sizeof in);
    MPI_Startall(2, r);
    for (int i = 0; i < total; i++)
      out[i] = value(me, round, i);
    if (round == 0) {
      for (int i = parts - 1; i >= 0; i--)
        MPI_Pready(i, r[0]);
    } else if (round == 1) {
      int list[] = {parts - 1, 0};
      MPI_Pready_list(parts > 1 ? 2 : 1, list, r[0]);
      if (parts > 2) MPI_Pready_range(1, parts - 2, r[0]);
    } else {
      MPI_Pready_range(0, parts - 1, r[0]);
      for (int i = 0; i < there; i++) {
        for (flag = 0; !flag;)
          MPI_Parrived(r[1], i, &flag);
        int size = total / there;
        CHECK(in[i * size] == value(from, round, i * size) &&
              in[i * size + size - 1] ==
                  value(from, round, i * size + size - 1));
      }
    }
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    MPI_Wait(&r[1], &status);
    int count;
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(status.MPI_SOURCE == from && status.MPI_TAG == 5 && count == total);
    CHECK(holds(in, from, round, total));
  }
  CHECK(r[0] != MPI_REQUEST_NULL && r[1] != MPI_REQUEST_NULL);
  MPI_Parrived(r[1], 0, &flag);
  CHECK(flag); /* it is inactive */
  MPI_Request_free(&r[0]);
  MPI_Request_free(&r[1]);
}

/* The k-th of either side belong together; an ordinary message of the same
 * tag is none of them. */
static void several(void)
{
  int out[3], in[3] = {-1, -1, -1}, plain = 77, got = -1;
  MPI_Request s[3], r[3], p;
  for (int k = 0; k < 3; k++) {
    out[k] = value(me, k, 0);
    MPI_Precv_init(&in[k], 1, 1, MPI_INT, from, 9, MPI_COMM_WORLD,
                   MPI_INFO_NULL, &r[k]);
  }
  for (int k = 0; k < 3; k++)
    MPI_Psend_init(&out[k], 1, 1, MPI_INT, to, 9, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &s[k]);
  MPI_Irecv(&got, 1, MPI_INT, from, 9, MPI_COMM_WORLD, &p);
  MPI_Startall(3, r);
  MPI_Startall(3, s);
  for (int k = 2; k >= 0; k--)
    MPI_Pready(0, s[k]);
  MPI_Send(&plain, 1, MPI_INT, to, 9, MPI_COMM_WORLD);
  MPI_Waitall(3, s, MPI_STATUSES_IGNORE);
  MPI_Waitall(3, r, MPI_STATUSES_IGNORE);
  MPI_Wait(&p, MPI_STATUS_IGNORE);
  SAME(got, 77);
  for (int k = 0; k < 3; k++) {
    SAME(in[k], value(from, k, 0));
    MPI_Request_free(&s[k]);
    MPI_Request_free(&r[k]);
  }
}

/* Columns of a matrix to columns, and to a row. */
static void derived(void)
{
  int out[PARTS][N], in[PARTS][N];
  MPI_Datatype column;
  MPI_Request r[2];
  MPI_Type_vector(PARTS, 1, N, MPI_INT, &column);
  MPI_Type_create_resized(column, 0, sizeof(int), &column);
  MPI_Type_commit(&column);
  MPI_Psend_init(out, N, 1, column, to, 1, MPI_COMM_WORLD, MPI_INFO_NULL,
                 &r[0]);
  MPI_Precv_init(in, 1, N, column, from, 1, MPI_COMM_WORLD, MPI_INFO_NULL,
                 &r[1]);
  for (int i = 0; i < PARTS * N; i++)
    out[i / N][i % N] = value(me, 0, i);
  memset(in, -1, sizeof in);
  MPI_Startall(2, r);
  MPI_Pready_range(0, N - 1, r[0]);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  CHECK(holds(in[0], from, 0, PARTS * N));
  MPI_Request_free(&r[0]);
  MPI_Request_free(&r[1]);
  MPI_Type_free(&column);
}

static void nobody(void)
{
  int x = 5, flag = 0;
  MPI_Request r[2];
  MPI_Psend_init(&x, 4, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD,
                 MPI_INFO_NULL, &r[0]);
  MPI_Precv_init(&x, 4, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD,
                 MPI_INFO_NULL, &r[1]);
  MPI_Startall(2, r);
  MPI_Pready_range(0, 3, r[0]);
  MPI_Parrived(r[1], 2, &flag);
  CHECK(flag);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  SAME(x, 5);
  MPI_Request_free(&r[0]);
  MPI_Request_free(&r[1]);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  me = world_rank();
  n = world_size();
  to = (me + 1) % n;
  from = (me + n - 1) % n;
  ring(1, 1, 1);
  ring(PARTS, PARTS, 10);
  ring(PARTS, 1, 10);
  ring(1, PARTS, 80);
  ring(PARTS, 5, 10);
  ring(PARTS, 4, MOST / PARTS);
  several();
  derived();
  nobody();
  int failed = report();
  MPI_Finalize();
  return failed;
}
