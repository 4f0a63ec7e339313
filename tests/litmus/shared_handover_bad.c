/* Relaxed atomics hand over nothing: what another rank stored may not be there.
 *
 * run: np=2 options="--check --ppn 2" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 0, bytes [0, 4)
 * report:   store       by rank 0 at shared_handover_bad.c:33, main()
 * report:   load        by rank 1 at shared_handover_bad.c:38, main()
 * report:   Nothing orders them. Let a barrier or message, between two calls of MPI_Win_sync, come between the store and the load. [MPI-4.1 12.7]
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
    atomic_store_explicit(&s->flag, 1, memory_order_relaxed);
  } else {
    while (!atomic_load_explicit(&s->flag, memory_order_acquire))
      ;
    seen = s->data;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return rank == 1 && seen != 1;
}
