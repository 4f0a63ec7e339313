/* Looks: loads that may turn out to be those of a loop which waits.
 *
 * A load that nothing orders with an update is a conflict, unless its line does
 * the same again before its strand tells others anything, or is told of the
 * update: then that has been polling, which the unified memory model allows. It
 * is known later only, so the report waits for it. If a first look finds what
 * it waits for, it is its line elsewhere that tells: has that polled? */
#ifndef ORIEL_CHECK_LOOKS_H
#define ORIEL_CHECK_LOOKS_H

#include "history.h"
#include "report.h"

/* The report counts this conflict of bytes [low, high), too, which is found
 * at loads of row looks_row (struct observed_touch) or after them. */
extern unsigned looks_row;
void looks_expect(struct report *, const struct record *earlier,
                  const struct record *later, const char *low,
                  const char *high);
/* It counts what polling finds. */
void looks_polled(struct report *);
/* The load of [from, to), of row looks_row and not recorded yet, by a strand
 * that knows so much: if it does the same again, it polls. */
void looks_again(struct act *load, const struct viewer *, const char *from,
                 const char *to);
/* It stood for several. */
void looks_repeated(const struct act *load);
/* The load at this place came again and again, as far as the strand has told
 * others nothing; did it? It may have polled. */
void looks_poll(struct check_strand *, const void *site);
bool looks_polling(const struct check_strand *, const void *site);
/* The end: the rule of each report is known. */
void looks_close(void);
/* The rule is known but for what the load's caller did elsewhere. */
enum looking looks_final(const struct report *, const struct act *load);

#endif
