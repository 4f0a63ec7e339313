/* Members that give a window different hints: each is told its own, and one
 * that does without locks locks nobody and is locked by nobody, whatever rank
 * it has; the others lock each other. [MPI-4.1 12.2.1]
 *
 * stdout: ok
 * run: np=3 args=0
 * run: np=3 args=1
 * run: np=3 args=2
 * mpich: no (it looks at the key nowhere)
 */
#include "check.h"

static int tells(MPI_Win win, const char *key, const char *value)
{
  char got[MPI_MAX_INFO_VAL + 1] = "";
  int found, length = sizeof got;
  MPI_Info info;
  MPI_Win_get_info(win, &info);
  MPI_Info_get_string(info, key, &length, got, &found);
  MPI_Info_free(&info);
  return found && !strcmp(got, value);
}

static void lock(int target, int refused, MPI_Win win)
{
  int one = 1;
  int class = error_class_of(MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win));
  CHECK(class == (refused ? MPI_ERR_RMA_SYNC : MPI_SUCCESS));
  if (class) return;
  MPI_Accumulate(&one, 1, MPI_INT, target, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_unlock(target, win);
}

int main(int argc, char **argv)
{
  int *memory, odd, me;
  MPI_Info info;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  odd = atoi(argv[argc - 1]);
  me = world_rank();
  MPI_Info_create(&info);
  MPI_Info_set(info, "no_locks", me == odd ? "true" : "false");
  MPI_Info_set(info, "accumulate_ordering", me == odd ? "none" : "rar");
  MPI_Info_set(info, "accumulate_ops", me == odd ? "same_op" : "");
  MPI_Win_allocate(4, 4, info, MPI_COMM_WORLD, &memory, &win);
  MPI_Info_free(&info);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  CHECK(tells(win, "no_locks", me == odd ? "true" : "false"));
  CHECK(tells(win, "accumulate_ordering", me == odd ? "none" : "rar"));
  CHECK(tells(win, "accumulate_ops", me == odd ? "same_op" : "same_op_no_op"));
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 3; i++)
    lock(i, me == odd || i == odd, win);
  REFUSED(MPI_ERR_RMA_SYNC, MPI_Win_lock_all(0, win));
  MPI_Barrier(MPI_COMM_WORLD);
  SAME(*memory, me == odd ? 0 : 2);
  MPI_Win_free(&win);
  int failed = report();
  MPI_Finalize();
  return failed;
}
