/* What may be called before MPI_Init and after MPI_Finalize, and that
 * MPI_Finalize deletes the attributes of MPI_COMM_SELF first.
 *
 * run: np=2
 * stdout: ok
 * stdout: deleted 0
 * stdout: deleted 1
 * stdout: after
 */
#include "check.h"

static int delete_it(MPI_Comm comm, int keyval, void *value, void *extra)
{
  int flag, rank;
  (void)keyval, (void)extra;
  MPI_Initialized(&flag);
  if (!flag || comm != MPI_COMM_SELF) return MPI_ERR_OTHER;
  MPI_Finalized(&flag);
  if (flag) return MPI_ERR_OTHER;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  /* in order: rank 1 waits for rank 0 */
  if (rank == 1)
    MPI_Recv(NULL, 0, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  printf("deleted %d\n", *(int *)value);
  fflush(stdout);
  if (rank == 0) MPI_Send(NULL, 0, MPI_INT, 1, 9, MPI_COMM_WORLD);
  return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
  int flag, version, subversion, keyval, length, provided;
  static int rank;
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  MPI_Info info;
  MPI_Initialized(&flag);
  CHECK(!flag);
  MPI_Finalized(&flag);
  CHECK(!flag);
  MPI_Get_version(&version, &subversion);
  CHECK(version == MPI_VERSION && subversion == MPI_SUBVERSION);
  MPI_Get_library_version(text, &length);
  CHECK(length == (int)strlen(text));
  MPI_Info_create(&info);
  MPI_Info_set(info, "a", "b");
  MPI_Info_free(&info);
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  CHECK(provided >= MPI_THREAD_FUNNELED);
  MPI_Query_thread(&flag);
  CHECK(flag == provided);
  MPI_Is_thread_main(&flag);
  CHECK(flag);
  rank = world_rank();
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_it, &keyval, NULL);
  MPI_Comm_set_attr(MPI_COMM_SELF, keyval, &rank);
  int result = report();
  fflush(stdout);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  MPI_Initialized(&flag);
  if (!flag) return 1;
  MPI_Finalized(&flag);
  if (!flag) return 1;
  MPI_Get_version(&version, &subversion);
  if (rank == 1) puts("after");
  return result;
}
