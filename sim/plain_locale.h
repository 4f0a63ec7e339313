/* What Oriel writes and reads itself has a decimal point, whatever locale the
 * program has set. */
#ifndef ORIEL_PLAIN_LOCALE_H
#define ORIEL_PLAIN_LOCALE_H

#include <locale.h>

/* Made at the start: what a crash leaves of the heap is not asked. */
void plain_locale_open(void);
/* The C locale, until plain_locale_leave of what this returns. */
locale_t plain_locale_enter(void);
void plain_locale_leave(locale_t before);

#endif
