/* Which registers and bytes may be others in each round of a loop.
 *
 * What is made of something tainted is tainted. What is tainted when a round
 * ends is so when the next one begins: so rounds are gone through until that
 * adds nothing. Of some numbers that are tainted it is known by how much they
 * grow in each round; the difference of two that grow alike is not tainted, so
 * a loop that goes on while they are equal (the two numbers of a ticket lock)
 * goes on. A jump that is tainted may lead to the same place either way: all
 * that may change up to there is tainted then. Invariant: what is not tainted
 * at the beginning of a round is the same in all rounds, and what grows has
 * grown by that since the last one. */
#include "taint.h"

#include "number.h"

#include <string.h>

/* Bytes of memory, by words of 8. */
enum { WORDS = 1024 };
struct tainted {
  uint64_t registers;
  int count;
  uint64_t words[WORDS]; /* by number */
  uint8_t bytes[WORDS];  /* those of each */
  bool full;             /* there were more */
  struct growths growths;
  bool zero; /* the zero flag is not tainted, though others may be */
};

static struct tainted begin; /* of a round */
static struct tainted now;

/* --- sets --- */

static uint8_t *find(struct tainted *t, uint64_t word)
{
  for (int i = 0; i < t->count; i++)
    if (t->words[i] == word) return &t->bytes[i];
  return NULL;
}

static void add(struct tainted *t, uint64_t word, uint8_t bytes)
{
  uint8_t *there = find(t, word);
  if (there) {
    *there |= bytes;
  } else if (t->count == WORDS) {
    t->full = true;
  } else {
    t->words[t->count] = word;
    t->bytes[t->count++] = bytes;
  }
}

/* The next part of a span, within a word: its bytes in that. */
static uint8_t part(struct flow_span *s, uint64_t *word)
{
  unsigned low = s->at % 8, size = 8 - low;
  if (s->size < size) size = (unsigned)s->size;
  *word = s->at / 8;
  s->at += size;
  s->size -= size;
  return (uint8_t)(((1u << size) - 1) << low);
}

static void add_span(struct tainted *t, struct flow_span s)
{
  uint64_t word;
  while (s.size && !t->full) {
    uint8_t bytes = part(&s, &word);
    add(t, word, bytes);
  }
}

static void remove_span(struct tainted *t, struct flow_span s)
{
  uint64_t word;
  while (s.size && t->count) {
    uint8_t bytes = part(&s, &word), *there = find(t, word);
    if (there) *there &= (uint8_t)~bytes;
  }
}

static bool meets(struct tainted *t, struct flow_span s)
{
  uint64_t word;
  while (s.size && t->count) {
    uint8_t bytes = part(&s, &word), *there = find(t, word);
    if (there && *there & bytes) return true;
  }
  return false;
}

static void clear(struct tainted *t)
{
  t->registers = 0;
  t->count = 0;
  t->full = t->zero = false;
  t->growths.count = 0;
}

/* Each byte of `to` becomes what that of `from` is; the two may overlap. */
static void copy(struct tainted *t, struct flow_span to, struct flow_span from)
{
  static struct tainted copied;
  clear(&copied);
  for (int i = 0; i < t->count; i++)
    for (unsigned bit = 0; bit < 8; bit++) {
      uint64_t offset = t->words[i] * 8 + bit - from.at;
      if (t->bytes[i] >> bit & 1 && offset < from.size)
        add(&copied, (to.at + offset) / 8,
            (uint8_t)(1 << (to.at + offset) % 8));
    }
  remove_span(t, to);
  for (int i = 0; i < copied.count; i++)
    add(t, copied.words[i], copied.bytes[i]);
  t->full |= copied.full;
}

void taint_clear(void)
{
  clear(&begin);
}

void taint_registers(uint64_t registers)
{
  begin.registers |= registers;
}

void taint_memory(uint64_t at, size_t size)
{
  add_span(&begin, (struct flow_span){at, size});
}

void taint_growth(struct growth g)
{
  growths_add(&begin.growths, g);
}

/* --- sums --- */

static uint64_t registers_of(struct flow_place p)
{
  return FLOW_WHOLE(p.at);
}

static bool is_tainted(struct flow_place p, uint8_t size)
{
  if (p.memory) return meets(&now, (struct flow_span){p.at, size});
  return now.registers & registers_of(p);
}

/* By how much does the number there grow? False: not known. */
static bool growth_of(struct flow_place p, uint8_t size, uint64_t *more)
{
  *more = 0;
  if (!is_tainted(p, size)) return true;
  const struct growth *g = growths_find(&now.growths, p, size);
  if (g) *more = g->more;
  return g;
}

static bool growth_of_sum(const struct flow_sum *s, uint64_t *more)
{
  uint64_t sum = 0;
  for (int i = 0; i < FLOW_TERMS; i++) {
    const struct flow_term *t = &s->terms[i];
    if (t->times && !growth_of(t->place, s->size, more)) return false;
    if (t->times) sum += *more * (uint64_t)(int64_t)t->times;
  }
  *more = number_cut(sum, s->size);
  return s->size;
}

/* A copy of a number that rises does, and its sum with a constant that is not
 * negative. */
static bool rises_on(const struct flow_sum *s, bool *small)
{
  const struct flow_term *t = s->terms;
  *small = false;
  if (t->times != 1 || t[1].times || s->constant > INT16_MAX) return false;
  const struct growth *g = growths_find(&now.growths, t->place, s->size);
  bool rises = g && g->rises && (s->size == g->size || g->small);
  *small = rises && g->small && s->size == 8;
  return rises;
}

/* A number is there that grows so, in place of what was there. */
static void put(struct flow_place p, uint8_t size, uint64_t more, bool rises,
                bool small)
{
  more = number_cut(more, size);
  struct growth g = {
      .place = p, .size = size, .small = small, .rises = rises, .more = more};
  if (more)
    growths_add(&now.growths, g);
  else if (p.memory)
    remove_span(&now, (struct flow_span){p.at, size});
  else
    now.registers &= ~registers_of(p);
}

static bool growth_of_quotient(const struct flow_part *p,
                               const struct growth *g, uint64_t *more)
{
  if (!g || !g->rises || (g->size != p->size && !g->small)) return false;
  if (is_tainted(p->by, p->size) || is_tainted(p->to, p->size)) return false;
  *more = g->more / p->divisor;
  return g->more % p->divisor == 0;
}

/* By how much does that part of a number grow, if it is one that it can be made
 * of again? False: not known. */
static bool growth_of_part(const struct flow_part *p, uint64_t *more)
{
  uint8_t size = p->sign ? p->size : (uint8_t)((p->bits + 7) / 8);
  if (!p->bits) return false;
  if (size == 3) size = 4;
  *more = 0;
  const struct growth *g = growths_find(&now.growths, p->from, size);
  if (p->divisor) return growth_of_quotient(p, g, more);
  if (!is_tainted(p->from, p->size)) return true;
  if (g && p->sign) return g->rises && (g->size == p->size || g->small);
  if (!g) return false;
  *more = g->more & ((UINT64_C(2) << (p->bits - 1)) - 1);
  return !*more || p->bits == 8 || p->bits == 16;
}

static void drop(const struct flow *f)
{
  uint64_t registers = f->to | f->own;
  for (int i = 0; i < 16; i++)
    if (registers & FLOW_WHOLE(i))
      growths_drop(&now.growths, (struct flow_place){false, (uint64_t)i}, 0);
  for (int i = 0; i < 2; i++)
    growths_drop(&now.growths, (struct flow_place){true, f->stores[i].at},
                 f->stores[i].size);
}

/* What is made of a part of a number goes up with that, at most in its lowest
 * bytes, or is the same altogether. */
static void put_part(const struct flow_part *p, uint64_t more)
{
  struct growth lowest = {.place = p->to, .size = 1, .more = more};
  if (p->divisor) {
    put(p->to, p->size, 0, false, false);
    put(p->from, p->size, more, true, false);
  } else if (p->lowest) {
    growths_add(&now.growths, lowest);
  } else {
    put(p->to, more ? p->bits / 8 : p->size, more, false, false);
  }
}

/* --- rounds --- */

/* What the instruction changes is tainted, or not any more. */
static void change(const struct flow *f, bool made)
{
  if (made)
    now.registers |= f->to;
  else
    now.registers &= ~f->anew;
  for (int i = 0; i < 2; i++)
    if (f->copies && f->loads[i].size)
      copy(&now, f->stores[i], f->loads[i]);
    else if (made)
      add_span(&now, f->stores[i]);
    else if (f->stores_anew)
      remove_span(&now, f->stores[i]);
}

/* Of a sum that is not known as a whole, what its lowest bytes grow by; a copy
 * is known as far as what it is of. */
static bool growth_of_lowest(const struct flow_sum *s, struct growth *sum)
{
  const struct flow_term *t = s->terms;
  bool copy = !s->constant && t->times == 1 && !t[1].times;
  *sum = (struct growth){.place = s->to, .size = copy ? 4 : 2};
  for (int i = 0; i < FLOW_TERMS; i++) {
    if (!t[i].times || !is_tainted(t[i].place, s->size)) continue;
    const struct growth *g = growths_find(&now.growths, t[i].place, 1);
    if (!g) return false;
    if (g->size < sum->size) sum->size = g->size;
    sum->more += g->more * (uint64_t)(int64_t)t[i].times;
    sum->rises = copy && g->rises;
  }
  sum->more = number_cut(sum->more, sum->size);
  return s->kept && !s->swaps;
}

/* What it changes is made of something tainted, but may be known. */
static void change_by_sum(const struct flow *f)
{
  uint64_t more, old = 0, part = 0;
  struct growth lowest;
  bool small;
  const struct flow_sum *s = &f->sum;
  bool rises = rises_on(s, &small), known = growth_of_sum(s, &more);
  bool old_known = s->swaps && growth_of(s->to, s->size, &old);
  bool lowest_known = !known && growth_of_lowest(s, &lowest);
  bool part_known = !known && growth_of_part(&f->part, &part);
  drop(f);
  change(f, true);
  if (f->to & FLOW_BIT(FLOW_FLAGS))
    now.zero = known ? s->flags && !more : part_known && !part;
  if (known && s->kept) put(s->to, s->size, more, rises, small);
  if (old_known) put(s->old, s->size, old, false, false);
  if (lowest_known) growths_add(&now.growths, lowest);
  if (part_known && f->part.kept) put_part(&f->part, part);
}

/* One instruction further; false: it goes by what is tainted. */
static bool go_on(const struct flow *f)
{
  uint64_t tainted = now.registers;
  if (f->asks_zero && now.zero) tainted &= ~FLOW_BIT(FLOW_FLAGS);
  bool loads = meets(&now, f->loads[0]) || meets(&now, f->loads[1]) ||
               meets(&now, f->loads[2]);
  bool made = (loads && !f->copies) || tainted & f->from;
  if (tainted & f->decides || (loads && f->by_load)) return false;
  if (made && f->to & FLOW_BIT(FLOW_RSP)) return false;
  if (made) {
    change_by_sum(f);
  } else {
    drop(f);
    change(f, false);
  }
  return !now.full;
}

/* Does a number that has grown so in a round do that in each one? Perhaps its
 * lower half does. False: that was not known. */
static bool grows_on(struct growth *g)
{
  const struct growth *end = growths_find(&now.growths, g->place, 1);
  uint8_t size = end ? end->size : 0;
  bool same = end && size == g->size && end->more == g->more, rose = g->rises;
  if (same) g->rises &= end->rises;
  if (same) return g->rises == rose;
  if (size && (size < 4 || (size == 4 && g->small)) &&
      end->more == number_cut(g->more, size))
    *g = *end;
  else
    *g = begin.growths.list[--begin.growths.count];
  return false;
}

/* What is tainted now is so when a round begins. True: that was known. */
static bool begin_anew(void)
{
  bool known = !(now.registers & ~begin.registers);
  begin.registers |= now.registers;
  for (int i = 0; i < now.count; i++) {
    const uint8_t *there = find(&begin, now.words[i]);
    if (!now.bytes[i] || (there && !(now.bytes[i] & ~*there))) continue;
    add(&begin, now.words[i], now.bytes[i]);
    known = false;
  }
  for (int i = begin.growths.count - 1; i >= 0; i--)
    known &= grows_on(&begin.growths.list[i]);
  return known;
}

/* Whichever way it has come from the jump to the join. */
static void change_by_fork(const struct fork *k)
{
  for (int i = 0; i < 16; i++)
    if (k->changed & FLOW_WHOLE(i))
      growths_drop(&now.growths, (struct flow_place){false, (uint64_t)i}, 0);
  now.registers |= k->changed;
  now.zero = false;
  for (int i = 0; i < k->store_count; i++) {
    struct flow_span s = k->stores[i];
    growths_drop(&now.growths, (struct flow_place){true, s.at}, s.size);
    add_span(&now, s);
  }
}

/* From a jump that is tainted, by so many instructions; 0: that may lead
 * elsewhere. */
static int go_on_from_fork(const struct flow *f, int i, taint_fork *fork)
{
  struct fork k;
  if (!fork || f->decides != FLOW_BIT(FLOW_FLAGS)) return 0;
  int n = fork(i, &k);
  if (!n || now.registers & k.fixed) return 0;
  change_by_fork(&k);
  return now.full ? 0 : n;
}

static bool go_round(const struct flow *f, int count, int first,
                     taint_fork *fork)
{
  if (begin.full) return false;
  memcpy(&now, &begin, sizeof now);
  for (int i = 0, n; i < count; i += n) {
    int at = (first + i) % count;
    n = go_on(&f[at]) ? 1 : go_on_from_fork(&f[at], at, fork);
    if (!n) return false;
  }
  return true;
}

bool taint_round_decides_nothing(const struct flow *f, int count, int first)
{
  return go_round(f, count, first, NULL);
}

bool taint_decides_nothing(const struct flow *f, int count, taint_fork *fork)
{
  do {
    if (!go_round(f, count, 0, fork)) return false;
  } while (!begin_anew());
  return true;
}
