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
  const struct completion *known; /* it was complete when they conflicted, by
                                   * this; NULL: it was not, or ... */
  bool missed;               /* ... a flush by another thread had come to it */
  bool looks;                /* a load, after MPI_Win_sync, would be right in
                              * the unified model */
  const struct caller *many; /* updated what the later one's strand fetched, but
                              * orders nothing (many.h); or NULL */
  const char *nothing;       /* orders them, and why that is needed ... */
  /* What the windows tell, which may be freed by the end: the rule, whether
   * both are operations of one, and the target of the later one or, if that has
   * none, of the other; whether the rank of that other one can lock there, and
   * locks are not all checked; whether the rank of the later one can call a
   * fence where it is, and whether it is in a passive epoch. */
  bool same_op, one_window, locks, unchecked, fences, passive;
  int target;
  struct report *report; /* that awaits its advice */
  const char *low, *high;
  struct found *next;
};

/* For who is told to call MPI_Win_sync and is in no passive epoch. */
#define ADVICE_SYNC                                                            \
  " MPI_Win_sync needs a passive epoch, as of MPI_Win_lock_all."

/* Was the rank of that access, the later one, in a passive epoch of the window?
 * That of the earlier one may have gone on; most often they are alike. */
bool advice_is_passive(const struct act *, const struct window *);
/* What completes the access, where that has been told already; or NULL. */
const struct completion *advice_completion(const struct record *);
/* At the end, when what completed the accesses later is known. */
void advise(const struct found *, char *text, size_t size);

#endif
