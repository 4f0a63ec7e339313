/* Many attributes of one object: one with a new keyval is set without a walk
 * over the others, and so they go.
 *
 * run: np=1 limit=4
 * stdout: ok
 */
#include "check.h"

enum { MANY = 200000 };

int main(int argc, char **argv)
{
  static int values[MANY];
  static int keyvals[MANY];
  void *value;
  int flag;
  MPI_Comm comm;
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_SELF, &comm);
  for (int i = 0; i < MANY; i++) {
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN,
                           &keyvals[i], NULL);
    MPI_Comm_set_attr(comm, keyvals[i], &values[i]);
  }
  for (int i = 0; i < MANY; i += 9999) {
    MPI_Comm_get_attr(comm, keyvals[i], &value, &flag);
    CHECK(flag && value == &values[i]);
    MPI_Comm_set_attr(comm, keyvals[i], &flag);
    MPI_Comm_get_attr(comm, keyvals[i], &value, &flag);
    CHECK(flag && value == &flag);
  }
  for (int i = 0; i < MANY; i++)
    MPI_Comm_free_keyval(&keyvals[i]);
  MPI_Comm_free(&comm);
  int code = report();
  MPI_Finalize();
  return code;
}
