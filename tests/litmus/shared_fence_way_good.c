/* A message orders a store and a load of shared memory, and fences of C11 make
 * the one visible and let the other see it.
 *
 * run: np=2 options="--check=strict --ppn 2"
 * build: --check
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
    atomic_thread_fence(memory_order_release);
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
