/* Making results of what orielrun has left. */
#ifndef ORIEL_TEST_RESULT_H
#define ORIEL_TEST_RESULT_H

#include "../oriel_test.h"

#include <stdio.h>

/* The files are read from their beginnings; `lines` is what --result wrote,
 * NULL: nothing. */
struct oriel_result *result_read(int exit_code, FILE *output, FILE *errors,
                                 FILE *lines);

#endif
