/* Types that differ between the ends of an operation or a message. [MPI-4.1
 * 12.3, 3.3.1]
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

static void report_issue(const struct observed_issue *e)
{
  struct report r = {.rule = RULE_SIGNATURE, .date = e->date, .sides = 1};
  struct spot by = SPOT(e);
  char origin[64], target[64];
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

static void on_issue(struct observer *o, const struct observed_issue *e)
{
  bool gets = e->kind == OBSERVED_GET;
  (void)o;
  if (!gets && e->kind != OBSERVED_PUT) return;
  if (gets ? !types_fit(&e->memory, &e->origin)
           : !types_fit(&e->origin, &e->memory))
    report_issue(e);
}

/* --- messages --- */

static MPI_Count bytes_of(const struct observed_data *d)
{
  return d->type ? d->count * d->type->size : 0;
}

static void put_end(const struct observed_end *end,
                    const struct observed_data *data, struct report_side *side)
{
  struct spot by = {end->call, end->site, end->strand.rank, end->strand.number};
  char types[80];
  types_text(data, types, sizeof types);
  spot_side(&by, types, side);
}

static void report_match(enum rule rule, const struct observed_match *e,
                         const char *what, const char *behind,
                         const char *advice)
{
  struct report r = {.rule = rule, .date = e->date, .sides = 2};
  put_end(&e->sender, &e->sent, &r.side[0]);
  put_end(&e->receiver, &e->received, &r.side[1]);
  snprintf(r.headline, sizeof r.headline,
           "%s from rank %d to rank %d, tag %d%s", what, e->sender.strand.rank,
           e->receiver.strand.rank, e->tag, behind);
  snprintf(r.advice, sizeof r.advice, "%s", advice);
  report_add(&r);
}

static void on_match(struct observer *o, const struct observed_match *e)
{
  MPI_Count sent = bytes_of(&e->sent), room = bytes_of(&e->received);
  (void)o;
  if (sent == 0) return;
  if (sent > room)
    report_match(RULE_TRUNCATION, e, "message", ", longer than its receive",
                 "Receive at least as much as is sent.");
  else if (!types_fit(&e->sent, &e->received))
    report_match(RULE_SIGNATURE, e, "types that do not match in the message",
                 "",
                 "Both ends must have the same basic types in the same order. "
                 "[MPI-4.1 3.3.1]");
}

static struct observer observer = {.issue = on_issue, .match = on_match};

void signature_open(void)
{
  observer_add(&observer);
}
