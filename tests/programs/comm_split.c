/* MPI_Comm_split: colors, keys, ties by rank, MPI_UNDEFINED; the parts carry
 * messages apart from each other and from the whole.
 *
 * run: np=8
 * stdout: ok
 */
#include "check.h"

/* The sum over the members' world ranks. */
static int sum_over(MPI_Comm comm)
{
  int me = world_rank(), sum;
  MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, comm);
  return sum;
}

static void check_place(MPI_Comm comm, int rank, int size)
{
  int r, s;
  MPI_Comm_rank(comm, &r);
  MPI_Comm_size(comm, &s);
  SAME(r, rank);
  SAME(s, size);
}

static void parity(void)
{
  int me = world_rank(), half = world_size() / 2;
  MPI_Comm comm;
  MPI_Comm_split(MPI_COMM_WORLD, me % 2, -me, &comm); /* backwards */
  check_place(comm, half - 1 - me / 2, half);
  SAME(sum_over(comm), me % 2 ? 16 : 12);
  MPI_Comm_free(&comm);
  CHECK(comm == MPI_COMM_NULL);
  MPI_Comm_split(MPI_COMM_WORLD, me % 2, 5, &comm); /* equal keys */
  check_place(comm, me / 2, half);
  MPI_Comm_free(&comm);
}

static void left_out(void)
{
  int me = world_rank();
  MPI_Comm comm;
  MPI_Comm_split(MPI_COMM_WORLD, me == 3 ? MPI_UNDEFINED : 1000000 + me / 4, 0,
                 &comm);
  if (me == 3) {
    CHECK(comm == MPI_COMM_NULL);
    return;
  }
  check_place(comm, me < 4 ? me : me - 4, me < 4 ? 3 : 4);
  SAME(sum_over(comm), me < 4 ? 3 : 22);
  MPI_Comm_free(&comm);
}

/* Splitting a part once more, with messages of the same tag in each. */
static void nested(void)
{
  int me = world_rank(), got = -1;
  MPI_Comm half, pair;
  MPI_Comm_split(MPI_COMM_WORLD, me / 4, me, &half);
  MPI_Comm_split(half, me % 4 / 2, me, &pair);
  check_place(pair, me % 2, 2);
  MPI_Request in_world, in_pair;
  int other = me ^ 1, a = -1, b = -1, for_world = 100 + me, for_pair = 200 + me;
  MPI_Irecv(&a, 1, MPI_INT, other, 0, MPI_COMM_WORLD, &in_world);
  MPI_Irecv(&b, 1, MPI_INT, 1 - me % 2, 0, pair, &in_pair);
  MPI_Send(&for_pair, 1, MPI_INT, 1 - me % 2, 0, pair);
  MPI_Send(&for_world, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
  MPI_Wait(&in_world, MPI_STATUS_IGNORE);
  MPI_Wait(&in_pair, MPI_STATUS_IGNORE);
  SAME(a, 100 + other);
  SAME(b, 200 + other);
  MPI_Comm_free(&half); /* the pair lives on */
  MPI_Sendrecv(&me, 1, MPI_INT, 1 - me % 2, 1, &got, 1, MPI_INT, 1 - me % 2, 1,
               pair, MPI_STATUS_IGNORE);
  SAME(got, other);
  MPI_Comm_free(&pair);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  parity();
  left_out();
  nested();
  int failed = report();
  MPI_Finalize();
  return failed;
}
