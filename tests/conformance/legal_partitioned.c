/* Partitioned messages around a ring.
 *
 * run: np=2 */
#include "covers.h"

enum { PARTS = 4 };

static int out[PARTS], in[PARTS];

/* Starts both sides, makes the partitions ready and waits; twice. */
static int moves(MPI_Request *r, int (*ready)(MPI_Request))
{
  for (int turn = 1; turn <= 2; turn++) {
    for (int i = 0; i < PARTS; i++)
      out[i] = 100 * turn + 10 * me + i;
    if (MPI_Startall(2, r) || !ready(r[0])) return 0;
    if (MPI_Waitall(2, r, MPI_STATUSES_IGNORE)) return 0;
    for (int i = 0; i < PARTS; i++)
      if (in[i] != 100 * turn + 10 * (1 - me) + i) return 0;
  }
  MPI_Request_free(&r[0]);
  MPI_Request_free(&r[1]);
  return 1;
}

static int one_by_one(MPI_Request r)
{
  for (int i = PARTS - 1; i >= 0; i--)
    if (MPI_Pready(i, r)) return 0;
  return 1;
}

static int by_range_and_list(MPI_Request r)
{
  return !MPI_Pready_range(0, 1, r) && !MPI_Pready_list(2, (int[]){3, 2}, r);
}

int main(int argc, char **argv)
{
  MPI_Comm world = MPI_COMM_WORLD;
  MPI_Request r[2];
  int flag = 0;
  covers_begin(&argc, &argv);
  COVERS(MPI_Psend_init, MPI_Precv_init, MPI_Pready);
  OK(MPI_Psend_init(out, PARTS, 1, MPI_INT, 1 - me, 0, world, MPI_INFO_NULL,
                    &r[0]));
  OK(MPI_Precv_init(in, PARTS, 1, MPI_INT, 1 - me, 0, world, MPI_INFO_NULL,
                    &r[1]));
  CHECK(moves(r, one_by_one));
  COVERS(MPI_Psend_init_c, MPI_Precv_init_c, MPI_Pready_range, MPI_Pready_list);
  OK(MPI_Psend_init_c(out, PARTS, 1, MPI_INT, 1 - me, 0, world, MPI_INFO_NULL,
                      &r[0]));
  OK(MPI_Precv_init_c(in, 1, PARTS, MPI_INT, 1 - me, 0, world, MPI_INFO_NULL,
                      &r[1]));
  CHECK(moves(r, by_range_and_list));
  COVERS(MPI_Parrived);
  MPI_Psend_init(out, PARTS, 1, MPI_INT, 1 - me, 0, world, MPI_INFO_NULL,
                 &r[0]);
  MPI_Precv_init(in, PARTS, 1, MPI_INT, 1 - me, 0, world, MPI_INFO_NULL, &r[1]);
  if (MPI_Startall(2, r) == MPI_SUCCESS) {
    OK(MPI_Parrived(r[1], 3, &flag));
    CHECK(!flag);
    MPI_Barrier(world);
    MPI_Pready_range(0, PARTS - 1, r[0]);
    for (int i = 0; i < PARTS; i++)
      for (flag = 0; !flag;)
        if (MPI_Parrived(r[1], i, &flag)) break;
    CHECK(flag && in[3] == out[3] + 10 * (1 - 2 * me));
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    MPI_Request_free(&r[0]);
    MPI_Request_free(&r[1]);
  } else
    OK(MPI_Parrived(r[1], 3, &flag));
  return covers_end();
}
