/* Attributes that a program puts on windows: set, get, replace, delete, and the
 * delete function at MPI_Win_free; the predefined ones cannot be set.
 *
 * run: np=2
 * stdout: ok
 */
#include "check.h"

static int deletions, last_value, refuse;

static int on_delete(MPI_Win win, int keyval, void *value, void *extra)
{
  (void)win, (void)keyval;
  deletions++;
  last_value = *(int *)value;
  CHECK(extra == &deletions);
  return refuse ? MPI_ERR_OTHER : MPI_SUCCESS;
}

int main(int argc, char **argv)
{
  int *memory, key, key2, one = 1, two = 2, *got, found = -1;
  MPI_Init(&argc, &argv);
  MPI_Win win = int_window(1, &memory);
  MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, on_delete, &key, &deletions);
  MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &key2,
                        NULL);
  MPI_Win_get_attr(win, key, &got, &found);
  CHECK(!found);
  ACCEPTED(MPI_Win_set_attr(win, key, &one));
  MPI_Win_get_attr(win, key, &got, &found);
  CHECK(found && got == &one);
  ACCEPTED(MPI_Win_set_attr(win, key, &two)); /* deletes the old one */
  CHECK(deletions == 1 && last_value == 1);
  ACCEPTED(MPI_Win_set_attr(win, key2, &one));
  ACCEPTED(MPI_Win_delete_attr(win, key));
  CHECK(deletions == 2 && last_value == 2);
  MPI_Win_get_attr(win, key, &got, &found);
  CHECK(!found);

  ACCEPTED(MPI_Win_set_attr(win, key, &one));
  refuse = 1;
  CHECK(MPI_Win_delete_attr(win, key) != MPI_SUCCESS);
  refuse = 0;
  int freed = key;
  ACCEPTED(MPI_Win_free_keyval(&freed)); /* lives on while it is in use */
  CHECK(freed == MPI_KEYVAL_INVALID);
  MPI_Win_get_attr(win, key, &got, &found);
  CHECK(found && got == &one);
  deletions = 0;
  MPI_Win_free(&win);
  SAME(deletions, 1);
  MPI_Win_free_keyval(&key2);
  int code = report();
  MPI_Finalize();
  return code;
}
