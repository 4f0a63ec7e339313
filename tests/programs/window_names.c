/* Names and groups of windows.
 *
 * run: np=3
 * stdout: ok
 */
#include "check.h"

int main(int argc, char **argv)
{
  int *memory, length = -1, result, ranks[3] = {0, 1, 2}, there[3];
  char name[MPI_MAX_OBJECT_NAME], long_name[MPI_MAX_OBJECT_NAME + 20];
  MPI_Comm backwards;
  MPI_Group group, expected, world;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  int me = world_rank();
  win = int_window(1, &memory);
  MPI_Win_get_name(win, name, &length);
  CHECK(length == 0 && name[0] == 0);
  MPI_Win_set_name(win, "a window");
  MPI_Win_get_name(win, name, &length);
  CHECK(length == 8 && strcmp(name, "a window") == 0);
  memset(long_name, 'x', sizeof long_name);
  long_name[sizeof long_name - 1] = 0;
  MPI_Win_set_name(win, long_name);
  MPI_Win_get_name(win, name, &length);
  CHECK(length == MPI_MAX_OBJECT_NAME - 1 && (int)strlen(name) == length);
  MPI_Win_free(&win);
  CHECK(win == MPI_WIN_NULL);

  /* The group is the communicator's, in its order. */
  MPI_Comm_split(MPI_COMM_WORLD, 0, -me, &backwards);
  MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, backwards, &win);
  MPI_Comm_group(backwards, &expected);
  MPI_Comm_free(&backwards);
  MPI_Win_get_group(win, &group);
  MPI_Group_compare(group, expected, &result);
  SAME(result, MPI_IDENT);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_translate_ranks(group, 3, ranks, world, there);
  for (int i = 0; i < 3; i++)
    SAME(there[i], 2 - i);
  MPI_Group_free(&world);
  MPI_Group_free(&group);
  MPI_Group_free(&expected);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
