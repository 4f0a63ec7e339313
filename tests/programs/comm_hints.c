/* Hints, names and error handlers of communicators.
 *
 * run: np=2
 * stdout: ok
 */
#include "check.h"

static void check_hint(MPI_Comm comm, const char *key, const char *expected)
{
  MPI_Info info;
  char value[MPI_MAX_INFO_VAL + 1] = "";
  int flag;
  MPI_Comm_get_info(comm, &info);
  MPI_Info_get(info, key, MPI_MAX_INFO_VAL, value, &flag);
  CHECK(flag);
  if (strcmp(value, expected) != 0) complain(__FILE__, __LINE__, key);
  MPI_Info_free(&info);
}

static void hints(void)
{
  MPI_Info info;
  MPI_Comm dup, with;
  MPI_Info_create(&info);
  MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
  MPI_Info_set(info, "something_of_mine", "true");
  MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &with);
  check_hint(with, "mpi_assert_no_any_tag", "true");
  check_hint(with, "mpi_assert_no_any_source", "false");
  MPI_Comm_dup(with, &dup);
  check_hint(dup, "mpi_assert_exact_length", "false");
  MPI_Info_set(info, "mpi_assert_exact_length", "true");
  MPI_Comm_set_info(dup, info);
  check_hint(dup, "mpi_assert_exact_length", "true");
  MPI_Comm_free(&with);
  MPI_Comm_free(&dup);
  MPI_Info_free(&info);
}

static void check_name(MPI_Comm comm, const char *expected)
{
  char name[MPI_MAX_OBJECT_NAME];
  int length;
  MPI_Comm_get_name(comm, name, &length);
  if (strcmp(name, expected) != 0) complain(__FILE__, __LINE__, name);
  SAME(length, strlen(expected));
}

static void names(void)
{
  MPI_Comm dup;
  check_name(MPI_COMM_WORLD, "MPI_COMM_WORLD");
  check_name(MPI_COMM_SELF, "MPI_COMM_SELF");
  MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  check_name(dup, "");
  MPI_Comm_set_name(dup, "halo");
  check_name(dup, "halo");
  if (world_rank() == 0) MPI_Comm_set_name(dup, "halo of rank 0");
  check_name(dup, world_rank() ? "halo" : "halo of rank 0");
  MPI_Comm_free(&dup);
}

static void error_handlers(void)
{
  MPI_Comm dup, part;
  MPI_Errhandler handler;
  MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  MPI_Comm_set_errhandler(dup, MPI_ERRORS_RETURN);
  MPI_Comm_split(dup, 0, 0, &part); /* inherits it */
  MPI_Comm_get_errhandler(part, &handler);
  CHECK(handler == MPI_ERRORS_RETURN);
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
  CHECK(handler == MPI_ERRORS_ARE_FATAL);
  MPI_Comm_free(&part);
  MPI_Comm_free(&dup);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  hints();
  names();
  error_handlers();
  int failed = report();
  MPI_Finalize();
  return failed;
}
