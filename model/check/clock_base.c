/* Joining bases; clock_base.h says what they are. */
#include "clock_base.h"

#include "../memory.h"
#include "../pool.h"

#include <string.h>

enum { AHEAD = 2 };

/* --- blocks --- */

static struct base_block *block_ref(struct base_block *x)
{
  if (x) x->references++;
  return x;
}

static void block_unref(struct base_block *x)
{
  if (x && --x->references == 0) pool_give(pool_of_lines(sizeof *x), x);
}

/* One of its own, to be written to. */
static struct base_block *block_own(struct base_block **at)
{
  struct base_block *old = *at, *own;
  if (old && old->references == 1) return old;
  own = *at = pool_take(pool_of_lines(sizeof *own));
  if (old)
    *own = *old;
  else
    memset(own->ticks, 0, sizeof own->ticks);
  own->references = 1;
  block_unref(old);
  return own;
}

/* Of two: does one know of a later moment than the other? */
struct later {
  bool a, b;
};

/* Both in one. As signed numbers, which compare faster: none has 2^31 releases.
 */
static struct later ticks_join(uint32_t *both, const uint32_t *a,
                               const uint32_t *b, int count)
{
  const int32_t *x = (const int32_t *)a, *y = (const int32_t *)b;
  int32_t *restrict to = (int32_t *)both;
  int of_a = 0, of_b = 0;
  for (int i = 0; i < count; i++) {
    int32_t m = -(x[i] > y[i]);
    of_a |= m;
    of_b |= -(y[i] > x[i]);
    to[i] = (x[i] & m) | (y[i] & ~m);
  }
  return (struct later){of_a, of_b};
}

/* --- bases --- */

static size_t base_bytes(int count)
{
  return sizeof(struct clock_base) +
         (size_t)count * sizeof(struct base_block *);
}

struct clock_base *base_ref(struct clock_base *b)
{
  if (b) b->references++;
  return b;
}

void base_unref(struct clock_base *b)
{
  if (!b || --b->references > 0) return;
  for (int i = 0; i < b->count; i++) {
    if (i + AHEAD < b->count) memory_ask_to_write(b->blocks[i + AHEAD]);
    block_unref(b->blocks[i]);
  }
  pool_give_bytes(b, base_bytes(b->count));
}

/* What comes after `old` on its line, if that is the first that does; maybe
 * `old` itself, which knows more. */
static void base_go_on(struct clock_base *b, struct clock_base *old)
{
  static uint64_t lines;
  struct base_line last = old ? old->line : (struct base_line){0, 0};
  bool same = old && !old->goes_on;
  b->line = same ? (struct base_line){last.number, last.at + 1}
                 : (struct base_line){++lines, 0};
  b->known = same ? old->known : last;
  b->goes_on = false;
  if (same && old != b) old->goes_on = true;
}

/* It is about to know more. */
static void base_changes(struct clock_base *b)
{
  b->adopted.tick = 0;
  base_go_on(b, b);
}

/* One of its own, to be written to, of so many blocks at least. */
static struct clock_base *base_own(struct clock_base **at, int count)
{
  struct clock_base *old = *at, *own;
  int before = old ? old->count : 0;
  if (before > count) count = before;
  if (old && old->references == 1 && before == count) {
    base_changes(old);
    return old;
  }
  own = *at = pool_take_bytes(base_bytes(count));
  *own = (struct clock_base){.references = 1, .count = count};
  base_go_on(own, old);
  for (int i = 0; i < count; i++)
    own->blocks[i] = i < before ? block_ref(old->blocks[i]) : NULL;
  base_unref(old);
  return own;
}

bool base_note(struct clock_base *b, struct stamp s)
{
  if (base_tick(b, s.strand) >= s.tick) return true;
  int at = s.strand / BASE_BLOCK;
  if (!b || b->references > 1 || at >= b->count) return false;
  struct base_block *x = b->blocks[at];
  if (!x || x->references > 1) return false;
  x->ticks[s.strand % BASE_BLOCK] = s.tick;
  base_changes(b);
  return true;
}

void base_add(struct clock_base **to, const struct stamp *stamps, int count)
{
  struct stamp last = stamps[count - 1];
  struct clock_base *own = base_own(to, last.strand / BASE_BLOCK + 1);
  for (int i = 0; i < count; i++) {
    block_own(&own->blocks[stamps[i].strand / BASE_BLOCK]);
    base_note(own, stamps[i]);
  }
}

void base_add_ticks(struct clock_base **to, const uint32_t *ticks, int count)
{
  static const uint32_t nothing[BASE_BLOCK];
  uint32_t both[BASE_BLOCK];
  struct clock_base *own = base_own(to, (count + BASE_BLOCK - 1) / BASE_BLOCK);
  for (int from = 0; from < count; from += BASE_BLOCK) {
    struct base_block **at = &own->blocks[from / BASE_BLOCK];
    int n = count - from < BASE_BLOCK ? count - from : BASE_BLOCK;
    const uint32_t *known = *at ? (*at)->ticks : nothing;
    if (ticks_join(both, ticks + from, known, n).a)
      memcpy(block_own(at)->ticks, both, (size_t)n * sizeof *both);
  }
}

static bool is_from(struct base_line a, struct base_line b)
{
  return a.number == b.number && a.at <= b.at;
}

/* Is it seen at one look that b knows all of a: is it a later one, or does it
 * know the moment since which a strand knows that? */
static bool is_part_of(const struct clock_base *a, const struct clock_base *b)
{
  if (is_from(a->line, b->line) || is_from(a->line, b->known)) return true;
  return a->adopted.tick && base_tick(b, a->adopted.strand) >= a->adopted.tick;
}

static struct base_block *block_at(const struct clock_base *b, int at)
{
  return at < b->count ? b->blocks[at] : NULL;
}

static void block_ask(const struct base_block *x)
{
  const char *line = (const char *)x;
  for (size_t at = 0; at < sizeof *x; at += POOL_LINE)
    memory_ask(line + at);
}

/* With thousands of strands no cache holds them. */
static void ask_ahead(const struct clock_base *a, const struct clock_base *b,
                      int at)
{
  if (at >= b->count || block_at(a, at) == b->blocks[at]) return;
  block_ask(b->blocks[at]);
  block_ask(block_at(a, at));
}

/* A reference to what both know, if that is more than `a` does, else NULL.
 * *beyond: `a` has what `b` has not. */
static struct base_block *block_join(struct base_block *a, struct base_block *b,
                                     bool *beyond)
{
  if (a == b) return NULL;
  *beyond |= a && !b;
  if (!a || !b) return block_ref(b);
  struct base_block *both = pool_take(pool_of_lines(sizeof *both));
  struct later later = ticks_join(both->ticks, a->ticks, b->ticks, BASE_BLOCK);
  *beyond |= later.a;
  both->references = 1;
  if (later.a && later.b) return both;
  block_unref(both);
  return later.b ? block_ref(b) : NULL;
}

/* *beyond: *to has what `from` has not. */
static bool blocks_join(struct clock_base **to, const struct clock_base *from,
                        bool *beyond)
{
  bool news = false;
  *beyond = (*to)->count > from->count;
  for (int i = 0; i < from->count; i++) {
    ask_ahead(*to, from, i + AHEAD);
    struct base_block *old = block_at(*to, i);
    struct base_block *more = block_join(old, from->blocks[i], beyond);
    if (!more) continue;
    if (!news) base_own(to, from->count);
    news = true;
    (*to)->blocks[i] = more;
    block_unref(old);
  }
  return news;
}

bool base_join(struct clock_base **to, struct clock_base *from)
{
  struct clock_base *old = *to;
  if (old == from || !from || (old && is_part_of(from, old))) return false;
  bool beyond = false, news = !old || is_part_of(old, from);
  if (!news) news = blocks_join(to, from, &beyond);
  if (!news || beyond) {
    (*to)->known = from->line;
    return news;
  }
  old = *to;
  *to = base_ref(from);
  base_unref(old);
  return true;
}
