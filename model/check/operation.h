/* One-sided operations, from their issue to their completion. */
#ifndef ORIEL_CHECK_OPERATION_H
#define ORIEL_CHECK_OPERATION_H

#include "history.h"

void operation_issued(const struct observed_issue *);
/* To be called before any other event: the last operation that was issued was
 * not one that waits. */
void operation_settle(void);
void operation_admitted(const struct observed_admission *);
void operation_completed(const struct observed_completion *);

#endif
