/* The locale of a thread wins over the process's, which the program sets. */
#include "plain_locale.h"

static locale_t plain_locale;

void plain_locale_open(void)
{
  if (!plain_locale) plain_locale = newlocale(LC_ALL_MASK, "C", NULL);
}

locale_t plain_locale_enter(void)
{
  return uselocale(plain_locale);
}

void plain_locale_leave(locale_t before)
{
  uselocale(before);
}
