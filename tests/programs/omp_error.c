/* What compilers make of the directives `error`, `scope` and `teams` by names
 * that few of them use yet: called as they would.
 *
 * mpich: no (there it is another OpenMP)
 * build: -fopenmp
 * run: np=1
 * stdout: ok
 * report: oriel: rank 0 at omp_error.c:35: omp error (a warning): mind the gap
 * report: oriel: rank 0 at omp_error.c:36: omp error (a warning): the step
 * report: oriel: rank 0 at omp_error.c:37: omp error (a warning): and this
 * run: np=1 args=gomp exit=1
 * stderr: omp error: the end
 * run: np=1 args=kmpc exit=1
 * stderr: omp error: the end
 */
#include "check.h"

void GOMP_warning(const char *, size_t);
void GOMP_error(const char *, size_t);
void __kmpc_error(void *, int, const char *);
void __kmpc_scope(void *, int, void *);
void __kmpc_end_scope(void *, int, void *);
void __kmpc_push_num_teams_51(void *, int, int, int, int);

enum { WARNING = 1, FATAL = 2 };

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  if (argc > 1 && strcmp(argv[1], "gomp") == 0) GOMP_error("the end", 7);
  if (argc > 1) __kmpc_error(NULL, FATAL, "the end");
  __kmpc_scope(NULL, 0, NULL);
  __kmpc_end_scope(NULL, 0, NULL);
  __kmpc_push_num_teams_51(NULL, 0, 1, 2, 3);
  GOMP_warning("mind the gap, please", 12);
  GOMP_warning("the step", (size_t)-1);
  __kmpc_error(NULL, WARNING, "and this");
  int result = report();
  MPI_Finalize();
  return result;
}
