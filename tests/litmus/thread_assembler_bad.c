/* A thread looks at what another thread's MPI_Get has not brought yet: no lock
 * in assembler can have put them in order, so it does not matter that those are
 * not seen.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in `part` of rank 0, 4 bytes
 * report:   MPI_Get     by rank 0 at thread_assembler_bad.c:21 (epoch: lock_all, opened at thread_assembler_bad.c:35), not yet complete
 * report:   load        by rank 0 at thread_assembler_bad.c:41, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at thread_assembler_bad.c:44 comes too late; move the load after it, or flush first. [MPI-4.1 12.7]
 * build: --check -pthread
 */
#include <mpi.h>
#include <pthread.h>

static MPI_Win win;
static int part, turn;

static void *get(void *nothing)
{
  int old = 1;
  MPI_Get(&part, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  __asm__ volatile("xchgl %0, %1" : "+r"(old), "+m"(turn) : : "memory");
  return nothing;
}

int main(int argc, char **argv)
{
  int *memory, rank, provided, sum = 0, seen;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = 1;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    pthread_create(&thread, NULL, get, NULL);
    do
      __asm__ volatile("movl %1, %0" : "=r"(seen) : "m"(turn) : "memory");
    while (!seen);
    sum += part;
    pthread_join(thread, NULL);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum > 5;
}
