/* A fence of C11 releases what comes before it, not what lies between it and
 * the relaxed store that it concerns.
 *
 * run: np=2 options="--check --ppn 2" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 0, bytes [0, 4)
 * report:   store       by rank 0 at shared_fence_late_bad.c:30, main()
 * report:   store       by rank 1 at shared_fence_late_bad.c:37, main()
 * report:   Nothing orders them. Let a barrier or message, between two calls of MPI_Win_sync, come between the earlier store and the later one. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <stdatomic.h>

int main(int argc, char **argv)
{
  int *memory, *data, rank, unit;
  MPI_Aint size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(rank ? 0 : 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD,
                          &memory, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &data);
  _Atomic int *flag = (_Atomic int *)(data + 1);
  if (rank == 0) atomic_store(flag, 0);
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    atomic_thread_fence(memory_order_release);
    data[0] = 1;
    MPI_Win_sync(win);
    atomic_store_explicit(flag, 1, memory_order_relaxed);
  } else {
    while (!atomic_load_explicit(flag, memory_order_acquire))
      ;
    MPI_Win_sync(win);
    data[0] = 2;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
