/* Several nonblocking collectives at a time, on several communicators, one of
 * which is freed before they are complete; point-to-point messages between
 * them are not disturbed.
 *
 * run: np=1
 * run: np=6 twice=1
 * run: np=6 options="--coll=model"
 * run: np=33
 * stdout: ok
 */
#include "check.h"

int main(int argc, char **argv)
{
  enum { N = 5000 };
  static int big[N], sum[N];
  MPI_Comm half, copy;
  MPI_Request r[6];
  MPI_Init(&argc, &argv);
  int me = world_rank(), n = world_size(), in_half, half_size, half_sum;
  int token = -1, mine = me + 1, prefix = 0;
  MPI_Comm_split(MPI_COMM_WORLD, me % 2, -me, &half);
  MPI_Comm_dup(half, &copy);
  MPI_Comm_rank(half, &in_half);
  MPI_Comm_size(half, &half_size);
  if (in_half == half_size - 1)
    for (int i = 0; i < N; i++)
      big[i] = 7 * i + me % 2;
  MPI_Irecv(&token, 1, MPI_INT, (me + n - 1) % n, 0, MPI_COMM_WORLD, &r[0]);
  MPI_Ibcast(big, N, MPI_INT, half_size - 1, copy, &r[1]);
  MPI_Iallreduce(&mine, &half_sum, 1, MPI_INT, MPI_SUM, half, &r[2]);
  MPI_Iscan(&mine, &prefix, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r[3]);
  MPI_Comm_free(&copy);
  MPI_Ibarrier(half, &r[4]);
  MPI_Isend(&me, 1, MPI_INT, (me + 1) % n, 0, MPI_COMM_WORLD, &r[5]);
  MPI_Waitall(6, r, MPI_STATUSES_IGNORE);
  SAME(token, (me + n - 1) % n);
  SAME(prefix, (me + 1) * (me + 2) / 2);
  int expected = 0;
  for (int k = me % 2; k < n; k += 2)
    expected += k + 1;
  SAME(half_sum, expected);
  for (int i = 0; i < N; i++)
    if (big[i] != 7 * i + me % 2) {
      CHECK(!"what the last rank of the half sent");
      break;
    }
  MPI_Allreduce(big, sum, N, MPI_INT, MPI_MAX, half);
  SAME(sum[N - 1], big[N - 1]);
  MPI_Comm_free(&half);
  int code = report();
  MPI_Finalize();
  return code;
}
