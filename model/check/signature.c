/* Types that differ between the ends of an operation. [MPI-4.1 12.3, 3.3.1]
 *
 * As in a message, what is sent must match the beginning of where it goes. The
 * sizes are checked at every call (model/window/transfer.c), and the types of
 * accumulates. */
#include "rules.h"
#include "spot.h"
#include "types.h"

#include "../datatype/datatype.h"
#include "../window/window.h"

#include <stdio.h>

static void on_issue(struct observer *o, const struct observed_issue *e)
{
  bool gets = e->kind == OBSERVED_GET;
  struct report r = {.rule = RULE_SIGNATURE, .date = e->date, .sides = 1};
  struct spot by = SPOT(e);
  char origin[64], target[64];
  (void)o;
  if (!gets && e->kind != OBSERVED_PUT) return;
  if (gets ? types_fit(&e->memory, &e->origin)
           : types_fit(&e->origin, &e->memory))
    return;
  spot_side(&by, NULL, &r.side[0]);
  if (report_again(r.rule, r.side[0].what, r.side[0].place, NULL, NULL)) return;
  types_text(&e->origin, origin, sizeof origin);
  types_text(&e->memory, target, sizeof target);
  snprintf(r.side[0].note, sizeof r.side[0].note, "origin: %s; target: %s",
           origin, target);
  snprintf(r.headline, sizeof r.headline,
           "types that do not match between rank %d and rank %d of %s",
           e->window->rank, e->target, window_label(e->window));
  snprintf(r.advice, sizeof r.advice,
           "Both ends must have the same basic types in the same order. "
           "[MPI-4.1 12.3]");
  report_add(&r);
}

static struct observer observer = {.issue = on_issue};

void signature_open(void)
{
  observer_add(&observer);
}
