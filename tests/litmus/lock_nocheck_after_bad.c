/* Nor does a lock with MPI_MODE_NOCHECK come after a lock that was held before:
 * neither do its operations, nor does its rank know of that.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: broken assertion MPI_MODE_NOCHECK on window "win" of rank 1
 * report:   MPI_Win_lock by rank 0 at lock_nocheck_after_bad.c:38 (exclusive)
 * report:   MPI_Win_lock by rank 2 at lock_nocheck_after_bad.c:44 (exclusive, MPI_MODE_NOCHECK)
 * report:   It says that nobody has a lock that conflicts, or asks for one, before the unlock. Let rank 2 know that rank 0 has unlocked, before it locks; or leave the assertion out. [MPI-4.1 12.5.5]
 * report: oriel: conflict in window "win" of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at lock_nocheck_after_bad.c:39 (epoch: lock, opened at lock_nocheck_after_bad.c:38), complete only for those who know of it
 * report:   MPI_Put     by rank 2 at lock_nocheck_after_bad.c:45 (epoch: lock, opened at lock_nocheck_after_bad.c:44)
 * report:   Nothing orders them. MPI_Win_unlock at lock_nocheck_after_bad.c:40 completes the earlier MPI_Put, but nothing lets rank 2 know before its MPI_Put. [MPI-4.1 12.7]
 * report: oriel: conflict in window "data" of rank 2, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at lock_nocheck_after_bad.c:36 (epoch: lock, opened at lock_nocheck_after_bad.c:35), complete only for those who know of it
 * report:   load        by rank 2 at lock_nocheck_after_bad.c:47, main()
 * report:   Nothing orders them. MPI_Win_unlock at lock_nocheck_after_bad.c:37 completes the MPI_Put, but nothing lets rank 2 know before its load. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, *other, rank, x = 1;
  MPI_Win win, data;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other, &win);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &data);
  MPI_Win_set_name(win, "win");
  MPI_Win_set_name(data, "data");
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, data);
    MPI_Put(&x, 1, MPI_INT, 2, 0, 1, MPI_INT, data);
    MPI_Win_unlock(2, data);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  }
  if (rank == 2) {
    oriel_compute(1);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, MPI_MODE_NOCHECK, win);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    seen = *memory;
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&data);
  MPI_Win_free(&win);
  MPI_Finalize();
}
