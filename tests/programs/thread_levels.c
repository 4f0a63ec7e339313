/* What is no level of thread support is told with those that are, as 3, which
 * is MPI_THREAD_MULTIPLE of other libraries.
 *
 * mpich: no (there it is one)
 * run: exit=120
 * stderr: thread_levels.c:17: MPI_Init_thread: required is 3; it must be MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED or MPI_THREAD_MULTIPLE [MPI-4.1 11.6]
 */
#include "check.h"

int main(int argc, char **argv)
{
  int provided, n;
  CHECK(MPI_T_init_thread(3, &provided) == MPI_T_ERR_INVALID);
  CHECK(MPI_T_cvar_get_num(&n) == MPI_T_ERR_NOT_INITIALIZED);
  CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == 0);
  if (MPI_T_cvar_get_num(&n) != 0) return 1;
  MPI_Init_thread(&argc, &argv, 3, &provided);
  return 0;
}
