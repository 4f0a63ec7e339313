/* Messages that nobody receives. [MPI-4.1 11.2.2]
 *
 * A send that is done has only handed its message over. Those that have met no
 * receive yet are kept, in the order in which they were sent. */
#include "rules.h"
#include "spot.h"

#include "../hash.h"
#include "../pool.h"

#include <stdio.h>

struct letter {
  struct hash_node node; /* by the number of the message */
  struct spot by;
  int to, tag;
  double date;
  struct letter *before, *after; /* sent */
};

static struct pool letters = {.size = sizeof(struct letter)};
static struct hash kept = {.dense = true};
static struct letter *first, *last;

static void letter_put(const struct observed_mail *e)
{
  struct letter *l = pool_take(&letters);
  *l = (struct letter){.node = {.key = {.one = e->number}},
                       .by = SPOT(&e->sender),
                       .to = e->to,
                       .tag = e->tag,
                       .date = e->date,
                       .before = last};
  *(last ? &last->after : &first) = l;
  last = l;
  hash_add(&kept, &l->node);
}

static void letter_take(const struct observed_mail *e)
{
  struct letter *l = hash_take(&kept, (struct hash_key){.one = e->number});
  if (!l) return;
  *(l->before ? &l->before->after : &first) = l->after;
  *(l->after ? &l->after->before : &last) = l->before;
  pool_give(&letters, l);
}

static void on_mail(struct observer *o, const struct observed_mail *e)
{
  (void)o;
  if (e->ends)
    letter_take(e);
  else
    letter_put(e);
}

static void report(const struct letter *l)
{
  struct report r = {.rule = RULE_PENDING, .date = l->date, .sides = 1};
  spot_side(&l->by, NULL, &r.side[0]);
  snprintf(r.headline, sizeof r.headline,
           "message from rank %d to rank %d, tag %d, that is never received",
           l->by.rank, l->to, l->tag);
  snprintf(r.advice, sizeof r.advice,
           "Receive it before MPI_Finalize, or do not send it. "
           "[MPI-4.1 11.2.2]");
  report_add(&r);
}

static struct observer observer = {.mail = on_mail};

void mail_open(void)
{
  observer_add(&observer);
}

void mail_close(bool regular)
{
  for (const struct letter *l = regular ? first : NULL; l; l = l->after)
    report(l);
}
