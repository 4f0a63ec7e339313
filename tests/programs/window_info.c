/* The standard's info keys of windows: given ones are told back where they are
 * in use, and honoured: same_size and same_disp_unit must be true.
 *
 * mpich: no (which keys are told back is the library's choice)
 * run: np=2
 * stdout: ok
 */
#include "check.h"

static MPI_Win make(const char *key, const char *value, MPI_Aint size, int unit)
{
  void *memory;
  MPI_Info info;
  MPI_Win win = MPI_WIN_NULL;
  MPI_Info_create(&info);
  MPI_Info_set(info, key, value);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (MPI_Win_allocate(size, unit, info, MPI_COMM_WORLD, &memory, &win))
    win = MPI_WIN_NULL;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Info_free(&info);
  return win;
}

/* The key is told back with this value. */
static void told_back(const char *key, const char *value)
{
  char got[MPI_MAX_INFO_VAL + 1] = "";
  int found = 0;
  MPI_Info info;
  MPI_Win win = make(key, value, 8, 4);
  CHECK(win != MPI_WIN_NULL);
  MPI_Win_get_info(win, &info);
  MPI_Info_get(info, key, MPI_MAX_INFO_VAL, got, &found);
  if (!found || strcmp(got, value)) {
    complain(__FILE__, __LINE__, key);
    printf("  %s, not %s\n", found ? got : "(nothing)", value);
  }
  MPI_Info_free(&info);
  MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
  MPI_Info info;
  MPI_Init(&argc, &argv);
  told_back("no_locks", "true");
  told_back("no_locks", "false");
  told_back("accumulate_ordering", "none");
  told_back("accumulate_ordering", "rar,waw");
  told_back("accumulate_ops", "same_op");
  told_back("same_size", "true");
  told_back("same_disp_unit", "true");
  told_back("mpi_accumulate_granularity", "64");

  /* A key that nobody knows is ignored. */
  MPI_Win win = make("oriel_no_such_key", "1", 8, 4);
  CHECK(win != MPI_WIN_NULL);
  /* Hints may be changed later. */
  MPI_Info_create(&info);
  MPI_Info_set(info, "no_locks", "false");
  ACCEPTED(MPI_Win_set_info(win, info));
  MPI_Info_free(&info);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
