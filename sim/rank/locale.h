/* The locale, per rank and, as uselocale() sets it, per thread.
 *
 * A process has one. A rank that sets it has its own from then on, by name, and
 * the process takes it up whenever a thread of that rank is put in place.
 * Invariant, once a rank has done so: the process has the locale of the rank in
 * place. */
#ifndef ORIEL_RANK_LOCALE_H
#define ORIEL_RANK_LOCALE_H

#include <locale.h>
#include <stdbool.h>

struct rank_locale {
  const char *name; /* NULL: that with which the run began */
};

/* As setlocale(), for the rank in place, whose locale this is. What it returns
 * stays. */
char *locale_set(struct rank_locale *, int category, const char *name);
/* As uselocale(), for the thread in place. */
locale_t locale_use(locale_t);

/* Has any rank set its own, or any thread? If so: another thread is put in
 * place, whose rank has this one. `used`: what threads use of their own. */
extern bool locales_changed;
void locale_enter(const struct rank_locale *, locale_t *before, locale_t used);

#endif
