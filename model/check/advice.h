/* What would order two accesses that conflict, in words. */
#ifndef ORIEL_CHECK_ADVICE_H
#define ORIEL_CHECK_ADVICE_H

#include "history.h"
#include "report.h"

#include "../hash.h"

/* Two accesses that nothing orders, as conflict.c has seen them. */
struct found {
  struct hash_node node; /* while it is seen: by what makes it one report */
  struct record earlier, later;
  enum rule rule;
  bool known;                /* it was complete when they conflicted, or ... */
  bool missed;               /* ... a flush by another thread had come to it */
  bool looks;                /* a load, after MPI_Win_sync, would be right in
                              * the unified model */
  const struct caller *many; /* updated what the later one's strand fetched, but
                              * orders nothing (many.h); or NULL */
  const char *nothing;       /* orders them, and why that is needed ... */
  /* What the windows tell, which may be freed by the end: the rule, whether
   * both are operations of one, and the target of the later one or, if that has
   * none, of the other; whether the rank of that other one can lock there, and
   * locks are not all checked. */
  bool same_op, one_window, locks, unchecked;
  int target;
  struct report *report; /* that awaits its advice */
  const char *low, *high;
  struct found *next;
};

/* What completes the access, where that has been told already; or NULL. */
const struct completion *advice_completion(const struct record *);
/* At the end, when what completed the accesses later is known. */
void advise(const struct found *, char *text, size_t size);

#endif
