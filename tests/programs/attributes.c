/* Attributes of communicators: predefined ones, keyvals, delete functions, and
 * functions that fail.
 *
 * run: np=2
 * stdout: ok
 * mpich: no
 *   MPICH calls its clock not global, and aborts when a delete function fails
 *   in MPI_Comm_free.
 */
#include "check.h"
#include <limits.h>

static int deleted, refuse;
static long last;

static int on_delete(MPI_Comm comm, int keyval, void *value, void *extra)
{
  (void)comm, (void)keyval, (void)extra;
  deleted++;
  last = (long)(MPI_Aint)value;
  return refuse;
}

static int bad_copy(MPI_Comm comm, int keyval, void *extra, void *in, void *out,
                    int *flag)
{
  (void)comm, (void)keyval, (void)extra, (void)in, (void)out, (void)flag;
  return MPI_ERR_OTHER;
}

static int predefined(MPI_Comm comm, int keyval)
{
  int *value = NULL, flag = 0;
  MPI_Comm_get_attr(comm, keyval, &value, &flag);
  CHECK(flag);
  return flag ? *value : -1;
}

static void predefined_ones(void)
{
  CHECK(predefined(MPI_COMM_WORLD, MPI_TAG_UB) >= 32767);
  SAME(predefined(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL), 1);
  SAME(predefined(MPI_COMM_WORLD, MPI_APPNUM), 0);
  CHECK(predefined(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE) >= 2);
  CHECK(predefined(MPI_COMM_WORLD, MPI_LASTUSEDCODE) >= MPI_ERR_LASTCODE);
  int before = predefined(MPI_COMM_WORLD, MPI_LASTUSEDCODE), class;
  MPI_Add_error_class(&class);
  SAME(predefined(MPI_COMM_WORLD, MPI_LASTUSEDCODE), class);
  CHECK(class > before);
}

static void life(MPI_Comm comm)
{
  int key, copy, flag;
  void *value;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_delete, &key, NULL);
  MPI_Comm_get_attr(comm, key, &value, &flag);
  CHECK(!flag);
  MPI_Comm_set_attr(comm, key, (void *)1);
  MPI_Comm_set_attr(comm, key, (void *)2);
  SAME(deleted, 1);
  SAME(last, 1);
  MPI_Comm_get_attr(comm, key, &value, &flag);
  CHECK(flag && value == (void *)2);
  copy = key;
  MPI_Comm_free_keyval(&key); /* still in use: lives on */
  SAME(key, MPI_KEYVAL_INVALID);
  MPI_Comm_delete_attr(comm, copy);
  SAME(deleted, 2);
  SAME(last, 2);
}

static void functions_that_fail(MPI_Comm comm)
{
  int key;
  MPI_Comm dup, failed = MPI_COMM_NULL;
  MPI_Comm_create_keyval(bad_copy, on_delete, &key, NULL);
  MPI_Comm_dup(comm, &dup);
  MPI_Comm_set_attr(dup, key, (void *)5);
  CHECK(MPI_Comm_dup(dup, &failed) != MPI_SUCCESS);
  CHECK(failed == MPI_COMM_NULL);
  refuse = MPI_ERR_OTHER;
  CHECK(MPI_Comm_delete_attr(dup, key) != MPI_SUCCESS);
  CHECK(MPI_Comm_free(&dup) != MPI_SUCCESS);
  CHECK(dup != MPI_COMM_NULL);
  refuse = MPI_SUCCESS;
  MPI_Comm_free(&dup); /* deletes it */
  SAME(last, 5);
  MPI_Comm_free_keyval(&key);
}

/* MPI_Finalize frees MPI_COMM_SELF first: attributes in reverse order. */
static int expected = 3;

static int at_end(MPI_Comm comm, int keyval, void *value, void *extra)
{
  int done;
  (void)comm, (void)keyval, (void)extra;
  MPI_Finalized(&done);
  CHECK(!done);
  SAME((long)(MPI_Aint)value, expected);
  expected--;
  return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  predefined_ones();
  life(comm);
  functions_that_fail(comm);
  MPI_Comm_free(&comm);
  for (long i = 1; i <= 3; i++) {
    int key;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, at_end, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, (void *)i);
  }
  int failed = report();
  MPI_Finalize();
  return failed || expected != 0;
}
