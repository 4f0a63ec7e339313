/* A call without a rank. */
#include "unsimulated.h"

#include "../exit.h"

#include <stdio.h>
#include <unistd.h>

void unsimulated(const char *call)
{
  fprintf(stderr, "oriel: %s: the program was not started by orielrun\n", call);
  _exit(EXIT_USAGE);
}
