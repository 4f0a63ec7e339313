/* A loop that reads a file byte by byte until it finds something looks the same
 * each time, but for the file's offset, which the kernel has: it computes.
 *
 * run: np=1 limit=30
 * stdout: ok
 */
#include "check.h"

#include <unistd.h>

enum { BYTES = 3 << 20 };

int main(int argc, char **argv)
{
  static char zeros[BYTES];
  FILE *f = tmpfile();
  char c = 0;
  MPI_Init(&argc, &argv);
  CHECK(fwrite(zeros, 1, BYTES, f) == BYTES && fputc(1, f) == 1);
  rewind(f);
  while (read(fileno(f), &c, 1) == 1 && c == 0)
    ;
  CHECK(c == 1);
  fclose(f);
  report();
  MPI_Finalize();
}
