/* A dynamic window with several regions: after one is detached, the others
 * still work, and it is refused.
 *
 * mpich: no (MPICH does not check)
 * run: np=2
 * stdout: ok
 */
#include "check.h"

int main(int argc, char **argv)
{
  int regions[3][4] = {{0}}, value = 5;
  MPI_Aint at[3];
  MPI_Win win;
  MPI_Init(&argc, &argv);
  int me = world_rank(), other = 1 - me;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  for (int i = 0; i < 3; i++) {
    ACCEPTED(MPI_Win_attach(win, regions[i], sizeof regions[i]));
    MPI_Get_address(regions[i], &at[i]);
  }
  MPI_Sendrecv_replace(at, 3, MPI_AINT, other, 0, other, 0, MPI_COMM_WORLD,
                       MPI_STATUS_IGNORE);

  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 3; i++)
    ACCEPTED(MPI_Put(&value, 1, MPI_INT, other, at[i], 1, MPI_INT, win));
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 3; i++)
    SAME(regions[i][0], 5);

  ACCEPTED(MPI_Win_detach(win, regions[0]));
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  value = 6;
  REFUSED(MPI_ERR_RMA_RANGE,
          MPI_Put(&value, 1, MPI_INT, other, at[0], 1, MPI_INT, win));
  REFUSED(MPI_ERR_RMA_RANGE, MPI_Get(&value, 1, MPI_INT, other,
                                     MPI_Aint_add(at[0], 4), 1, MPI_INT, win));
  REFUSED(MPI_ERR_RMA_RANGE,
          MPI_Put(&value, 1, MPI_INT, other, 0, 1, MPI_INT, win));
  ACCEPTED(MPI_Put(&value, 1, MPI_INT, other, MPI_Aint_add(at[1], 12), 1,
                   MPI_INT, win));
  ACCEPTED(MPI_Put(&value, 1, MPI_INT, other, at[2], 1, MPI_INT, win));
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  SAME(regions[0][0], 5);
  SAME(regions[1][3], 6);
  SAME(regions[2][0], 6);

  ACCEPTED(MPI_Win_attach(win, regions[0], sizeof regions[0]));
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win);
  ACCEPTED(MPI_Put(&value, 1, MPI_INT, other, at[0], 1, MPI_INT, win));
  MPI_Win_unlock(other, win);
  MPI_Barrier(MPI_COMM_WORLD);
  SAME(regions[0][0], 6);
  for (int i = 0; i < 3; i++)
    ACCEPTED(MPI_Win_detach(win, regions[i]));
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
