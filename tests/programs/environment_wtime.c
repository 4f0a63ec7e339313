/* Reading the clock takes time, so a loop until a date ends; no two readings
 * are equal, and none goes back.
 *
 * mpich: no
 * (its clock may stand still between two readings)
 * run: np=2 twice=1
 * stdout: ok
 */
#include "check.h"

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  CHECK(MPI_Wtick() > 0);
  double first = MPI_Wtime(), last = first;
  for (int i = 0; i < 100; i++) {
    double now = MPI_Wtime();
    CHECK(now > last);
    CHECK(now - last >= MPI_Wtick() * 0.999);
    last = now;
  }
  double end = last + 1000 * MPI_Wtick();
  while (MPI_Wtime() < end)
    ;
  CHECK(MPI_Wtime() < end + 10 * MPI_Wtick());
  int result = report();
  MPI_Finalize();
  return result;
}
