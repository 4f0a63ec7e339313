/* What OpenMP tells of omp_interop_none, all that there is without devices.
 *
 * mpich: no (there it is another OpenMP)
 * run: np=2
 * stdout: ok
 * build: -fopenmp
 */
#include "check.h"
#include <stdint.h>
#include <string.h>

/* Since OpenMP 5.1, of which not every omp.h tells. */
int omp_get_num_interop_properties(const void *);
intptr_t omp_get_interop_int(const void *, int, int *);
void *omp_get_interop_ptr(const void *, int, int *);
const char *omp_get_interop_str(const void *, int, int *);
const char *omp_get_interop_name(const void *, int);
const char *omp_get_interop_type_desc(const void *, int);
const char *omp_get_interop_rc_desc(const void *, int);

int main(int argc, char **argv)
{
  enum { EMPTY = -1, OUT_OF_RANGE = -2 };
  int code = 7;
  MPI_Init(&argc, &argv);
  CHECK(omp_get_num_interop_properties(NULL) == 0);
  CHECK(omp_get_interop_int(NULL, -1, &code) == 0 && code == EMPTY);
  CHECK(omp_get_interop_ptr(NULL, -10, &code) == NULL && code == OUT_OF_RANGE);
  CHECK(omp_get_interop_str(NULL, -9, NULL) == NULL);
  CHECK(strcmp(omp_get_interop_name(NULL, -5), "device_num") == 0);
  CHECK(!omp_get_interop_name(NULL, 0));
  CHECK(!omp_get_interop_type_desc(NULL, -1));
  CHECK(strstr(omp_get_interop_rc_desc(NULL, EMPTY), "omp_interop_none"));
  int failed = report();
  MPI_Finalize();
  return failed;
}
