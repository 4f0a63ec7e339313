/* The locale: setlocale() is of a rank, uselocale() of a thread, as
 * sim/rank/locale.h keeps them. */
#include "libc.h"

#include "template.h"

static char *locale_setlocale(int category, const char *name)
{
  return locale_set(&libc_self()->locale, category, name);
}

const struct libc_entry libc_locale_table[] = {{"setlocale", locale_setlocale},
                                               {"uselocale", locale_use},
                                               {"__uselocale", locale_use},
                                               {NULL, NULL}};
