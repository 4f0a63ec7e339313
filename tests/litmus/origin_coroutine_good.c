/* A coroutine of the program gets, another one uses what came.
 *
 * run: np=2 options="--check"
 * build: --check
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
  MPI_Win_flush(!rank, win);
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
