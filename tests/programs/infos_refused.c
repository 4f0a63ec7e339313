/* Wrong use of info objects gives its error class; MPI_INFO_ENV tells of the
 * program.
 *
 * run: np=3 args="100 fast"
 * stdout: ok
 * mpich: no
 *   MPICH does not protect MPI_INFO_ENV and knows other keys of it.
 */
#include "check.h"

static void environment(const char *key, const char *expected)
{
  char value[MPI_MAX_INFO_VAL];
  int flag, length = sizeof value;
  MPI_Info_get_string(MPI_INFO_ENV, key, &length, value, &flag);
  if (!flag || strcmp(value, expected) != 0) complain(__FILE__, __LINE__, key);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  char key[MPI_MAX_INFO_KEY + 1], value[MPI_MAX_INFO_VAL + 1];
  int n, flag;
  MPI_Info info, env = MPI_INFO_ENV, null = MPI_INFO_NULL;
  memset(key, 'k', sizeof key);
  memset(value, 'v', sizeof value);
  key[MPI_MAX_INFO_KEY] = value[MPI_MAX_INFO_VAL] = 0;
  MPI_Info_create(&info);
  REFUSED(MPI_ERR_INFO_KEY, MPI_Info_set(info, key, "v"));
  REFUSED(MPI_ERR_INFO_KEY, MPI_Info_set(info, "", "v"));
  REFUSED(MPI_ERR_INFO_VALUE, MPI_Info_set(info, "k", value));
  REFUSED(MPI_ERR_INFO_NOKEY, MPI_Info_delete(info, "k"));
  REFUSED(MPI_ERR_ARG, MPI_Info_get_nthkey(info, 0, key));
  REFUSED(MPI_ERR_ARG, MPI_Info_get(info, "k", -1, value, &flag));
  REFUSED(MPI_ERR_INFO, MPI_Info_get_nkeys(MPI_INFO_NULL, &n));
  REFUSED(MPI_ERR_INFO, MPI_Info_free(&null));
  REFUSED(MPI_ERR_INFO, MPI_Info_free(&env));
  REFUSED(MPI_ERR_INFO, MPI_Info_set(MPI_INFO_ENV, "k", "v"));
  MPI_Info freed = info;
  MPI_Info_free(&info);
  REFUSED(MPI_ERR_INFO, MPI_Info_set(freed, "k", "v"));
  environment("argv", "100 fast");
  environment("maxprocs", "3");
  MPI_Info_create_env(argc, argv, &info);
  ACCEPTED(MPI_Info_set(info, "k", "v"));
  MPI_Info_free(&info);
  int failed = report();
  MPI_Finalize();
  return failed;
}
