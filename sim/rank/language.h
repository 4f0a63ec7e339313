/* The locale, per rank and, as uselocale() sets it, per thread.
 *
 * A process has one. A rank that sets it has its own from then on, by name, and
 * the process takes it up whenever a thread of that rank is put in place.
 * Invariant, once a rank has done so: the process has the locale of the rank in
 * place. */
#ifndef ORIEL_LANGUAGE_H
#define ORIEL_LANGUAGE_H

#include <locale.h>
#include <stdbool.h>

struct language {
  const char *name; /* NULL: that with which the run began */
};

/* As setlocale(), for the rank in place, whose locale this is. What it returns
 * stays. */
char *language_set(struct language *, int category, const char *name);
/* As uselocale(), for the thread in place. */
locale_t language_use(locale_t);

/* Has any rank set its own, or any thread? If so: another thread is put in
 * place, whose rank has this one. `used`: what threads use of their own. */
extern bool languages_changed;
void language_enter(const struct language *, locale_t *before, locale_t used);

#endif
