/* A run, from the command line to the exit code. */
#ifndef ORIEL_RUN_H
#define ORIEL_RUN_H

#include <stddef.h>

/* All that orielrun does. `reserve` is the executable's only thread-local,
 * which lends its place to the programs' (sim/image). Never returns. */
__attribute__((noreturn, visibility("default"))) void
oriel_run(int argc, char **argv, char *reserve, size_t reserve_size);

#endif
