/* Strands: which one is in place, and what they are as a whole. */
#include "strand.h"

#include "rank.h"

#include <stdio.h>

void strand_put_in_place(struct strand *s)
{
  struct rank *r = s->rank;
  struct strand *old = r->strand;
  if (old == s) return;
  old->time = r->time;
  old->call = r->call;
  old->polls = r->polls;
  old->ahead = r->ahead;
  old->computing = r->computing;
  r->strand = s;
  r->time = s->time;
  r->call = s->call;
  r->polls = s->polls;
  r->ahead = s->ahead;
  r->computing = s->computing;
}

const char *strand_label(const struct rank *r)
{
  static char text[48];
  int n = snprintf(text, sizeof text, "rank %d", r->id);
  if (r->strand->number)
    snprintf(text + n, sizeof text - n, ", thread %d", r->strand->number);
  return text;
}

double strand_time(const struct strand *s)
{
  return s == s->rank->strand ? s->rank->time : s->time;
}

static bool strand_computing(const struct strand *s)
{
  if (s->leaving && strand_time(s) <= engine_now()) return true;
  return s == s->rank->strand ? s->rank->computing : s->computing;
}

bool strands_computing(const struct rank *r)
{
  for (const struct strand *s = &r->main; s; s = s->next)
    if (!strand_computing(s)) return false;
  return true;
}

double strands_latest(const struct rank *r)
{
  double latest = r->time;
  for (const struct strand *s = &r->main; s; s = s->next)
    if (strand_time(s) > latest) latest = strand_time(s);
  return latest;
}
