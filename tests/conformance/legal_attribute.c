/* Attributes of communicators, by their present and their older names.
 *
 * run: np=2 */
#include "covers.h"

static int copied, deleted;

static int on_copy(MPI_Comm c, int keyval, void *extra, void *in, void *out,
                   int *flag)
{
  (void)c, (void)keyval;
  copied += *(int *)extra;
  *(void **)out = in;
  *flag = 1;
  return MPI_SUCCESS;
}

static int on_delete(MPI_Comm c, int keyval, void *value, void *extra)
{
  (void)c, (void)keyval, (void)value;
  deleted += *(int *)extra;
  return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
  int keyval, flag, x, extra = 1, *value = NULL;
  MPI_Comm comm, copy;
  covers_begin(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  COVERS(MPI_Comm_create_keyval, MPI_Comm_set_attr, MPI_Comm_get_attr);
  OK(MPI_Comm_create_keyval(on_copy, on_delete, &keyval, &extra));
  OK(MPI_Comm_get_attr(comm, keyval, &value, &flag));
  CHECK(!flag);
  OK(MPI_Comm_set_attr(comm, keyval, &x));
  OK(MPI_Comm_get_attr(comm, keyval, &value, &flag));
  CHECK(flag && value == &x);
  OK(MPI_Comm_get_attr(comm, MPI_TAG_UB, &value, &flag));
  CHECK(flag && *value >= 32767);
  MPI_Comm_dup(comm, &copy);
  value = NULL;
  OK(MPI_Comm_get_attr(copy, keyval, &value, &flag));
  CHECK(flag && value == &x && copied == 1);
  COVERS(MPI_Comm_delete_attr, MPI_Comm_free_keyval);
  OK(MPI_Comm_delete_attr(comm, keyval));
  CHECK(deleted == 1);
  OK(MPI_Comm_free_keyval(&keyval));
  CHECK(keyval == MPI_KEYVAL_INVALID);
  MPI_Comm_free(&copy);
  CHECK(deleted == 2);
  COVERS(MPI_Keyval_create, MPI_Attr_put, MPI_Attr_get, MPI_Attr_delete,
         MPI_Keyval_free);
  OK(MPI_Keyval_create(MPI_DUP_FN, MPI_NULL_DELETE_FN, &keyval, NULL));
  OK(MPI_Attr_put(comm, keyval, &x));
  OK(MPI_Attr_get(comm, keyval, &value, &flag));
  CHECK(flag && value == &x);
  OK(MPI_Attr_delete(comm, keyval));
  OK(MPI_Attr_get(comm, keyval, &value, &flag));
  CHECK(!flag);
  OK(MPI_Keyval_free(&keyval));
  CHECK(keyval == MPI_KEYVAL_INVALID);
  MPI_Comm_free(&comm);
  return covers_end();
}
