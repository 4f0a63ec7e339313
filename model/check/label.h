/* What reports call a communicator. */
#ifndef ORIEL_CHECK_LABEL_H
#define ORIEL_CHECK_LABEL_H

#include <stddef.h>

struct comm_view;

/* Into text, which it returns. */
const char *comm_label(const struct comm_view *, char *text, size_t size);

#endif
