/* Instructions that others' memory is synchronised by. */
#ifndef ORIEL_CODE_ATOMIC_H
#define ORIEL_CODE_ATOMIC_H

#include <stdbool.h>

/* Has the code of a function an atomic read and write that compilers do not
 * tell of? Code of which some is unknown is read up to there. */
bool code_has_atomics(const unsigned char *from, const unsigned char *to);
/* Is what follows, up to the next jump or call, the update of a floating-point
 * number that clang puts in place? */
bool code_updates_float(const unsigned char *from);

#endif
