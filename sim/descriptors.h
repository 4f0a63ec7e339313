/* Descriptors of the process, of which a run may need one for each rank. */
#ifndef ORIEL_DESCRIPTORS_H
#define ORIEL_DESCRIPTORS_H

#include <stdbool.h>

/* Let there be as many as the system lets this process have. False: there are.
 */
bool descriptors_raise(void);

#endif
