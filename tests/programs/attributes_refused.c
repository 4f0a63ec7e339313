/* Wrong keyvals give MPI_ERR_KEYVAL; MPI's own attributes cannot be changed.
 *
 * run: np=1
 * stdout: ok
 * mpich: no
 *   MPICH has other classes, and lets a freed keyval set attributes.
 */
#include "check.h"

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  int key, old, flag, none = MPI_KEYVAL_INVALID;
  void *value;
  MPI_Comm self = MPI_COMM_SELF;
  REFUSED(MPI_ERR_KEYVAL, MPI_Comm_set_attr(self, none, NULL));
  REFUSED(MPI_ERR_KEYVAL, MPI_Comm_get_attr(self, 123456, &value, &flag));
  REFUSED(MPI_ERR_KEYVAL, MPI_Comm_free_keyval(&none));
  REFUSED(MPI_ERR_KEYVAL, MPI_Comm_set_attr(self, MPI_TAG_UB, NULL));
  REFUSED(MPI_ERR_KEYVAL, MPI_Comm_delete_attr(self, MPI_TAG_UB));
  MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &key,
                        NULL);
  REFUSED(MPI_ERR_KEYVAL, MPI_Comm_set_attr(self, key, NULL));
  MPI_Win_free_keyval(&key);
  MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
  REFUSED(MPI_ERR_KEYVAL, MPI_Comm_delete_attr(self, key));
  old = key;
  MPI_Comm_free_keyval(&key);
  REFUSED(MPI_ERR_KEYVAL, MPI_Comm_get_attr(self, old, &value, &flag));
  /* The names of MPI-1 are the same calls. */
  MPI_Keyval_create(MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN, &key, NULL);
  ACCEPTED(MPI_Attr_put(self, key, &key));
  MPI_Attr_get(self, key, &value, &flag);
  CHECK(flag && value == &key);
  ACCEPTED(MPI_Attr_delete(self, key));
  MPI_Attr_get(self, key, &value, &flag);
  CHECK(!flag);
  MPI_Keyval_free(&key);
  int failed = report();
  MPI_Finalize();
  return failed;
}
