/* MPI_Init_thread begins and MPI_Abort ends the run, with its code.
 *
 * run: np=2 exit=7 */
#include "covers.h"

int main(int argc, char **argv)
{
  int provided = -1;
  int error = MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  if (me == 1) MPI_Recv(&me, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, NULL);
  printf("covered MPI_Init_thread %s\n",
         !error && provided >= MPI_THREAD_FUNNELED ? "ok" : "failed");
  printf("covered MPI_Abort ok\nend\n"); /* the exit code tells */
  fflush(stdout);
  MPI_Abort(MPI_COMM_WORLD, 7);
  return 0;
}
