/* Entry points of OpenMP: the program is linked against these. */
#ifndef ORIEL_OMP_ENTRY_H
#define ORIEL_OMP_ENTRY_H

/* Nobody but compilers calls them, with more than is of use here. */
#define ENTRY __attribute__((visibility("default")))
#define UNUSED __attribute__((unused))

/* The construct's name in reports, and the place of the call; that of the
 * region where an optimised program does not come back to the caller. */
#define HERE(name)                                                             \
  pause_here("omp " name, __builtin_return_address(0),                         \
             __builtin_frame_address(0))
struct pause pause_here(const char *name, const void *site, const void *frame);

#endif
