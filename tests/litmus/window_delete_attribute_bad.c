/* The delete function of an attribute stores to a window that is freed, which
 * other ranks may still update: MPI_Win_free waits for them behind it.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 16)
 * report:   store       by rank 1 at window_delete_attribute_bad.c:21, gone()
 * report:   MPI_Put     by rank 0 at window_delete_attribute_bad.c:38 (epoch: lock, opened at window_delete_attribute_bad.c:37)
 * report:   Nothing orders them. Let a barrier or message come between the store and the MPI_Put, or lock the window at rank 1 for the store, too. [MPI-4.1 12.7]
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
  MPI_Win_free(&win);
  MPI_Win_free_keyval(&key);
  MPI_Finalize();
}
