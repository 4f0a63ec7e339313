/* A fence of C11 that acquires makes no store visible to others.
 *
 * run: np=2 options="--check=strict --ppn 2" exit=121
 * build: --check
 * report: oriel: portability in the window of rank 0, bytes [0, 4)
 * report:   store       by rank 0 at shared_fence_way_bad.c:31, main()
 * report:   load        by rank 1 at shared_fence_way_bad.c:37, main()
 * report:   They are ordered, but the copies of the memory are not made alike between them. Call MPI_Win_sync after the store. [MPI-4.1 12.4]
 */
#include <mpi.h>
#include <stdatomic.h>

struct shared {
  int data;
};

int main(int argc, char **argv)
{
  struct shared *s;
  int rank, unit, seen = 0;
  MPI_Aint size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(rank ? 0 : sizeof *s, 4, MPI_INFO_NULL,
                          MPI_COMM_WORLD, &s, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &s);
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    s->data = 1;
    atomic_thread_fence(memory_order_acquire);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    atomic_thread_fence(memory_order_acquire);
    seen = s->data;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return rank == 1 && seen != 1;
}
