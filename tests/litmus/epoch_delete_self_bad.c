/* What is open at MPI_Finalize is still so when the callback has run that
 * deletes an attribute of MPI_COMM_SELF.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: epoch on window "locked" that rank 0 never closes (2 times)
 * report:   MPI_Win_lock_all by rank 0 at epoch_delete_self_bad.c:38
 * report:   MPI_Finalize     by rank 0 at epoch_delete_self_bad.c:41
 * report:   Call MPI_Win_unlock_all before MPI_Finalize. [MPI-4.1 12.5]
 * report: oriel: operations on window "fenced" that rank 0 never completes (2 times)
 * report:   MPI_Put      by rank 0 at epoch_delete_self_bad.c:40
 * report:   MPI_Finalize by rank 0 at epoch_delete_self_bad.c:41
 * report:   Call MPI_Win_fence before MPI_Finalize. [MPI-4.1 12.5]
 * report: oriel: leak: 2 windows made by MPI_Win_allocate at epoch_delete_self_bad.c:31 are never freed by ranks 0-1 [MPI-4.1 11.2.2]
 * report: oriel: leak: 2 windows made by MPI_Win_allocate at epoch_delete_self_bad.c:33 are never freed by ranks 0-1 [MPI-4.1 11.2.2]
 */
#include <mpi.h>

static MPI_Win locked, fenced;

static int end(MPI_Comm comm, int key, void *value, void *extra)
{
  (void)comm, (void)key, (void)value, (void)extra;
  return MPI_Win_flush_all(locked);
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
