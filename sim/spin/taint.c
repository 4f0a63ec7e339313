/* Which registers and bytes may be others in each round of a loop.
 *
 * What is made of something tainted is tainted. What is tainted when a round
 * ends is so when the next one begins: so rounds are gone through until that
 * adds nothing. Invariant: what is not tainted at the beginning of a round is
 * the same in all rounds. */
#include "taint.h"

#include <string.h>

/* Bytes of memory, by words of 8. */
enum { WORDS = 1024 };
struct tainted {
  uint64_t registers;
  int count;
  uint64_t words[WORDS]; /* by number */
  uint8_t bytes[WORDS];  /* those of each */
  bool full;             /* there were more */
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
  t->full = false;
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

/* --- rounds --- */

/* One instruction further; false: it goes by what is tainted. */
static bool go_on(const struct flow *f)
{
  bool loads = meets(&now, f->loads[0]) || meets(&now, f->loads[1]);
  bool made = (loads && !f->copies) || now.registers & f->from;
  if (now.registers & f->decides || (loads && f->by_load)) return false;
  if (made && f->to & FLOW_BIT(FLOW_RSP)) return false;
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
  return !now.full;
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
  return known;
}

bool taint_decides_nothing(const struct flow *f, int count)
{
  do {
    if (begin.full) return false;
    memcpy(&now, &begin, sizeof now);
    for (int i = 0; i < count; i++)
      if (!go_on(&f[i])) return false;
  } while (!begin_anew());
  return true;
}
