/* Places: by link a list of who waits for it, in the order in which they came.
 *
 * Invariants: who waits is in the lists of both its links, and one of these is
 * full; so when a place is free again only those that wait for it can go. The
 * lists are looked through where thousands send to thousands: what decides is
 * in them, one behind the other, and touches no flow. */
#include "places.h"

#include "../../model/memory.h"

#include <stdlib.h>
#include <string.h>

/* They are enough to keep a link busy, and few enough for links.c and SimGrid,
 * which look at all that wait for a link whenever one has left it. */
enum { PLACES = 16, ROOM = 16 };

struct waiting {
  void *flow;
  int other; /* the link at the other end */
};

struct places {
  int taken;
  unsigned from, to, room; /* the first that waits, behind the last, and room */
  struct waiting *list;
};

static struct places *links;

void places_open(int n)
{
  links = xcalloc((size_t)n, sizeof *links);
}

static bool full(int link)
{
  return links[link].taken >= PLACES;
}

static void wait_for(struct places *p, struct waiting w)
{
  if (p->to == p->room && p->from > p->room / 2) {
    p->to -= p->from;
    memmove(p->list, p->list + p->from, p->to * sizeof *p->list);
    p->from = 0;
  }
  GROW(p->list, p->to, p->room, ROOM);
  p->list[p->to++] = w;
}

/* Those before it, or behind it, close the gap. */
static void wait_no_more(struct places *p, unsigned i)
{
  struct waiting *list = p->list;
  if (i - p->from < p->to - i) {
    memmove(list + p->from + 1, list + p->from, (i - p->from) * sizeof *list);
    p->from++;
  } else {
    p->to--;
    memmove(list + i, list + i + 1, (p->to - i) * sizeof *list);
  }
  if (p->from == p->to) p->from = p->to = 0;
}

static unsigned where(const struct places *p, const void *flow)
{
  unsigned i = p->from;
  while (p->list[i].flow != flow)
    i++;
  return i;
}

static void take(int first, int last)
{
  links[first].taken++;
  links[last].taken++;
}

bool places_take(int first, int last, void *flow)
{
  if (!full(first) && !full(last)) {
    take(first, last);
    return true;
  }
  wait_for(&links[first], (struct waiting){flow, last});
  if (first != last) wait_for(&links[last], (struct waiting){flow, first});
  return false;
}

void *places_free(int link)
{
  struct places *p = &links[link];
  unsigned i = p->from;
  p->taken--;
  if (full(link)) return NULL;
  while (i < p->to && full(p->list[i].other))
    i++;
  if (i == p->to) return NULL;
  struct waiting next = p->list[i];
  take(link, next.other);
  wait_no_more(p, i);
  if (next.other == link) return next.flow;
  p = &links[next.other];
  wait_no_more(p, where(p, next.flow));
  return next.flow;
}
