/* Who waits for a lock is told where its holder got it: by MPI_Win_lock,
 * exclusive or shared, or by MPI_Win_lock_all. Of a rank that has had several
 * locks at once only a checker knows which is which; without, no place is told
 * rather than a wrong one.
 *
 * mpich: no (it would hang)
 * run: np=3 exit=122 args="exclusive"
 * stderr: rank 2 at deadlock_lock_place.c:45: MPI_Win_lock waits for the lock of rank 0 of the window, held by rank 1 (MPI_Win_lock at deadlock_lock_place.c:36)
 * run: np=3 exit=122 args="shared"
 * stderr: MPI_Win_lock waits for the lock of rank 0 of the window, shared by rank 1 (MPI_Win_lock at deadlock_lock_place.c:39)
 * run: np=3 exit=122 args="all"
 * stderr: MPI_Win_lock waits for the lock of rank 0 of the window, shared by rank 1 (MPI_Win_lock_all at deadlock_lock_place.c:34)
 * run: np=3 exit=122 args="two"
 * report: oriel: deadlock at 0.000020775 s: 3 of 3 ranks wait, and nothing can happen any more
 * report:   ranks 0-1 at deadlock_lock_place.c:49: MPI_Barrier waits for rank 2 of MPI_COMM_WORLD to take part in MPI_Barrier
 * report:   rank 2 at deadlock_lock_place.c:45: MPI_Win_lock waits for the lock of rank 0 of the window, held by rank 1
 * report:   cycle: rank 2 -> rank 1 -> rank 2
 * run: np=3 exit=122 options="--check" args="two"
 * stderr: MPI_Win_lock waits for the lock of rank 0 of the window, held by rank 1 (MPI_Win_lock at deadlock_lock_place.c:36)
 */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "exclusive";
  int rank, word = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(&word, sizeof word, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 1) {
    int two = !strcmp(how, "two");
    if (!strcmp(how, "all")) MPI_Win_lock_all(0, win);
    if (two || !strcmp(how, "exclusive"))
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    if (two) MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
    if (two) MPI_Win_unlock(2, win);
    if (!strcmp(how, "shared")) MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 2) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
