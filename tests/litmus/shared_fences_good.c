/* Fences of C11 hand over what another rank stored, with relaxed atomics
 * between them: they are barriers, and need no MPI_Win_sync.
 *
 * run: np=2 options="--check --ppn 2"
 * build: --check
 */
#include <mpi.h>
#include <stdatomic.h>

struct shared {
  int data;
  atomic_int flag;
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
  if (rank == 0) atomic_store(&s->flag, 0);
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    s->data = 1;
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&s->flag, 1, memory_order_relaxed);
  } else {
    while (!atomic_load_explicit(&s->flag, memory_order_relaxed))
      ;
    atomic_thread_fence(memory_order_acquire);
    seen = s->data;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return rank == 1 && seen != 1;
}
