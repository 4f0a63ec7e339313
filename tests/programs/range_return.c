/* Every operation that reaches past its target's exposure is refused with
 * MPI_ERR_RMA_RANGE and changes nothing, by whichever byte.
 *
 * mpich: no (MPICH does not check)
 * run: np=2
 * stdout: ok
 */
#include "check.h"

enum { N = 8 };

/* Types that leave the window though their displacement does not: entries
 * before the place, entries far after it, absolute addresses; and displacements
 * whose product with the unit does not fit. */
static void odd_places(MPI_Win win, int t, int *v)
{
  MPI_Datatype type;
  MPI_Aint address;
  int one = 1, back = -2;
  MPI_Type_indexed(1, &one, &back, MPI_INT, &type);
  MPI_Type_commit(&type);
  REFUSED(MPI_ERR_RMA_RANGE, MPI_Put(v, 1, MPI_INT, t, 1, 1, type, win));
  ACCEPTED(MPI_Get(v, 1, MPI_INT, t, 2, 1, type, win));
  MPI_Type_free(&type);
  MPI_Type_vector(2, 1, N, MPI_INT, &type);
  MPI_Type_commit(&type);
  REFUSED(MPI_ERR_RMA_RANGE, MPI_Put(v, 2, MPI_INT, t, 0, 1, type, win));
  MPI_Type_free(&type);
  MPI_Get_address(v, &address);
  MPI_Type_create_hindexed(1, &one, &address, MPI_INT, &type);
  MPI_Type_commit(&type);
  REFUSED(MPI_ERR_RMA_RANGE, MPI_Put(v, 1, MPI_INT, t, 0, 1, type, win));
  MPI_Type_free(&type);
  MPI_Aint far = (MPI_Aint)1 << 62;
  REFUSED(MPI_ERR_RMA_RANGE, MPI_Put(v, 1, MPI_INT, t, far, 1, MPI_INT, win));
  REFUSED(MPI_ERR_RMA_RANGE,
          MPI_Put(v, 1, MPI_INT, t, 2 * (far - 1) + 1, 1, MPI_INT, win));
}

int main(int argc, char **argv)
{
  int *memory, v[N + 1], r[N + 1], one = 1, zero = 0, out = 7;
  MPI_Init(&argc, &argv);
  MPI_Win win = int_window(N, &memory);
  MPI_Request request;
  for (int i = 0; i <= N; i++)
    v[i] = 1, r[i] = 2;

  MPI_Win_lock_all(0, win);
  for (int t = 0; t < world_size(); t++) {
    REFUSED(MPI_ERR_RMA_RANGE, MPI_Put(v, 1, MPI_INT, t, N, 1, MPI_INT, win));
    REFUSED(MPI_ERR_RMA_RANGE,
            MPI_Put(v, N + 1, MPI_INT, t, 0, N + 1, MPI_INT, win));
    REFUSED(MPI_ERR_RMA_RANGE,
            MPI_Put(v, 2, MPI_INT, t, N - 1, 2, MPI_INT, win));
    REFUSED(MPI_ERR_RMA_RANGE,
            MPI_Put(v, 5, MPI_BYTE, t, N - 1, 5, MPI_BYTE, win));
    REFUSED(MPI_ERR_RMA_RANGE, MPI_Get(r, 1, MPI_INT, t, N, 1, MPI_INT, win));
    REFUSED(MPI_ERR_RMA_RANGE,
            MPI_Accumulate(v, 1, MPI_INT, t, N, 1, MPI_INT, MPI_SUM, win));
    REFUSED(MPI_ERR_RMA_RANGE,
            MPI_Get_accumulate(v, 1, MPI_INT, r, 1, MPI_INT, t, N, 1, MPI_INT,
                               MPI_SUM, win));
    REFUSED(MPI_ERR_RMA_RANGE,
            MPI_Fetch_and_op(&one, &out, MPI_INT, t, N, MPI_SUM, win));
    REFUSED(MPI_ERR_RMA_RANGE,
            MPI_Compare_and_swap(&one, &zero, &out, MPI_INT, t, N, win));
    REFUSED(MPI_ERR_RMA_RANGE,
            MPI_Rput(v, 1, MPI_INT, t, N, 1, MPI_INT, win, &request));
    REFUSED(MPI_ERR_RMA_RANGE,
            MPI_Rget(r, 1, MPI_INT, t, N, 1, MPI_INT, win, &request));
    odd_places(win, t, v);
    /* The last element is still inside. */
    ACCEPTED(MPI_Get(r, 1, MPI_INT, t, N - 1, 1, MPI_INT, win));
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < N; i++)
    SAME(memory[i], 0);
  SAME(r[0], 0);
  for (int i = 1; i <= N; i++)
    SAME(r[i], 2);
  SAME(out, 7);

  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
