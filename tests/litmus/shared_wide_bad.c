/* Atomic structs wider than the machine's words, and 128-bit integers, which
 * are calls of libatomic: a relaxed exchange hands nothing over.
 *
 * run: np=2 options="--check --ppn 2" exit=121
 * build: --check -Wno-atomic-alignment -latomic
 * report: oriel: conflict in the window of rank 0, bytes [0, 4)
 * report:   store       by rank 0 at shared_wide_bad.c:40, main()
 * report:   load        by rank 1 at shared_wide_bad.c:49, main()
 * report:   Nothing orders them. Let a barrier or message, between two calls of MPI_Win_sync, come between the store and the load. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <stdatomic.h>

struct wide {
  long version, value, more;
};
struct shared {
  int data, answer;
  _Atomic struct wide head;
  _Atomic unsigned __int128 count;
};

int main(int argc, char **argv)
{
  struct shared *s;
  struct wide seen, zero = {0, 0, 0}, one = {1, 2, 3}, two = {2, 0, 0};
  int rank, unit, wrong = 0;
  MPI_Aint size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(rank ? 0 : sizeof *s, 4, MPI_INFO_NULL,
                          MPI_COMM_WORLD, &s, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &s);
  if (rank == 0) atomic_store(&s->head, zero);
  if (rank == 0) atomic_store(&s->count, 0);
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    s->data = 1;
    atomic_exchange_explicit(&s->head, one, memory_order_relaxed);
    while (atomic_load(&s->count) != 5) {
    }
    wrong = s->answer != 42;
  } else {
    seen = one;
    while (!atomic_compare_exchange_weak(&s->head, &seen, two))
      seen = one;
    wrong = s->data != 1;
    s->answer = 42;
    atomic_fetch_add_explicit(&s->count, 5, memory_order_release);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return wrong;
}
