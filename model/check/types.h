/* Basic types of data in words. */
#ifndef ORIEL_CHECK_TYPES_H
#define ORIEL_CHECK_TYPES_H

#include "../observer.h"

/* "4 MPI_INT", "1 MPI_INT, 2 MPI_DOUBLE, ...", "nothing". */
void types_text(const struct observed_data *, char *text, size_t size);
/* Does data sent from the one match the other, as far as it goes? */
bool types_fit(const struct observed_data *from,
               const struct observed_data *into);
/* Have they the same basic types? */
bool types_equal(const struct observed_data *, const struct observed_data *);

#endif
