/* A rank holds three locks when the first lock with MPI_MODE_NOCHECK comes, of
 * another target, and gives them back; who then says MPI_MODE_NOCHECK comes
 * later by luck.
 *
 * run: np=5 options="--check" exit=121
 * report: oriel: broken assertion MPI_MODE_NOCHECK on the window of rank 3
 * report:   MPI_Win_lock by rank 0 at nocheck_oldest_bad.c:34 (shared)
 * report:   MPI_Win_lock by rank 4 at nocheck_oldest_bad.c:47 (exclusive, MPI_MODE_NOCHECK)
 * report:   It says that nobody has a lock that conflicts, or asks for one, before the unlock. Let rank 4 know that rank 0 has unlocked, before it locks; or leave the assertion out. [MPI-4.1 12.5.5]
 */
#include <mpi.h>
#include <oriel.h>

static void tell(int rank)
{
  MPI_Send(NULL, 0, MPI_BYTE, rank, 0, MPI_COMM_WORLD);
}

static void hear(int rank)
{
  MPI_Recv(NULL, 0, MPI_BYTE, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
  int *memory, rank, value = 1;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &window);
  if (rank == 0) {
    for (int i = 1; i < 4; i++) {
      MPI_Win_lock(MPI_LOCK_SHARED, i, 0, window);
      MPI_Put(&value, 1, MPI_INT, i, 0, 1, MPI_INT, window);
    }
    tell(4);
    hear(4);
    for (int i = 1; i < 4; i++)
      MPI_Win_unlock(i, window);
  } else if (rank == 4) {
    hear(0);
    MPI_Win_lock(MPI_LOCK_SHARED, 4, MPI_MODE_NOCHECK, window);
    MPI_Win_unlock(4, window);
    tell(0);
    oriel_compute(1e-3);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 3, MPI_MODE_NOCHECK, window);
    MPI_Win_unlock(3, window);
  }
  MPI_Win_free(&window);
  MPI_Finalize();
}
