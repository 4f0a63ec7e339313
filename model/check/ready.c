/* Ready sends that may come before their receive. [MPI-4.1 3.4]
 *
 * The sender says that the receive is posted. Invariant: it is believed only
 * where the send follows the start of the receive by what orders them, not
 * because one came later this time. */
#include "rules.h"
#include "spot.h"
#include "strand.h"

#include <stdio.h>

static void report_ready(const struct observed_match *e)
{
  struct report r = {.rule = RULE_ASSERT, .date = e->date, .sides = 2};
  const struct observed_end *ends[] = {&e->sender, &e->receiver};
  for (int i = 0; i < 2; i++) {
    struct spot by = SPOT(ends[i]);
    spot_side(&by, NULL, &r.side[i]);
  }
  snprintf(r.headline, sizeof r.headline,
           "ready send from rank %d to rank %d, tag %d, that may come before "
           "its receive",
           e->sender.strand.rank, e->receiver.strand.rank, e->tag);
  snprintf(r.advice, sizeof r.advice,
           "Nothing orders it after the receive; let rank %d know that it is "
           "posted, or make it a standard send. [MPI-4.1 3.4]",
           e->sender.strand.rank);
  report_add(&r);
}

static void on_match(struct observer *o, const struct observed_match *e)
{
  (void)o;
  if (!e->ready) return;
  struct carried sent = carrier_past(e->message);
  struct carried posted = carrier_past(e->receive);
  struct viewer sender = {.own = sent.own, .past = sent.past};
  if (sent.past && posted.past && !viewer_knows(&sender, posted.own))
    report_ready(e);
}

static struct observer observer = {.match = on_match};

void ready_open(void)
{
  observer_add(&observer);
}
