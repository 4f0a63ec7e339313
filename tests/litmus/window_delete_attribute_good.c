/* The delete function of an attribute stores to a window that is freed, behind
 * a barrier.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>
#include <string.h>

static int rank;

static int gone(MPI_Win win, int key, void *value, void *extra)
{
  (void)win;
  (void)key;
  (void)extra;
  memset(value, 0, 4 * sizeof(int));
  return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  int *box, key, x[4] = {1, 2, 3, 4};
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                   &box, &win);
  MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, gone, &key, NULL);
  MPI_Win_set_attr(win, key, box);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(x, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
    MPI_Win_unlock(1, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Win_free_keyval(&key);
  MPI_Finalize();
}
