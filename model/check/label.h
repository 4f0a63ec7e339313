/* What reports call communicators and parts of windows. */
#ifndef ORIEL_CHECK_LABEL_H
#define ORIEL_CHECK_LABEL_H

#include <stddef.h>

struct comm_view;
struct window_view;

/* Into text, which it returns. */
const char *comm_label(const struct comm_view *, char *text, size_t size);
/* "in window "halo" of rank 4, bytes [1024, 1032)": of the memory of a rank of
 * the window, counted from where it begins; if attached, each piece of it. */
void window_part(const struct window_view *, int owner, const char *low,
                 const char *high, char *text, size_t size);

#endif
