/* Info objects: order, truncation, duplicates, the environment.
 *
 * run: np=2 args="a b"
 * stdout: ok
 * mpich: no
 *   MPICH refuses to cut a value short in MPI_Info_get.
 */
#include "check.h"

static void order(MPI_Info info)
{
  char key[MPI_MAX_INFO_KEY];
  int n;
  MPI_Info_set(info, "zeta", "last letter");
  MPI_Info_set(info, "alpha", "first letter");
  MPI_Info_set(info, "zeta", "replaced");
  MPI_Info_get_nkeys(info, &n);
  SAME(n, 2);
  MPI_Info_get_nthkey(info, 0, key);
  CHECK(strcmp(key, "zeta") == 0);
  MPI_Info_get_nthkey(info, 1, key);
  CHECK(strcmp(key, "alpha") == 0);
}

static void reading(MPI_Info info)
{
  char value[40];
  int flag, length;
  MPI_Info_get(info, "zeta", 5, value, &flag); /* room for 5 and the end */
  CHECK(flag && strcmp(value, "repla") == 0);
  MPI_Info_get(info, "beta", 5, value, &flag);
  CHECK(!flag);
  MPI_Info_get_valuelen(info, "zeta", &length, &flag);
  CHECK(flag);
  SAME(length, 8);
  length = 0;
  MPI_Info_get_string(info, "zeta", &length, value, &flag);
  CHECK(flag);
  SAME(length, 9); /* with the end */
  length = 4;
  MPI_Info_get_string(info, "zeta", &length, value, &flag);
  CHECK(flag && strcmp(value, "rep") == 0);
  SAME(length, 9);
  length = 4;
  MPI_Info_get_string(info, "beta", &length, value, &flag);
  CHECK(!flag);
  SAME(length, 4);
}

static void duplicates(MPI_Info info)
{
  MPI_Info dup;
  char value[40];
  int flag, n;
  MPI_Info_dup(info, &dup);
  MPI_Info_set(dup, "alpha", "changed");
  MPI_Info_get(info, "alpha", 30, value, &flag);
  CHECK(strcmp(value, "first letter") == 0);
  MPI_Info_delete(dup, "zeta");
  MPI_Info_get_nkeys(dup, &n);
  SAME(n, 1);
  MPI_Info_free(&dup);
  CHECK(dup == MPI_INFO_NULL);
}

int main(int argc, char **argv)
{
  MPI_Info info; /* legal before MPI_Init */
  MPI_Info_create(&info);
  MPI_Init(&argc, &argv);
  order(info);
  reading(info);
  duplicates(info);
  MPI_Info_free(&info);
  int n;
  MPI_Info_get_nkeys(MPI_INFO_ENV, &n);
  CHECK(n >= 0);
  int failed = report();
  MPI_Finalize();
  return failed;
}
