/* Loops that wait, and count meanwhile: `while (!flag) n++;`.
 *
 * Their state never comes back. But if each round goes the same way, uses the
 * same memory, and changes some numbers by the same amounts as the round
 * before, then those numbers are all that others need not change; and if the
 * loop goes that way whatever they are, only others can end it. That is tried:
 * each of them is given every value at which the loop might look (those that
 * the registers, its memory and its instructions hold, the ends of numbers of
 * all sizes, and one amount to each side), and two rounds are stepped. A loop
 * that counts to something leaves the way at one of these, before it does
 * anything else. Invariant: what a trial changed is as before when the judge
 * has spoken. */
#include "counting.h"

#include "operand.h"
#include "state.h"

#include "../image/image.h"

#include <string.h>

enum {
  WAY = 512, /* instructions of a round, at most */
  COUNTERS = 8,
  VALUES = 2048,
  ROUNDS = 2,   /* of a trial */
  FIRST = 3,    /* round in which there are three states to compare */
  FRAME = 16384 /* bytes of the kernel's frame */
};

struct way {
  uint64_t at; /* the instruction */
  bool own;    /* of the program, not of what that calls */
  struct operand operand;
  uint64_t address; /* of the operand, if there is one */
};

/* Where a round begins. */
struct moment {
  greg_t registers[NGREG];
  uint64_t vectors;
  char operands[WAY][OPERAND_BYTES];
};

/* A number that each round changes by `step`: a register, or memory. */
struct counter {
  int name; /* of the register, or -1 */
  uint64_t address, step;
  uint8_t size;
};

static struct way way[WAY];
static struct moment earlier, latest;
static struct counter counters[COUNTERS];
static uint64_t values[VALUES];
static char frame[FRAME]; /* of the latest moment */
static int length;        /* of the way; 0: not known yet */
static int out;           /* where it is left */
static int place, rounds, counter_count, counter, value_count, value;
static uint64_t known_loop, loop;
static bool possible, trying, leaving;

/* --- the way --- */

static uint64_t instruction(const ucontext_t *u)
{
  return (uint64_t)u->uc_mcontext.gregs[REG_RIP];
}

static bool is_number(int name)
{
  return name >= REG_R8 && name <= REG_RCX;
}

/* The one before has been executed, so that its operand is known. */
static bool record(const ucontext_t *u)
{
  if (place) {
    struct way *last = &way[place - 1];
    last->address = operand_address(last->operand, u);
  }
  if (place && instruction(u) == way[0].at) {
    length = place;
    place = 0;
    return true;
  }
  if (place == WAY) return false;
  const char *path;
  way[place].at = instruction(u);
  way[place].own = image_file_address((void *)way[place].at, &path) != 0;
  way[place].operand = operand_next(u);
  return way[place++].operand.all;
}

/* Is the next instruction that of the way, with the same operand? */
static bool on_the_way(const ucontext_t *u)
{
  const struct way *w = &way[place];
  if (instruction(u) != w->at) return false;
  struct operand o = operand_next(u);
  if (o.second != w->operand.second) return false;
  return !o.there || o.relative || o.address == w->address;
}

/* Where the loop is left, so that it has told the same of its accesses wherever
 * it was met: behind the last call of what tells them. */
static int way_out(void)
{
  int out = 0;
  uint64_t last = 0;
  for (int i = 0; i < length; i++) {
    bool returns = way[i].own && !way[(i + length - 1) % length].own;
    if (!returns || way[i].at < last) continue;
    last = way[i].at;
    out = i;
  }
  return out;
}

static uint64_t way_hash(const ucontext_t *u)
{
  uint64_t h = state_mix(0, (uint64_t)u->uc_mcontext.gregs[REG_RSP]);
  for (int i = 0; i < length; i++)
    h = state_mix(h, way[(out + i) % length].at);
  return h | 1;
}

/* --- moments --- */

enum { SECOND = OPERAND_BYTES / 2 /* where the second operand is kept */ };

static void way_read(const struct way *w, char bytes[OPERAND_BYTES])
{
  char second[OPERAND_BYTES];
  operand_read(w->address, bytes);
  if (!w->operand.second) return;
  operand_read(w->operand.second, second);
  memcpy(bytes + SECOND, second, SECOND);
}

static void write_back(uint64_t address, const char *bytes, const char *now,
                       uint8_t size)
{
  if (memcmp(now, bytes, size)) memcpy((void *)address, bytes, size);
}

static void moment_read(struct moment *m, const ucontext_t *u)
{
  memcpy(m->registers, u->uc_mcontext.gregs, sizeof m->registers);
  m->vectors = state_of_vectors(u);
  for (int i = 0; i < length; i++)
    if (way[i].operand.there) way_read(&way[i], m->operands[i]);
}

static bool frame_keep(const ucontext_t *u)
{
  size_t size = state_frame_size(u);
  if (size > sizeof frame) return false;
  memcpy(frame, u->uc_mcontext.fpregs, size);
  return true;
}

/* Back to the latest one. Memory is written only where it differs. */
static void moment_restore(ucontext_t *u)
{
  memcpy(u->uc_mcontext.gregs, latest.registers, sizeof latest.registers);
  memcpy(u->uc_mcontext.fpregs, frame, state_frame_size(u));
  for (int i = 0; i < length; i++) {
    char now[OPERAND_BYTES];
    const struct way *w = &way[i];
    if (!w->operand.there) continue;
    const char *then = latest.operands[i];
    way_read(w, now);
    write_back(w->address, then, now, w->operand.size);
    if (w->operand.second)
      write_back(w->operand.second, then + SECOND, now + SECOND,
                 w->operand.size);
  }
  place = 0;
}

/* --- what changes --- */

static uint64_t number(const char *bytes, uint8_t size)
{
  uint64_t value = 0;
  memcpy(&value, bytes, size);
  return value;
}

/* Modulo its size. */
static uint64_t cut(uint64_t value, uint8_t size)
{
  return size < 8 ? value & ((1ull << 8 * size) - 1) : value;
}

static bool counter_add(struct counter c)
{
  for (int i = 0; i < counter_count; i++)
    if (c.name < 0 && counters[i].name < 0 && counters[i].address == c.address)
      return counters[i].size == c.size && counters[i].step == c.step;
  if (counter_count == COUNTERS) return false;
  counters[counter_count++] = c;
  return true;
}

/* What the last round changed; false: something that is not a number. */
static bool changes_find(void)
{
  const struct moment *a = &earlier, *b = &latest;
  counter_count = 0;
  if (a->vectors != b->vectors) return false;
  for (int i = 0; i < NGREG; i++) {
    uint64_t step = (uint64_t)b->registers[i] - (uint64_t)a->registers[i];
    if (i == REG_EFL || !is_number(i) || step == 0) continue;
    /* LEAVE would take the stack from there. */
    if (i == REG_RBP || !counter_add((struct counter){i, 0, step, 8}))
      return false;
  }
  for (int i = 0; i < length; i++) {
    const struct way *w = &way[i];
    uint8_t size = w->operand.size;
    const char *from = a->operands[i], *to = b->operands[i];
    if (w->operand.second && memcmp(from + SECOND, to + SECOND, size))
      return false;
    if (!w->operand.there || !memcmp(from, to, size)) continue;
    if (size > 8) return false;
    uint64_t step = cut(number(to, size) - number(from, size), size);
    if (!counter_add((struct counter){-1, w->address, step, size}))
      return false;
  }
  return a->registers[REG_RSP] == b->registers[REG_RSP];
}

static bool same_counter(const struct counter *a, const struct counter *b)
{
  return a->name == b->name && a->address == b->address && a->step == b->step &&
         a->size == b->size;
}

/* Are these what the round before had changed? */
static bool changes_same(void)
{
  static struct counter before[COUNTERS];
  int count = counter_count;
  memcpy(before, counters, sizeof before);
  bool same = changes_find() && count == counter_count;
  for (int i = 0; i < count && same; i++)
    same = same_counter(&before[i], &counters[i]);
  return same;
}

/* --- what is tried --- */

static void value_add(uint64_t v)
{
  if (value_count < VALUES) values[value_count++] = v;
}

static void values_of_instruction(const struct way *w, const struct way *next)
{
  const char *end = (const char *)next->at;
  uint64_t bytes = next->at - w->at;
  if (bytes > 15) return; /* a jump */
  int8_t one;
  int32_t four;
  memcpy(&one, end - 1, sizeof one);
  value_add((uint64_t)one);
  if (bytes <= sizeof four) return;
  memcpy(&four, end - sizeof four, sizeof four);
  value_add((uint64_t)four);
  if (bytes > 8) value_add(number(end - 8, 8));
}

/* What the program's own part of the loop knows. */
static void values_find(void)
{
  static const int bits[] = {7, 8, 15, 16, 31, 32, 63};
  value_count = 0;
  value_add(0);
  for (unsigned i = 0; i < sizeof bits / sizeof *bits; i++) {
    value_add(1ull << bits[i]);
    value_add(-(1ull << bits[i]));
  }
  for (int i = 0; i < NGREG; i++)
    if (is_number(i)) value_add((uint64_t)latest.registers[i]);
  for (int i = 0; i < length; i++) {
    const struct operand *o = &way[i].operand;
    if (!way[i].own) continue;
    if (o->there && o->size <= 8)
      value_add(number(latest.operands[i], o->size));
    values_of_instruction(&way[i], &way[(i + 1) % length]);
  }
}

static void counter_set(const struct counter *c, ucontext_t *u, uint64_t v)
{
  if (c->name >= 0)
    u->uc_mcontext.gregs[c->name] = (greg_t)v;
  else
    memcpy((void *)c->address, &v, c->size);
}

/* The next trial; false: none is left. */
static bool try_next(ucontext_t *u)
{
  enum { SIDES = 3 };
  if (value == SIDES * value_count) {
    value = 0;
    counter++;
  }
  if (counter == counter_count) return false;
  const struct counter *c = &counters[counter];
  uint64_t side = (uint64_t)(value % SIDES) - 1;
  counter_set(c, u, values[value / SIDES] + side * c->step);
  value++;
  rounds = 0;
  return true;
}

static enum verdict try_first(ucontext_t *u)
{
  if (counter_count == 0 || !frame_keep(u)) return STEP_COMPUTES;
  values_find();
  counter = value = rounds = 0;
  trying = true;
  return try_next(u) ? STEP_ON : STEP_COMPUTES;
}

/* --- the judge --- */

void counting_begin(const ucontext_t *u, uint64_t known)
{
  length = place = rounds = 0;
  trying = leaving = false;
  known_loop = known;
  possible = record(u);
}

bool counting_tries(void)
{
  return trying;
}

uint64_t counting_loop(void)
{
  return loop;
}

/* The loop waits. */
static enum verdict leave(void)
{
  leaving = true;
  trying = false;
  return place == out ? STEP_SPINS : STEP_ON;
}

/* A round is over: what does the next one need? */
static enum verdict round_over(ucontext_t *u)
{
  rounds++;
  if (trying) {
    if (rounds < ROUNDS) return STEP_ON;
    moment_restore(u);
    return try_next(u) ? STEP_ON : leave();
  }
  earlier = latest;
  moment_read(&latest, u);
  if (rounds == 1) return STEP_ON;
  bool regular = rounds < FIRST ? changes_find() : changes_same();
  if (!regular) return STEP_COMPUTES;
  if (rounds < FIRST) return STEP_ON;
  out = way_out();
  loop = way_hash(u);
  return loop == known_loop ? leave() : try_first(u);
}

enum verdict counting_judge(ucontext_t *u)
{
  if (length == 0) {
    if (!possible || !record(u)) return STEP_COMPUTES;
    return length ? round_over(u) : STEP_ON;
  }
  place = (place + 1) % length;
  if (!on_the_way(u)) {
    if (trying) moment_restore(u);
    return STEP_COMPUTES;
  }
  if (leaving) return place == out ? STEP_SPINS : STEP_ON;
  return place == 0 ? round_over(u) : STEP_ON;
}
