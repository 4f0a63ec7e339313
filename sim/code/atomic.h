/* Instructions that others' memory is synchronised by. */
#ifndef ORIEL_CODE_ATOMIC_H
#define ORIEL_CODE_ATOMIC_H

#include <stdbool.h>

/* Has the code of a function an atomic read and write that compilers do not
 * tell of? Code of which some is
 * unknown is read up to there. */
bool code_has_atomics(const unsigned char *from, const unsigned char *to);

#endif
