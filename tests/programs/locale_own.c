/* A rank's locale is its own, and what a thread uses is the thread's.
 *
 * run: np=3
 * stdout: ok
 */
#include "check.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

static void others_turn(void)
{
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  char *before = setlocale(LC_ALL, NULL);
  CHECK(!strcmp(before, "C") && MB_CUR_MAX == 1);
  if (rank == 1) CHECK(setlocale(LC_ALL, "C.UTF-8"));
  others_turn();
  CHECK(MB_CUR_MAX == (rank == 1 ? 6 : 1));
  CHECK(!strcmp(setlocale(LC_ALL, NULL), rank == 1 ? "C.UTF-8" : "C"));
  char *mixed = rank == 2 ? setlocale(LC_CTYPE, "C.UTF-8") : NULL;
  others_turn();
  CHECK(MB_CUR_MAX == (rank == 0 ? 1 : 6));
  CHECK(!strcmp(setlocale(LC_NUMERIC, NULL), rank == 1 ? "C.UTF-8" : "C"));
  CHECK(rank != 2 || !strcmp(mixed, "C.UTF-8"));
  CHECK(setlocale(LC_ALL, before));
  others_turn();
  CHECK(MB_CUR_MAX == 1 && !setlocale(LC_ALL, "no such"));

  locale_t wide = newlocale(LC_ALL_MASK, "C.UTF-8", NULL);
  CHECK(uselocale(NULL) == LC_GLOBAL_LOCALE);
  if (rank == 0) uselocale(wide);
  others_turn();
  CHECK(MB_CUR_MAX == (rank == 0 ? 6 : 1));
  CHECK(uselocale(LC_GLOBAL_LOCALE) == (rank == 0 ? wide : LC_GLOBAL_LOCALE));
  others_turn();
  CHECK(MB_CUR_MAX == 1);
  freelocale(wide);
  report();
  MPI_Finalize();
}
