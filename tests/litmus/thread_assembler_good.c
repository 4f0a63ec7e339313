/* Threads take turns by a lock in assembler, of which --check sees nothing: what
 * they do counts as ordered.
 *
 * run: np=2 options="--check"
 * build: --check -pthread
 */
#include <mpi.h>
#include <pthread.h>

static MPI_Win win;
static int part, *memory;
static int taken;

static void take(void)
{
  int old = 1;
  for (;;) {
    __asm__ volatile("xchgl %0, %1" : "+r"(old), "+m"(taken) : : "memory");
    if (!old) return;
    old = 1;
  }
}

static void give(void)
{
  __asm__ volatile("movl $0, %0" : "=m"(taken) : : "memory");
}

static void *add(void *nothing)
{
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 3; i++) {
    take();
    MPI_Get(&part, 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, win);
    MPI_Win_flush(1 - rank, win);
    memory[0] += part;
    give();
  }
  return nothing;
}

int main(int argc, char **argv)
{
  int provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = 0;
  memory[1] = 1;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  pthread_create(&thread, NULL, add, NULL);
  add(NULL);
  pthread_join(thread, NULL);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
