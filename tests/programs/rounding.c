/* The rounding mode of floating point is a rank's own, and a thread's: it
 * begins with that of the thread that made it.
 *
 * run: np=4
 * stdout: ok */
#include <fenv.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

static int wrong;

static void *toward_zero(void *mode)
{
  if (fegetround() != *(int *)mode) wrong++;
  fesetround(FE_TOWARDZERO);
  MPI_Barrier(MPI_COMM_SELF);
  if (fegetround() != FE_TOWARDZERO) wrong++;
  return NULL;
}

int main(int argc, char **argv)
{
  int rank, all, provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int mode = rank % 2 ? FE_UPWARD : FE_DOWNWARD;
  if (rank) fesetround(mode);
  if (!rank) mode = FE_TONEAREST;
  for (int i = 0; i < 3; i++) {
    pthread_create(&thread, NULL, toward_zero, &mode);
    MPI_Barrier(MPI_COMM_WORLD);
    if (fegetround() != mode) wrong++;
    pthread_join(thread, NULL);
    if (fegetround() != mode) wrong++;
  }
  MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (!rank && !all) printf("ok\n");
  MPI_Finalize();
  return all && !rank;
}
