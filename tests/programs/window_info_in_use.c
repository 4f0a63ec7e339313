/* MPI_Win_get_info tells the hints that are in use: not those that are no value
 * of their key, those that this window does not have, or those that came too
 * late for MPI_Win_set_info to heed. [MPI-4.1 12.2.7]
 *
 * mpich: no (which keys are told back is the library's choice)
 * run: np=2 options="--ppn 2"
 * stdout: ok
 */
#include "check.h"

enum { ALLOCATED, DYNAMIC, SHARED };

static MPI_Info one(const char *key, const char *value)
{
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, key, value);
  return info;
}

static MPI_Win make(int kind, MPI_Info info)
{
  void *memory;
  MPI_Win win = MPI_WIN_NULL;
  if (kind == ALLOCATED)
    MPI_Win_allocate(8, 4, info, MPI_COMM_WORLD, &memory, &win);
  else if (kind == SHARED)
    MPI_Win_allocate_shared(8, 4, info, MPI_COMM_WORLD, &memory, &win);
  else
    MPI_Win_create_dynamic(info, MPI_COMM_WORLD, &win);
  MPI_Info_free(&info);
  return win;
}

/* NULL: the key is not told. */
static int tells(MPI_Win win, const char *key, const char *value)
{
  char got[MPI_MAX_INFO_VAL + 1] = "";
  int found = 0, length = sizeof got;
  MPI_Info info;
  MPI_Win_get_info(win, &info);
  MPI_Info_get_string(info, key, &length, got, &found);
  MPI_Info_free(&info);
  return value ? found && !strcmp(got, value) : !found;
}

static int created(int kind, const char *key, const char *given,
                   const char *value)
{
  MPI_Win win = make(kind, one(key, given));
  int right = tells(win, key, value);
  MPI_Win_free(&win);
  return right;
}

/* Set later. */
static int changed(const char *key, const char *given, const char *later,
                   const char *value)
{
  MPI_Win win = make(ALLOCATED, one(key, given));
  MPI_Info info = one(key, later);
  MPI_Win_set_info(win, info);
  MPI_Info_free(&info);
  int right = tells(win, key, value);
  MPI_Win_free(&win);
  return right;
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  CHECK(created(ALLOCATED, "no_locks", "perhaps", "false"));
  CHECK(created(ALLOCATED, "same_size", "1", "false"));
  CHECK(created(ALLOCATED, "accumulate_ops", "any", "same_op_no_op"));
  CHECK(created(ALLOCATED, "accumulate_ordering", "war", "war"));
  CHECK(created(ALLOCATED, "accumulate_ordering", "waw,rar", "waw,rar"));
  CHECK(created(ALLOCATED, "accumulate_ordering", "waw,", "rar,raw,war,waw"));
  CHECK(created(ALLOCATED, "accumulate_ordering", "wawrar", "rar,raw,war,waw"));
  CHECK(created(ALLOCATED, "accumulate_ordering", "", "rar,raw,war,waw"));
  CHECK(created(ALLOCATED, "mpi_accumulate_granularity", "many", "0"));
  CHECK(created(ALLOCATED, "alloc_shared_noncontig", "true", "false"));
  CHECK(created(SHARED, "alloc_shared_noncontig", "true", "true"));
  CHECK(created(ALLOCATED, "mpi_minimum_memory_alignment", "64", "64"));
  CHECK(created(DYNAMIC, "mpi_minimum_memory_alignment", "64", NULL));
  CHECK(created(ALLOCATED, "same_size", "true", "true"));
  CHECK(created(ALLOCATED, "unknown", "true", NULL));

  CHECK(changed("no_locks", "true", "false", "true"));
  CHECK(changed("no_locks", "false", "true", "false"));
  CHECK(changed("accumulate_ops", "same_op", "same_op_no_op", "same_op"));
  CHECK(changed("accumulate_ordering", "none", "rar", "none"));
  CHECK(changed("accumulate_ordering", "rar", "none", "rar"));
  CHECK(changed("mpi_accumulate_granularity", "4", "8", "8"));
  CHECK(changed("mpi_accumulate_granularity", "4", "few", "4"));
  CHECK(changed("unknown", "a", "b", NULL));
  int code = report();
  MPI_Finalize();
  return code;
}
