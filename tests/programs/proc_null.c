/* Operations to MPI_PROC_NULL do nothing, in every epoch, whatever the
 * displacement; operations of nothing likewise, types without elements
 * included.
 *
 * run: np=2
 * run: np=2 options="--protocol message"
 * stdout: ok
 */
#include "check.h"

static MPI_Win win;

static void to(int target, int n)
{
  int v = 5, r = 6, c = 0;
  MPI_Aint far = target == MPI_PROC_NULL ? 1000000 : 0;
  ACCEPTED(MPI_Put(&v, n, MPI_INT, target, far, n, MPI_INT, win));
  ACCEPTED(MPI_Get(&r, n, MPI_INT, target, far, n, MPI_INT, win));
  ACCEPTED(
      MPI_Accumulate(&v, n, MPI_INT, target, far, n, MPI_INT, MPI_SUM, win));
  ACCEPTED(MPI_Get_accumulate(&v, n, MPI_INT, &r, n, MPI_INT, target, far, n,
                              MPI_INT, MPI_SUM, win));
  if (target == MPI_PROC_NULL) {
    ACCEPTED(MPI_Fetch_and_op(&v, &r, MPI_INT, target, far, MPI_SUM, win));
    ACCEPTED(MPI_Compare_and_swap(&v, &c, &r, MPI_INT, target, far, win));
  }
  SAME(v, 5);
  SAME(r, 6);
}

/* A type without elements has no predefined type, and goes with all. */
static void empty_type(int target)
{
  int v = 5;
  MPI_Datatype empty;
  MPI_Type_contiguous(0, MPI_INT, &empty);
  MPI_Type_commit(&empty);
  ACCEPTED(MPI_Put(&v, 1, empty, target, 0, 1, empty, win));
  ACCEPTED(MPI_Accumulate(&v, 0, MPI_INT, target, 0, 1, empty, MPI_SUM, win));
  ACCEPTED(MPI_Get_accumulate(&v, 1, empty, &v, 0, MPI_INT, target, 0, 1, empty,
                              MPI_NO_OP, win));
  MPI_Type_free(&empty);
  SAME(v, 5);
}

static void with_requests(int target, int n)
{
  int v = 5, r = 6;
  MPI_Request q[4];
  ACCEPTED(MPI_Rput(&v, n, MPI_INT, target, 0, n, MPI_INT, win, &q[0]));
  ACCEPTED(MPI_Rget(&r, n, MPI_INT, target, 0, n, MPI_INT, win, &q[1]));
  ACCEPTED(MPI_Raccumulate(&v, n, MPI_INT, target, 0, n, MPI_INT, MPI_SUM, win,
                           &q[2]));
  ACCEPTED(MPI_Rget_accumulate(&v, n, MPI_INT, &r, n, MPI_INT, target, 0, n,
                               MPI_INT, MPI_SUM, win, &q[3]));
  for (int i = 0; i < 4; i++)
    ACCEPTED(MPI_Wait(&q[i], MPI_STATUS_IGNORE));
  SAME(r, 6);
}

int main(int argc, char **argv)
{
  int *memory;
  MPI_Init(&argc, &argv);
  int other = 1 - world_rank();
  win = int_window(1, &memory);
  MPI_Win_fence(0, win);
  to(MPI_PROC_NULL, 1);
  to(other, 0);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_lock_all(0, win);
  to(MPI_PROC_NULL, 1);
  to(other, 0);
  empty_type(other);
  with_requests(MPI_PROC_NULL, 1);
  with_requests(other, 0);
  MPI_Win_unlock_all(win);
  MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win);
  to(MPI_PROC_NULL, 1);
  MPI_Win_unlock(other, win);
  MPI_Barrier(MPI_COMM_WORLD);
  SAME(memory[0], 0);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
