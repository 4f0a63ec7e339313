/* The locale: setlocale() is of a rank, uselocale() of a thread, as
 * sim/rank/language.h keeps them. */
#include "libc.h"

#include "template.h"

static char *locale_setlocale(int category, const char *name)
{
  return language_set(&libc_self()->language, category, name);
}

const struct libc_entry libc_locale_table[] = {{"setlocale", locale_setlocale},
                                               {"uselocale", language_use},
                                               {"__uselocale", language_use},
                                               {NULL, NULL}};
