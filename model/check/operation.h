/* One-sided operations, from their issue to their completion. */
#ifndef ORIEL_CHECK_OPERATION_H
#define ORIEL_CHECK_OPERATION_H

#include "history.h"

void operation_issued(const struct observed_issue *);

/* To be called before all events but admissions. The access of an operation
 * that does not wait begins at the next of them: what is admitted meanwhile may
 * be earlier, since ranks run ahead of the clock. */
extern struct act *operation_latest;
void operation_begin_latest(void);
static inline void operation_settle(void)
{
  if (operation_latest) operation_begin_latest();
}
/* The operation that is admitted, if it had to wait for that; else NULL. Before
 * operation_admitted(). */
const struct act *operation_waited(const struct observed_admission *);
void operation_admitted(const struct observed_admission *);
void operation_at_target(const struct observed_applied *);
void operation_completed(const struct observed_completion *);
/* As observers_foresee. */
void operation_foresee(void *const *kept, const void *memory, bool applied,
                       int stage);

#endif
