/* Two ranks store to a shared window: a fence between the two is advised where
 * it can be called, and MPI_Win_sync inside an epoch of MPI_Win_lock_all. What a
 * blocking receive brings there is a matter of the window, too.
 *
 * run: np=2 options="--check --ppn 2" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 0, bytes [0, 4)
 * report:   store       by rank 0 at shared_advice_bad.c:41, main()
 * report:   store       by rank 1 at shared_advice_bad.c:42, main()
 * report:   Nothing orders them. Let a fence come between the earlier store and the later one, or a barrier or message between two calls of MPI_Win_sync. MPI_Win_sync needs a passive epoch, as of MPI_Win_lock_all. [MPI-4.1 12.7]
 * report: oriel: conflict in the window of rank 0, bytes [4, 8)
 * report:   store       by rank 0 at shared_advice_bad.c:46, main()
 * report:   store       by rank 1 at shared_advice_bad.c:47, main()
 * report:   Nothing orders them. Let a barrier or message, between two calls of MPI_Win_sync, come between the earlier store and the later one. [MPI-4.1 12.7]
 * report: oriel: conflict in the window of rank 0, bytes [8, 12)
 * report:   store       by rank 0 at shared_advice_bad.c:51, main()
 * report:   store       by rank 1 at shared_advice_bad.c:52, main()
 * report:   Nothing orders them. Let a fence, outside of other epochs, come between the earlier store and the later one. [MPI-4.1 12.7]
 * report: oriel: conflict in the window of rank 0, bytes [12, 16)
 * report:   MPI_Recv    by rank 0 at shared_advice_bad.c:58
 * report:   load        by rank 1 at shared_advice_bad.c:61, main()
 * report:   Nothing orders them. Let a fence, barrier or message come between the MPI_Recv and the load. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, *base, rank, unit, x = 1;
  MPI_Aint size;
  MPI_Group world, other;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &(int){1 - rank}, &other);
  MPI_Win_allocate_shared(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &base);

  if (rank == 0) base[0] = 1;
  if (rank == 1) base[0] = 2;
  MPI_Win_fence(0, win);

  MPI_Win_lock_all(0, win);
  if (rank == 0) base[1] = 1;
  if (rank == 1) base[1] = 2;
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_post(other, 0, win);
  if (rank == 0) base[2] = 1;
  if (rank == 1) base[2] = 2;
  MPI_Win_start(other, 0, win);
  MPI_Win_complete(win);
  MPI_Win_wait(win);

  if (rank == 0)
    MPI_Recv(&base[3], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 1) {
    MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    seen = base[3];
  }

  MPI_Group_free(&other);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  MPI_Finalize();
}
