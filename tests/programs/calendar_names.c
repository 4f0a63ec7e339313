/* Variables of the program's own by names that the C library has, too, are left
 * alone.
 *
 * run: np=2
 * stdout: ok
 */
#include "check.h"

#include <stdint.h>

/* Not declared by time.h and math.h, of which all else is. */
struct tm;
struct tm *localtime(const int64_t *);
double lgamma(double);

int timezone = 7, daylight = 8, signgam = 9;
char tzname[] = "mine";

int main(int argc, char **argv)
{
  int64_t date = 0;
  volatile double x = -0.5;
  MPI_Init(&argc, &argv);
  CHECK(setenv("TZ", "EST5EDT", 1) == 0 && localtime(&date));
  CHECK(lgamma(x) > 0);
  CHECK(timezone == 7 && daylight == 8 && signgam == 9);
  CHECK(!strcmp(tzname, "mine"));
  report();
  MPI_Finalize();
  return 0;
}
