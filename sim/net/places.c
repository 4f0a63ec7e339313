/* Places: by link a list of who waits for it, in the order in which they came.
 *
 * Invariants: who waits is in the lists of both its links, and one of these is
 * full; so only those can go that wait for a link which was full when a flow
 * left it. The lists are looked through where thousands send to thousands: what
 * decides is in them, one behind the other, and touches no flow. */
#include "places.h"

#include "../../model/memory.h"

#include <stdlib.h>
#include <string.h>

/* They are enough to keep a link busy, and few enough for links.c and SimGrid,
 * which look at all that wait for a link whenever one has left it. */
enum { PLACES = 16, ROOM = 16 };

struct waiting {
  void *flow;
  int other;       /* the link at the other end */
  unsigned number; /* of those that have waited; compared by `earlier` */
};

struct places {
  int taken;
  unsigned from, to, room; /* the first that waits, behind the last, and room */
  struct waiting *list;
};

static struct places *links;
static unsigned waited;

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

/* Numbers begin anew behind the greatest one. */
static bool earlier(unsigned a, unsigned b)
{
  return (int)(a - b) < 0;
}

static unsigned where(const struct places *p, unsigned number)
{
  unsigned from = p->from, to = p->to;
  while (from < to) {
    unsigned middle = from + (to - from) / 2;
    if (earlier(p->list[middle].number, number))
      from = middle + 1;
    else
      to = middle;
  }
  return from;
}

/* Those before it, or behind it, close the gap. */
static void wait_no_more(struct places *p, unsigned number)
{
  struct waiting *list = p->list;
  unsigned i = where(p, number);
  if (i - p->from < p->to - i) {
    memmove(list + p->from + 1, list + p->from, (i - p->from) * sizeof *list);
    p->from++;
  } else {
    p->to--;
    memmove(list + i, list + i + 1, (p->to - i) * sizeof *list);
  }
  if (p->from == p->to) p->from = p->to = 0;
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
  unsigned number = waited++;
  wait_for(&links[first], (struct waiting){flow, last, number});
  if (first != last)
    wait_for(&links[last], (struct waiting){flow, first, number});
  return false;
}

/* Who waits for it and can go; one without a flow: nobody. */
static struct waiting head(int link)
{
  const struct places *p = &links[link];
  for (unsigned i = p->from; i < p->to && !full(link); i++)
    if (!full(p->list[i].other)) return p->list[i];
  return (struct waiting){0};
}

static void *go(int link, struct waiting w)
{
  if (!w.flow) return NULL;
  take(link, w.other);
  wait_no_more(&links[link], w.number);
  if (w.other != link) wait_no_more(&links[w.other], w.number);
  return w.flow;
}

/* `w` goes, and who waits for the other link: `v`, if it still can. That is `w`
 * where both are one link. */
static void serve(int link, struct waiting w, int other, struct waiting v,
                  void *next[2])
{
  next[0] = go(link, w);
  if (v.flow && (v.flow == w.flow || full(v.other) || full(other)))
    v = head(other);
  next[1] = go(other, v);
}

/* Who waits for a link that was not full waits for its other one. */
void places_free(int first, int last, void *next[2])
{
  bool first_full = full(first), last_full = full(last);
  struct waiting a = {0}, b = {0};
  links[first].taken--;
  links[last].taken--;
  if (first_full) a = head(first);
  if (last_full) b = head(last);
  if (a.flow && (!b.flow || earlier(a.number, b.number)))
    serve(first, a, last, b, next);
  else
    serve(last, b, first, a, next);
}
