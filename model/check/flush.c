/* A flush of oneself while operations to others pend: most likely the wrong
 * rank was named, since loads and stores need no flush. A warning. What pends
 * is what batch.h has begun: this rule is told of a flush before that is. What
 * has a request is left to that. Of threads one may flush what another's flush
 * has completed already. */
#include "batch.h"
#include "rules.h"
#include "spot.h"

#include "../window/window.h"

#include <stdio.h>
#include <string.h>

static void report(const struct observed_completion *e,
                   const struct batch_first *pending)
{
  struct report r = {.rule = RULE_FLUSH_SELF, .date = e->date, .sides = 2};
  struct spot by = SPOT(e);
  char note[64];
  snprintf(note, sizeof note, "to rank %d", pending->target);
  spot_side(&pending->by, note, &r.side[0]);
  r.side[0].state = "not yet complete";
  snprintf(note, sizeof note, "of rank %d, itself", e->target);
  spot_side(&by, note, &r.side[1]);
  snprintf(r.headline, sizeof r.headline,
           "flush of oneself on %s, while operations to others pend",
           window_label(e->window));
  snprintf(r.advice, sizeof r.advice,
           "It completes nothing of them; name their target.");
  report_add(&r);
}

static void on_completion(struct observer *o,
                          const struct observed_completion *e)
{
  struct batch_first pending;
  (void)o;
  if (e->kind == OBSERVED_REQUEST || e->kind == OBSERVED_EXPOSED) return;
  if (e->target < 0 || e->target != e->window->rank) return;
  if (strncmp(e->call, "MPI_Win_flush", 13) != 0) return;
  if (batch_pending(e) || !batch_first(e->window, &pending)) return;
  if (strand_alone(e->strand.rank)) report(e, &pending);
}

static struct observer observer = {.completion = on_completion};

void flush_open(void)
{
  observer_add(&observer);
}
