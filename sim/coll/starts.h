/* How many times each member has started a persistent collective: that it has
 * made it is no sign that it has come. For deadlock reports. */
#ifndef ORIEL_STARTS_H
#define ORIEL_STARTS_H

#include "schedule.h"

struct starts;

/* Make them, if no member has. */
void starts_make(const struct schedule *);
/* NULL: it is not persistent. */
struct starts *starts_of(const struct schedule *);
/* One member less has the collective. */
void starts_leave(struct starts *);
void starts_count(struct starts *, int member);
/* Has that member started it as often as the schedule's? */
bool starts_match(const struct starts *, const struct schedule *, int member);

#endif
