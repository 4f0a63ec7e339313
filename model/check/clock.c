/* Vector clocks that share a common base; clock.h says how. */
#include "clock.h"

#include "../memory.h"
#include "../pool.h"

#include <stdlib.h>
#include <string.h>

struct clock_base {
  int references;
  int count;
  struct stamp adopted; /* who knows this moment knows all of the base */
  uint32_t ticks[];     /* by strand; those beyond `count` are 0 */
};

struct clock_news {
  int references;
  int count, size;
  struct stamp entries[];
};

static uint32_t base_tick(const struct clock_base *b, int strand)
{
  return b && strand < b->count ? b->ticks[strand] : 0;
}

static size_t base_bytes(int count)
{
  return sizeof(struct clock_base) + (size_t)count * sizeof(uint32_t);
}

static void base_unref(struct clock_base *b)
{
  if (b && --b->references == 0) pool_give_bytes(b, base_bytes(b->count));
}

/* Its ticks are not set. */
static struct clock_base *base_new(int count)
{
  struct clock_base *b = pool_take_bytes(base_bytes(count));
  *b = (struct clock_base){.references = 1, .count = count};
  return b;
}

/* Of how many strands each of two knows a later moment. */
struct later {
  int a, b;
};

static struct later ticks_compare(const uint32_t *a, const uint32_t *b,
                                  int count)
{
  int of_a = 0, of_b = 0;
  for (int i = 0; i < count; i++) {
    of_a += a[i] > b[i];
    of_b += b[i] > a[i];
  }
  return (struct later){of_a, of_b};
}

static int ticks_known(const struct clock_base *b, int from)
{
  int known = 0;
  for (int i = from; i < b->count; i++)
    known += b->ticks[i] != 0;
  return known;
}

/* Does b know the moment since which a strand knows all of a? */
static bool is_adopted_by(const struct clock_base *a,
                          const struct clock_base *b)
{
  return a->adopted.tick && base_tick(b, a->adopted.strand) >= a->adopted.tick;
}

/* Where the one is known to be part of the other, nothing is counted. */
static struct later base_compare(const struct clock_base *a,
                                 const struct clock_base *b)
{
  if (a == b) return (struct later){0, 0};
  if (!a || (b && is_adopted_by(a, b))) return (struct later){0, 1};
  if (!b || is_adopted_by(b, a)) return (struct later){1, 0};
  int shared = a->count < b->count ? a->count : b->count;
  struct later l = ticks_compare(a->ticks, b->ticks, shared);
  l.a += ticks_known(a, shared);
  l.b += ticks_known(b, shared);
  return l;
}

static void ticks_join(uint32_t *restrict to, const uint32_t *restrict from,
                       int count)
{
  for (int i = 0; i < count; i++)
    to[i] = to[i] > from[i] ? to[i] : from[i];
}

/* A base of its own, of so many strands at least. */
static void base_own(struct clock_base **b, int count)
{
  struct clock_base *old = *b;
  int before = old ? old->count : 0;
  if (before > count) count = before;
  if (old && before == count && old->references == 1) {
    old->adopted.tick = 0;
    return;
  }
  *b = base_new(count);
  if (before) memcpy((*b)->ticks, old->ticks, before * sizeof *old->ticks);
  memset((*b)->ticks + before, 0, (count - before) * sizeof *old->ticks);
  base_unref(old);
}

static void base_add(struct clock_base *b, const struct clock_news *news)
{
  for (int i = 0; news && i < news->count; i++) {
    struct stamp s = news->entries[i];
    if (b->ticks[s.strand] < s.tick) b->ticks[s.strand] = s.tick;
  }
}

/* --- news --- */

static size_t news_bytes(int size)
{
  return sizeof(struct clock_news) + (size_t)size * sizeof(struct stamp);
}

static void news_unref(struct clock_news *n)
{
  if (n && --n->references == 0) pool_give_bytes(n, news_bytes(n->size));
}

static struct clock_news *news_new(int size)
{
  size_t bytes = pool_bytes(news_bytes(size));
  struct clock_news *n = pool_take_bytes(bytes);
  n->references = 1;
  n->count = 0;
  n->size = (int)((bytes - sizeof *n) / sizeof *n->entries);
  return n;
}

/* The first entry of this strand or a later one. */
static int news_at(const struct clock_news *n, int strand)
{
  int from = 0, to = n ? n->count : 0;
  while (from < to) {
    int middle = (from + to) / 2;
    if (n->entries[middle].strand < strand)
      from = middle + 1;
    else
      to = middle;
  }
  return from;
}

static uint32_t news_tick(const struct clock_news *n, int strand)
{
  int at = news_at(n, strand);
  bool there = n && at < n->count && n->entries[at].strand == strand;
  return there ? n->entries[at].tick : 0;
}

/* Its own copy, with room for `more` entries. */
static struct clock_news *news_own(struct clock *c, int more)
{
  struct clock_news *old = c->news;
  int count = old ? old->count : 0;
  if (old && old->references == 1 && count + more <= old->size) return old;
  struct clock_news *n = news_new(count + count / 4 + more);
  n->count = count;
  if (old) memcpy(n->entries, old->entries, count * sizeof *n->entries);
  news_unref(old);
  return c->news = n;
}

/* Forget what the base knows too. */
static void news_trim(struct clock *c)
{
  if (!c->news) return;
  struct clock_news *n = news_own(c, 0);
  int kept = 0;
  for (int i = 0; i < n->count; i++)
    if (n->entries[i].tick > base_tick(c->base, n->entries[i].strand))
      n->entries[kept++] = n->entries[i];
  n->count = kept;
  if (kept) return;
  news_unref(n);
  c->news = NULL;
}

/* --- clocks --- */

static uint32_t clock_tick(const struct clock *c, int strand)
{
  uint32_t base = base_tick(c->base, strand);
  uint32_t news = news_tick(c->news, strand);
  return news > base ? news : base;
}

bool clock_knows(const struct clock *c, struct stamp s)
{
  if (!s.tick) return false;
  return base_tick(c->base, s.strand) >= s.tick ||
         news_tick(c->news, s.strand) >= s.tick;
}

void clock_note(struct clock *c, struct stamp s)
{
  if (!s.tick || clock_tick(c, s.strand) >= s.tick) return;
  struct clock_news *n = news_own(c, 1);
  int at = news_at(n, s.strand);
  if (at == n->count || n->entries[at].strand != s.strand) {
    memmove(&n->entries[at + 1], &n->entries[at],
            (n->count - at) * sizeof *n->entries);
    n->count++;
  }
  n->entries[at] = s;
}

/* Both lists in one, in one walk: one of the two where that knows the other,
 * else a new one, which is put together aside: how long it is is not known
 * before. The caller's reference to `a` becomes one to what is returned. */
static struct clock_news *news_merge(struct clock_news *a, struct clock_news *b)
{
  static struct stamp *both;
  static int room;
  if (room < a->count + b->count) {
    room = 2 * (a->count + b->count);
    both = xrealloc(both, (size_t)room * sizeof *both);
  }
  int i = 0, k = 0, count = 0, of_a = 0, of_b = 0;
  while (i < a->count && k < b->count) {
    struct stamp x = a->entries[i], y = b->entries[k];
    bool first = x.strand <= y.strand, second = y.strand <= x.strand;
    bool later = !first || (second && y.tick > x.tick);
    bool same = x.strand == y.strand && x.tick == y.tick;
    both[count++] = later ? y : x;
    of_a += !later;
    of_b += later | same;
    i += first;
    k += second;
  }
  of_a += a->count - i;
  of_b += b->count - k;
  while (i < a->count)
    both[count++] = a->entries[i++];
  while (k < b->count)
    both[count++] = b->entries[k++];
  if (of_a == count) return a;
  struct clock_news *n = of_b == count ? b : news_new(count);
  if (n == b) {
    b->references++;
  } else {
    memcpy(n->entries, both, (size_t)count * sizeof *both);
    n->count = count;
  }
  news_unref(a);
  return n;
}

/* One more list, whose reference it takes. */
static void news_add(struct clock *c, struct clock_news *n)
{
  if (!c->news && n->count) {
    c->news = n;
    return;
  }
  if (n->count) c->news = news_merge(c->news, n);
  news_unref(n);
}

static int news_strands(const struct clock_news *n)
{
  return n ? n->entries[n->count - 1].strand + 1 : 0;
}

/* All it knows becomes a base of its own. */
static void clock_flatten(struct clock *c)
{
  struct clock_news *news = c->news;
  base_own(&c->base, news_strands(news));
  base_add(c->base, news);
  news_unref(news);
  c->news = NULL;
}

/* A list of MUCH entries, that are a PART-th of all strands, becomes a base. Of
 * two bases that are SHORT, or of which each is later for a LITTLE-th of the
 * strands, a new one is made. (docs/performance.md, "Longer runs") */
enum { MUCH = 32, PART = 4, SHORT = 256, LITTLE = 16 };

/* What many strands learnt since the base takes less room, and joins faster, as
 * a base. */
static void clock_settle(struct clock *c)
{
  if (!c->news || c->news->count < MUCH) return;
  int count = news_strands(c->news);
  if (c->base && c->base->count > count) count = c->base->count;
  if (PART * c->news->count >= count) clock_flatten(c);
}

/* By strand; they are few. */
static void stamps_sort(struct stamp *stamps, int count)
{
  for (int i = 1; i < count; i++) {
    struct stamp s = stamps[i];
    int k = i;
    for (; k > 0 && stamps[k - 1].strand > s.strand; k--)
      stamps[k] = stamps[k - 1];
    stamps[k] = s;
  }
}

void clock_note_all(struct clock *c, struct stamp *stamps, int count)
{
  struct clock_news *n = news_new(count);
  stamps_sort(stamps, count);
  for (int i = 0; i < count; i++) {
    struct stamp s = stamps[i];
    struct stamp *last = n->count ? &n->entries[n->count - 1] : NULL;
    if (s.tick <= base_tick(c->base, s.strand)) continue;
    if (!last || last->strand != s.strand)
      n->entries[n->count++] = s;
    else if (last->tick < s.tick)
      last->tick = s.tick;
  }
  news_add(c, n);
  clock_settle(c);
}

enum { FEW = 4 };

/* `news` are beyond this base. */
static void news_join(struct clock *to, struct clock_news *news,
                      const struct clock_base *base)
{
  if (!news || to->news == news) return;
  if (to->news && news->count <= FEW && news->count < to->news->count) {
    for (int i = 0; i < news->count; i++)
      clock_note(to, news->entries[i]);
    return;
  }
  struct clock_news *own = to->news;
  if (own)
    to->news = news_merge(own, news);
  else
    (to->news = news)->references++;
  if (to->base != base && to->news != own) news_trim(to);
}

/* What another base knows beyond its own: so many moments. */
static void news_add_base(struct clock *c, const struct clock_base *b,
                          int count)
{
  struct clock_news *n = news_new(count + 1);
  int own = c->base ? c->base->count : 0, kept = 0;
  for (int i = 0; i < b->count; i++) {
    n->entries[kept] = (struct stamp){i, b->ticks[i]};
    kept += b->ticks[i] > (i < own ? c->base->ticks[i] : 0);
  }
  n->count = kept;
  news_add(c, n);
}

/* Each base has much that the other has not. */
static void clock_join_flat(struct clock *to, const struct clock *from)
{
  int count = news_strands(from->news);
  if (from->base->count > count) count = from->base->count;
  base_own(&to->base, count);
  ticks_join(to->base->ticks, from->base->ticks, from->base->count);
  base_add(to->base, from->news);
  if (to->news) clock_flatten(to);
}

/* A short base costs less than a list, a long one is better shared. */
static bool is_much(struct later l, const struct clock_base *b)
{
  int few = b && b->count > SHORT ? b->count / LITTLE : 0;
  return l.a > few && l.b > few;
}

void clock_join(struct clock *to, const struct clock *from)
{
  if (!to->base && !to->news) {
    *to = clock_copy(from);
    return;
  }
  struct clock_base *old = to->base;
  struct later l = base_compare(old, from->base);
  if (is_much(l, old)) {
    clock_join_flat(to, from);
    return;
  }
  if (l.b > l.a) {
    to->base = from->base;
    to->base->references++;
    news_trim(to);
    if (l.a) news_add_base(to, old, l.a);
    base_unref(old);
  } else if (l.b) {
    news_add_base(to, from->base, l.b);
  }
  news_join(to, from->news, from->base);
  clock_settle(to);
}

struct clock clock_copy(const struct clock *c)
{
  if (c->base) c->base->references++;
  if (c->news) c->news->references++;
  return *c;
}

void clock_drop(struct clock *c)
{
  base_unref(c->base);
  news_unref(c->news);
  *c = (struct clock){0};
}

void clock_base_adopted(struct clock *c, struct stamp own)
{
  if (c->base && !c->base->adopted.tick) c->base->adopted = own;
}

/* --- meetings --- */

struct clock_meeting {
  struct clock_base *base; /* of all who came; NULL: none */
  int count, size;
  uint32_t *ticks; /* beyond that base */
};

struct clock_meeting *clock_meeting_new(void)
{
  return xcalloc(1, sizeof(struct clock_meeting));
}

static void meeting_note(struct clock_meeting *m, struct stamp s)
{
  if (s.strand >= m->size) {
    int size = 2 * s.strand + 16;
    m->ticks = xrealloc(m->ticks, size * sizeof *m->ticks);
    memset(m->ticks + m->size, 0, (size - m->size) * sizeof *m->ticks);
    m->size = size;
  }
  if (s.strand >= m->count) m->count = s.strand + 1;
  if (m->ticks[s.strand] < s.tick) m->ticks[s.strand] = s.tick;
}

static void meeting_note_all(struct clock_meeting *m,
                             const struct clock_news *news)
{
  for (int i = 0; news && i < news->count; i++)
    meeting_note(m, news->entries[i]);
}

void clock_meeting_join(struct clock_meeting *m, const struct clock *c,
                        struct stamp own)
{
  struct clock all = {m->base, NULL}, other = {c->base, NULL};
  if (m->base != c->base) clock_join(&all, &other);
  m->base = all.base;
  meeting_note_all(m, all.news); /* where the bases differ in little */
  news_unref(all.news);
  meeting_note_all(m, c->news);
  meeting_note(m, own);
}

struct clock clock_meeting_end(struct clock_meeting *m)
{
  struct clock_base *b = m->base;
  base_own(&b, m->count);
  ticks_join(b->ticks, m->ticks, m->count);
  free(m->ticks);
  free(m);
  return (struct clock){b, NULL};
}
