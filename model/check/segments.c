/* Sorted segments: found by where they begin, made, split and merged. */
#include "segments.h"

#include "../memory.h"
#include "../pool.h"

#include <string.h>

enum { AHEAD = 16 };

/* The first segment that ends after `byte`. The search begins where that would
 * be if all were alike, and moves in steps that double: few cache lines. */
static int segment_at(const struct segments *s, int byte)
{
  int from = 0, to = s->count;
  int at = (byte - s->low) * to / (s->high - s->low);
  for (int step = 2; from < to; step *= 2) {
    bool beyond = s->list[at].low <= byte;
    if (beyond)
      from = at + 1;
    else
      to = at;
    at += beyond ? step : -step;
    if (at < from || at >= to) at = (from + to) / 2;
  }
  return from && s->list[from - 1].high > byte ? from - 1 : from;
}

/* Room for so many at least. */
static void grow(struct segments *s, int size)
{
  size_t bytes = pool_bytes((size_t)size * sizeof *s->list);
  struct segment *list = pool_take_bytes(bytes);
  if (s->count) memcpy(list, s->list, s->count * sizeof *list);
  pool_give_bytes(s->list, s->size * sizeof *list);
  s->list = list;
  s->size = (uint16_t)(bytes / sizeof *list);
}

/* Those from `from` on move to `to`. */
static void move(struct segments *s, int to, int from)
{
  size_t moved = s->count - from;
  if (moved > 0) /* without any there is no list */
    memmove(&s->list[to], &s->list[from], moved * sizeof *s->list);
  s->count += to - from;
}

static void insert(struct segments *s, int at, int low, int high)
{
  if (s->count == s->size) grow(s, s->size + s->size / 2 + 1);
  move(s, at + 1, at);
  s->list[at] = (struct segment){.low = (uint16_t)low, .high = (uint16_t)high};
}

/* Segment `at` ends at `byte`; what it held beyond is the next one. */
static void split(struct segments *s, int at, int byte)
{
  int high = s->list[at].high;
  insert(s, at + 1, byte, high);
  struct segment *one = &s->list[at], *other = one + 1;
  one->high = (uint16_t)byte;
  segment_copy(other, one);
}

/* Segments [from, to) hold one and the same record: make them one. */
static void merge(struct segments *s, int from, int to)
{
  if (to - from < 2) return;
  for (int i = from; i < to; i++)
    if (!segment_like(&s->list[from], &s->list[i])) return;
  s->list[from].high = s->list[to - 1].high;
  for (int i = from + 1; i < to; i++)
    segment_drop(&s->list[i]);
  move(s, from + 1, to);
}

/* The first of those beyond `byte`, of which none began before it. */
static int cut(struct segments *s, int byte)
{
  int at = byte < s->high ? segment_at(s, byte) : s->count;
  if (at < s->count && s->list[at].low < byte) split(s, at++, byte);
  return at;
}

/* An access goes on through later ones, up to `high`: what it will touch. */
static void ask_ahead(const struct segments *s, int at, int high)
{
  int near = at + AHEAD / 2, far = at + AHEAD;
  if (near < s->count && s->list[near].low < high) segment_ask(&s->list[near]);
  if (far < s->count && s->list[far].low < high) memory_ask(s->list[far].first);
}

void segments_access(struct segments *s, const char *base, int low, int high,
                     const struct record *r, const struct viewer *v)
{
  int first = cut(s, low), at = first;
  while (low < high) {
    int next = at < s->count ? s->list[at].low : high;
    if (next > low) insert(s, at, low, next < high ? next : high);
    if (s->list[at].high > high) split(s, at, high);
    int end = s->list[at].high;
    if (end < high) ask_ahead(s, at, high);
    segment_access(&s->list[at++], base + low, base + end, r, v);
    low = end;
  }
  merge(s, first, at);
}

void segments_compare(struct segments *s, const char *base, int low, int high,
                      const struct record *r, const struct viewer *v)
{
  for (int at = segment_at(s, low); at < s->count && s->list[at].low < high;
       at++) {
    int from = s->list[at].low > low ? s->list[at].low : low;
    int to = s->list[at].high < high ? s->list[at].high : high;
    segment_compare(&s->list[at], base + from, base + to, r, v);
  }
}

static void give_back(struct segments *s)
{
  pool_give_bytes(s->list, s->size * sizeof *s->list);
  s->list = NULL;
  s->count = s->size = 0;
}

void segments_forget(struct segments *s, const char *base, int low, int high,
                     history_gone *gone, void *arg)
{
  int at = cut(s, low), end = at;
  for (; end < s->count && s->list[end].low < high; end++) {
    if (s->list[end].high > high) split(s, end, high);
    struct segment *one = &s->list[end];
    if (end + AHEAD < s->count) memory_ask_to_write(one[AHEAD].first);
    if (gone) {
      if (end + AHEAD / 2 < s->count) segment_ask(&one[AHEAD / 2]);
      segment_forget(one, gone, arg, base + one->low, base + one->high);
    } else {
      segment_drop(one);
    }
    if (!one->first) continue;
    s->list[at++] = *one;
  }
  move(s, at, end);
  if (!s->count) give_back(s);
}

void segments_deal(struct segments *s, struct segments *parts, int count)
{
  int at = 0;
  for (int i = 0; i < count; i++) {
    struct segments *part = &parts[i];
    int end = cut(s, part->high), n = end - at;
    if (n) {
      grow(part, n + n / 2 + 2);
      memcpy(part->list, s->list + at, n * sizeof *part->list);
      part->count = (uint16_t)n;
    }
    at = end;
  }
  give_back(s);
}

void segments_ask(const struct segments *s, int byte)
{
  if (!s->count) return;
  int at = (byte - s->low) * s->count / (s->high - s->low);
  memory_ask_to_write(&s->list[at]);
}
