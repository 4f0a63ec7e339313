/* What there is of the buffers of the event that is being told. (buffer.c) */
#ifndef ORIEL_CHECK_BUFFER_H
#define ORIEL_CHECK_BUFFER_H

#include "../observer.h"

/* Of one that is too short, as many elements as there is memory for: what lies
 * behind it, by chance, is no part of it. */
struct observed_data buffer_that_is_there(const struct observed_data *);

#endif
