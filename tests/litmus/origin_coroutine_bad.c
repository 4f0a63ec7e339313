/* A coroutine of the program issues a get, another one uses its buffer.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `in` of rank 0, 16 bytes (2 times)
 * report:   MPI_Get     by rank 0 at origin_coroutine_bad.c:22 (epoch: lock_all, opened at origin_coroutine_bad.c:37), not yet complete
 * report:   load        by rank 0 at origin_coroutine_bad.c:45, main()
 * report:   Nothing orders them. MPI_Win_flush at origin_coroutine_bad.c:24 comes too late; move the load after it, or flush before it, too. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <stdio.h>
#include <ucontext.h>

static int rank;
static ucontext_t back, co;
static char stack[65536];
static MPI_Win win;
static int in[4];

static void fetcher(void)
{
  MPI_Get(in, 4, MPI_INT, !rank, 0, 4, MPI_INT, win);
  swapcontext(&co, &back);
  MPI_Win_flush(!rank, win);
  swapcontext(&co, &back);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int *a, s = 0;
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &a, &win);
  for (int i = 0; i < 4; i++)
    a[i] = i;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  getcontext(&co);
  co.uc_stack.ss_sp = stack;
  co.uc_stack.ss_size = sizeof stack;
  co.uc_link = &back;
  makecontext(&co, fetcher, 0);
  swapcontext(&back, &co);
  for (int i = 0; i < 4; i++)
    s += in[i];
  swapcontext(&back, &co);
  if (s == 55) puts("?");
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
