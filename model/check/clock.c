/* Vector clocks that share a common base; clock.h says how. */
#include "clock.h"

#include "../memory.h"
#include "../pool.h"
#include "../search.h"

#include <stdlib.h>
#include <string.h>

struct clock_news {
  int references;
  int count, size;
  struct stamp entries[];
};

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
  if (!n) return 0;
  return SEARCH_LEADING(n->count, i, n->entries[i].strand < strand);
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

/* Forget what the base knows too, or can be told. */
static void news_trim(struct clock *c)
{
  if (!c->news) return;
  struct clock_news *n = news_own(c, 0);
  int kept = 0;
  for (int i = 0; i < n->count; i++)
    if (!base_note(c->base, n->entries[i])) n->entries[kept++] = n->entries[i];
  n->count = kept;
  if (kept) return;
  news_unref(n);
  c->news = NULL;
}

/* --- clocks --- */

bool news_know(const struct clock_news *n, struct stamp s)
{
  return news_tick(n, s.strand) >= s.tick;
}

void clock_note(struct clock *c, struct stamp s)
{
  uint32_t news = news_tick(c->news, s.strand);
  if (news >= s.tick || (!news && base_note(c->base, s))) return;
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
  if (!both || room < a->count + b->count) {
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

/* A list of MUCH entries goes into the base where each block of strands has
 * FILL of them, and the base is no longer than the list. (docs/performance.md,
 * "Longer runs") */
enum { MUCH = 32, FILL = 8 };

static bool is_dense(const struct clock_news *n, const struct clock_base *b)
{
  int blocks = 0, last = -1;
  for (int i = 0; i < n->count; i++) {
    int at = n->entries[i].strand / BASE_BLOCK;
    blocks += at != last;
    last = at;
  }
  int length = b && b->count > last ? b->count : last + 1;
  return n->count >= FILL * blocks && n->count >= length;
}

/* What a strand learnt since the base takes less room, and joins faster, as
 * part of it. */
static void clock_settle(struct clock *c)
{
  struct clock_news *news = c->news;
  if (!news || news->count < MUCH || !is_dense(news, c->base)) return;
  base_add(&c->base, news->entries, news->count);
  news_unref(news);
  c->news = NULL;
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

/* Who hears of one line of updates, one by one, has a base that was the line's
 * some time ago; that its adopter has updated since is among the line's news.
 * True: that was news. */
static bool bases_join(struct clock *to, const struct clock *from)
{
  struct clock_base *old = to->base, *b = from->base;
  if (!old || !b || old == b) return base_join(&to->base, b);
  if (clock_knows(to, b->adopted)) return false;
  if (!clock_knows(from, old->adopted)) return base_join(&to->base, b);
  to->base = base_ref(b);
  base_unref(old);
  return true;
}

void clock_join(struct clock *to, const struct clock *from)
{
  if (!to->base && !to->news) {
    *to = clock_copy(from);
  } else {
    if (bases_join(to, from)) news_trim(to);
    news_join(to, from->news, from->base);
  }
  clock_settle(to);
}

struct clock clock_copy(const struct clock *c)
{
  base_ref(c->base);
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
  REACH(m->ticks, m->size, s.strand);
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
  base_join(&m->base, c->base);
  meeting_note_all(m, c->news);
  meeting_note(m, own);
}

struct clock clock_meeting_end(struct clock_meeting *m)
{
  struct clock_base *b = m->base;
  base_add_ticks(&b, m->ticks, m->count);
  free(m->ticks);
  free(m);
  return (struct clock){b, NULL};
}
