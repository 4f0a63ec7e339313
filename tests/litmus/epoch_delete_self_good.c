/* What is open at MPI_Finalize is closed there: by the callback that deletes an
 * attribute of MPI_COMM_SELF.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>

static MPI_Win locked, fenced;

static int end(MPI_Comm comm, int key, void *value, void *extra)
{
  (void)comm, (void)key, (void)value, (void)extra;
  MPI_Win_unlock_all(locked);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, fenced);
  MPI_Win_free(&fenced);
  return MPI_Win_free(&locked);
}

int main(int argc, char **argv)
{
  int *memory, rank, key, one = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &locked);
  MPI_Win_set_name(locked, "locked");
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &fenced);
  MPI_Win_set_name(fenced, "fenced");
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, end, &key, NULL);
  MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
  MPI_Comm_free_keyval(&key);
  MPI_Win_lock_all(0, locked);
  MPI_Win_fence(0, fenced);
  MPI_Put(&one, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, fenced);
  MPI_Finalize();
}
