/* What strands publish; published.h says how it is kept. */
#include "published.h"

#include "../memory.h"
#include "../pool.h"

static bool is_nothing(const struct published *p)
{
  return !p->own.tick && !p->past.base && !p->past.news;
}

void published_add(struct published *p, const struct clock *past,
                   struct stamp own)
{
  bool same = p->own.tick && p->own.strand == own.strand;
  if (same && p->own.tick >= own.tick) return;
  if (same || clock_knows(past, p->own))
    clock_drop(&p->past);
  else
    clock_note(&p->past, p->own);
  clock_join(&p->past, past);
  p->own = own;
  if (p->past.base == past->base && p->past.news == past->news) return;
  clock_note(&p->past, own);
  p->own.tick = 0;
}

void published_join(struct published *p, const struct published *other)
{
  if (is_nothing(p)) {
    *p = (struct published){clock_copy(&other->past), other->own};
    return;
  }
  clock_note(&p->past, p->own);
  p->own.tick = 0;
  published_learn(other, &p->past, -1);
}

void published_learn(const struct published *p, struct clock *c, int strand)
{
  if (p->own.tick && (p->own.strand == strand || clock_knows(c, p->own)))
    return;
  clock_join(c, &p->past);
  clock_note(c, p->own);
}

void published_drop(struct published *p)
{
  clock_drop(&p->past);
  p->own.tick = 0;
}

/* --- by many --- */

enum { FEW = 4 };
enum { MANY = 21 }; /* as the longest pool of lines holds */

struct waiting {
  int count, thin; /* at so many it is looked through */
  struct published list[MANY];
};
_Static_assert(sizeof(struct waiting) <= POOL_LINES * POOL_LINE, "of a pool");

static void waiting_clear(struct waiting *w)
{
  w->count = 0;
  w->thin = FEW;
}

void gathered_settle(struct gathered *g)
{
  struct waiting *w = g->waiting;
  struct stamp own[MANY];
  if (!w || !w->count) return;
  clock_note(&g->all.past, g->all.own);
  g->all.own.tick = 0;
  for (int i = 0; i < w->count; i++) {
    clock_join(&g->all.past, &w->list[i].past);
    clock_drop(&w->list[i].past);
    own[i] = w->list[i].own;
  }
  clock_note_all(&g->all.past, own, w->count);
  waiting_clear(w);
}

/* By strand: its latest moment in the list that is looked through. Those of an
 * earlier pass are none. */
static struct latest {
  unsigned pass;
  uint32_t tick;
} * latest;
static int latest_count;

static struct latest *latest_of(int strand, unsigned pass)
{
  REACH(latest, latest_count, strand);
  struct latest *l = &latest[strand];
  if (l->pass != pass) *l = (struct latest){pass, 0};
  return l;
}

/* What a strand published before is part of what it publishes later: neighbours
 * that publish again and again never become one clock. Updates may arrive in
 * another order than that of their issue. */
static void waiting_thin(struct waiting *w)
{
  static unsigned pass;
  int kept = 0;
  pass++;
  for (int i = 0; i < w->count; i++) {
    struct stamp own = w->list[i].own;
    struct latest *l = latest_of(own.strand, pass);
    if (own.tick > l->tick) l->tick = own.tick;
  }
  for (int i = 0; i < w->count; i++) {
    struct stamp own = w->list[i].own;
    if (own.tick == latest_of(own.strand, pass)->tick)
      w->list[kept++] = w->list[i];
    else
      clock_drop(&w->list[i].past);
  }
  w->count = kept;
  w->thin = 2 * kept < MANY ? 2 * kept : MANY;
}

void gathered_add(struct gathered *g, const struct clock *past,
                  struct stamp own)
{
  struct waiting *w = g->waiting;
  struct published *last = w && w->count ? &w->list[w->count - 1] : &g->all;
  if (is_nothing(last) || (last->own.tick && last->own.strand == own.strand)) {
    published_add(last, past, own);
    return;
  }
  if (!w) {
    w = g->waiting = pool_take(pool_of_lines(sizeof *w));
    waiting_clear(w);
  }
  if (w->count == w->thin) {
    bool full = w->count == MANY;
    waiting_thin(w);
    if (full && 2 * w->count > MANY) gathered_settle(g);
  }
  w->list[w->count++] = (struct published){clock_copy(past), own};
}

void gathered_join(struct gathered *g, struct gathered *other)
{
  gathered_settle(other);
  if (other->all.own.tick)
    gathered_add(g, &other->all.past, other->all.own);
  else
    published_join(&g->all, &other->all);
}

void gathered_foresee(const struct gathered *g, int stage)
{
  const struct waiting *w = g->waiting;
  if (stage == 1)
    memory_ask_to_write(w);
  else if (w && w->count < MANY)
    memory_ask_to_write(&w->list[w->count]);
}

void gathered_learn(const struct gathered *g, struct clock *c, int strand)
{
  const struct waiting *w = g->waiting;
  for (int i = w ? w->count - 1 : -1; i >= 0; i--)
    published_learn(&w->list[i], c, strand);
  published_learn(&g->all, c, strand);
}

bool gathered_is_of(const struct gathered *g, int strand)
{
  bool one = !g->waiting || g->waiting->count == 0;
  return one && g->all.own.tick && g->all.own.strand == strand;
}

void gathered_drop(struct gathered *g)
{
  struct waiting *w = g->waiting;
  published_drop(&g->all);
  g->waiting = NULL;
  if (!w) return;
  for (int i = 0; i < w->count; i++)
    clock_drop(&w->list[i].past);
  pool_give(pool_of_lines(sizeof *w), w);
}
