/* A generalized request that is complete before the get it stands for is.
 *
 * run: np=2 options="--check" exit=121
 * build: --check -pthread
 * report: oriel: conflict in `in` of rank 0, 16 bytes (2 times)
 * report:   MPI_Get     by rank 0, thread 1, at thread_grequest_bad.c:40 (epoch: lock_all, opened at thread_grequest_bad.c:56), not yet complete
 * report:   load        by rank 0 at thread_grequest_bad.c:61, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at thread_grequest_bad.c:64 comes too late; move the load after it, or flush first. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

static int rank;
static MPI_Win win;
static int in[4];
static MPI_Request greq;

static int query(void *x, MPI_Status *s)
{
  (void)x;
  MPI_Status_set_elements(s, MPI_INT, 4);
  MPI_Status_set_cancelled(s, 0);
  s->MPI_SOURCE = s->MPI_TAG = MPI_UNDEFINED;
  return 0;
}
static int nofree(void *x)
{
  (void)x;
  return 0;
}
static int nocancel(void *x, int c)
{
  (void)x;
  (void)c;
  return 0;
}
static void *work(void *x)
{
  MPI_Get(in, 4, MPI_INT, !rank, 0, 4, MPI_INT, win);
  MPI_Grequest_complete(greq);
  return x;
}

int main(int argc, char **argv)
{
  int level, *a, s = 0;
  pthread_t t;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                   &a, &win);
  for (int i = 0; i < 4; i++)
    a[i] = i;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  MPI_Grequest_start(query, nofree, nocancel, NULL, &greq);
  pthread_create(&t, NULL, work, NULL);
  MPI_Wait(&greq, MPI_STATUS_IGNORE);
  for (int i = 0; i < 4; i++)
    s += in[i];
  if (s == 77) puts("?");
  pthread_join(t, NULL);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
