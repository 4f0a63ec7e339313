/* Loops that wait, and compute meanwhile: `while (!flag) n++;`.
 *
 * Their state never comes back. But what a round has changed (a register,
 * bytes that it stores) may not matter: if no jump and no address of the round
 * is made of that, nor of what is made of it (taint.c), but for jumps of which
 * either way comes to the same place (fork.c), then all rounds go the same way
 * as this one, whatever they compute; and only others can end the loop. So the
 * way of one round is noted, with what each instruction reads and changes
 * (flow.c), and one more is compared. What turns out to be a loop that ends
 * itself is left first. Invariant: the rank goes on as if nobody had looked. */
#include "rounds.h"

#include "next.h"
#include "reach.h"
#include "rest.h"
#include "start.h"
#include "state.h"
#include "way.h"

#include "../code/number.h"
#include "../code/registers.h"
#include "../code/taint.h"
#include "../../model/hash.h"

#include <string.h>

enum {
  STORED = 1 << 16 /* bytes that the way stores */
};

static bool own[WAY]; /* instructions of the program, not of what that calls */

/* Instructions up to now, as in a ring; and those, the latest first, behind
 * which a round begins, if it matters. */
static uint64_t latest_places[WAY], behind[WAY];
static unsigned steps;
static unsigned alike, most_alike; /* how many of these; at last */

/* Where a round begins. */
struct moment {
  greg_t registers[NGREG];
  struct state_vectors vectors;
  char stored[STORED];
};
static struct moment earlier, latest;

static int length; /* of the way; 0: not known yet */
static int place;
static int start;     /* where a round begins, */
static int out;       /* and where the loop is left */
static greg_t lowest; /* of the stack, in a round */
static int noted;     /* steps of the last round, by rest.c */
static int turn;
static int rounds;
static uint64_t loop;
static int next_start; /* where a round is to begin, if not 0 */
static bool possible, leaving;
static bool inner;   /* it decides itself where it ends, and goes on */
static bool same;    /* nothing has changed: its states come back */
static bool strayed; /* it has done something else before the loop */

/* --- the way --- */

/* Is it a copy that is under way? That comes back to the same place. */
static bool repeats(const ucontext_t *u)
{
  struct code c = code_at((void *)u->uc_mcontext.gregs[REG_RIP]);
  return c.repeat && c.op >= 0xa4 && c.op <= 0xaf;
}

static void note_step(const ucontext_t *u)
{
  latest_places[steps++ % WAY] = (uint64_t)u->uc_mcontext.gregs[REG_RIP];
}

static uint64_t place_before(unsigned i)
{
  return latest_places[(steps - 1 - i) % WAY];
}

static bool comes_alike(void)
{
  for (unsigned i = 0; i < alike; i++)
    if (place_before(i) != behind[i]) return false;
  return true;
}

/* Has it come back to where the way began? */
static bool is_over(const ucontext_t *u)
{
  return place && way_is_at(0, u) && comes_alike();
}

/* False: not a loop of instructions that are known. */
static bool note(const ucontext_t *u)
{
  if (place == 0 && repeats(u)) return true;
  if (is_over(u)) {
    length = place;
    place = 0;
    return true;
  }
  if (!way_note(u)) return false;
  if (place == 0) start_begin();
  if (place == 0 || u->uc_mcontext.gregs[REG_RSP] < lowest)
    lowest = u->uc_mcontext.gregs[REG_RSP];
  own[place++] = next_in_program(u);
  start_note(u, own[place - 1]);
  return true;
}

static bool is_on_way(const ucontext_t *u)
{
  for (int i = 0; i < length; i++)
    if (way_is_at(i, u)) return true;
  return false;
}

static enum verdict begin_here(const ucontext_t *u)
{
  length = place = rounds = next_start = 0;
  way_begin();
  inner = false;
  return note(u) ? STEP_ON : STEP_COMPUTES;
}

/* It is where it has been before, but has come there another way, and will do
 * so once a round. The more must be alike, the more often it was not all. */
static void note_before(void)
{
  most_alike = most_alike ? 2 * most_alike : 1;
  if (most_alike > steps || most_alike > WAY) most_alike = 1;
  alike = most_alike;
  for (unsigned i = 0; i < alike; i++)
    behind[i] = place_before(i);
}

/* It has left what was taken for a round: that may have been a loop within one,
 * what a round calls twice, or one that leaves out less than others do. So a
 * round is sought from here. */
static enum verdict begin_again(const ucontext_t *u)
{
  alike = 0;
  strayed = true;
  if (is_on_way(u)) note_before();
  return begin_here(u);
}

/* Only so all ways of the fork are within one round. */
static enum verdict begin_behind_fork(const ucontext_t *u)
{
  alike = 0;
  return begin_here(u);
}

/* Which way it takes at a fork is by chance: by how often it has looked. */
static uint64_t way_hash(void)
{
  uint64_t h = hash_mix(0, (uint64_t)lowest);
  for (int i = 0; i < length; i++)
    if (!way_is_forked((start + i) % length))
      h = hash_mix(h, way_place((start + i) % length));
  return h | 1;
}

/* --- moments --- */

/* The next span that the way stores to, from *i on, in pairs; NULL: none. */
static const struct flow_span *next_store(int *i)
{
  for (; *i < 2 * length; ++*i) {
    const struct flow_span *s = &way_flows()[*i / 2].stores[*i % 2];
    if (!s->size) continue;
    ++*i;
    return s;
  }
  return NULL;
}

static bool moment_read(struct moment *m, const ucontext_t *u)
{
  size_t at = 0;
  const struct flow_span *s;
  memcpy(m->registers, u->uc_mcontext.gregs, sizeof m->registers);
  state_vectors_of(u, &m->vectors);
  for (int i = 0; (s = next_store(&i)); at += s->size)
    if (at + s->size > STORED || !reach_read(s->at, m->stored + at, s->size))
      return false;
  return true;
}

/* --- what changes --- */

static uint64_t changed_registers(void)
{
  enum { LOWEST = 0xff };
  uint64_t changed = 0;
  for (int i = 0; i < 16; i++) {
    int name = register_name(i);
    greg_t other = earlier.registers[name] ^ latest.registers[name];
    if (other & LOWEST) changed |= FLOW_BIT(i);
    if (other & ~LOWEST) changed |= FLOW_BIT(FLOW_REST + i);
  }
  if ((earlier.registers[REG_EFL] ^ latest.registers[REG_EFL]) & ~TRAP_FLAG)
    changed |= FLOW_BIT(FLOW_FLAGS);
  return changed;
}

/* Of wide vectors the parts that instructions here name are the first ones. */
static uint64_t changed_vectors(void)
{
  const struct state_vectors *a = &earlier.vectors, *b = &latest.vectors;
  uint64_t changed = a->wide != b->wide ? FLOW_VECTORS : 0;
  if (a->x87 != b->x87) changed |= FLOW_BIT(FLOW_X87);
  for (int i = 0; i < 16; i++)
    if (a->sse[i] != b->sse[i]) changed |= FLOW_BIT(FLOW_VECTOR + i);
  return changed;
}

static bool taint_changed_memory(void)
{
  bool any = false;
  size_t at = 0;
  const struct flow_span *s;
  for (int i = 0; (s = next_store(&i)); at += s->size)
    for (size_t n = 0; n < s->size; n++)
      if (earlier.stored[at + n] != latest.stored[at + n]) {
        taint_memory(s->at + n, 1);
        any = true;
      }
  return any;
}

static uint64_t number(const char *bytes, size_t size)
{
  uint64_t n = 0;
  memcpy(&n, bytes, size);
  return n;
}

/* Before its sign becomes another, it overflows, as no int may: that takes
 * tens of thousands of rounds, if it were none. */
static bool rises(uint64_t from, uint64_t to, uint8_t size)
{
  bool small = size == 4 || (from | to) <= UINT32_MAX;
  uint64_t step = to - from, far = (uint64_t)1 << (small ? 31 : 63);
  return size >= 4 && from < to && to < far / 4 && step < far >> 16;
}

static void note_growth(struct flow_place p, uint64_t old, uint64_t new,
                        uint8_t size)
{
  struct growth g = {.place = p,
                     .size = size,
                     .small = (old | new) <= UINT32_MAX,
                     .rises = rises(old, new, size),
                     .more = number_cut(new - old, size)};
  if (g.more) taint_growth(g);
}

static void note_growths(void)
{
  size_t at = 0;
  const struct flow_span *s;
  for (int i = 0; i < 16; i++) {
    int name = register_name(i);
    note_growth((struct flow_place){false, (uint64_t)i},
                (uint64_t)earlier.registers[name],
                (uint64_t)latest.registers[name], 8);
  }
  for (int i = 0; (s = next_store(&i)); at += s->size)
    if (s->size <= 8 && (s->size & (s->size - 1)) == 0)
      note_growth((struct flow_place){true, s->at},
                  number(earlier.stored + at, s->size),
                  number(latest.stored + at, s->size), (uint8_t)s->size);
}

/* Does what the last round changed matter to no other one? */
static bool changes_decide_nothing(void)
{
  uint64_t registers = changed_registers();
  if (registers & FLOW_WHOLE(FLOW_RSP)) return false;
  registers |= changed_vectors();
  taint_clear();
  taint_registers(registers);
  same = !taint_changed_memory() && !registers;
  note_growths();
  return taint_decides_nothing(way_flows(), length, way_fork);
}

/* What lies there is another number in each round. */
static bool is_count(uint64_t address)
{
  size_t at = 0;
  const struct flow_span *s;
  for (int i = 0; (s = next_store(&i)); at += s->size)
    if (address - s->at < s->size &&
        memcmp(earlier.stored + at, latest.stored + at, s->size) != 0)
      return true;
  return false;
}

/* --- the judge --- */

void rounds_begin(const ucontext_t *u, int of_turn)
{
  turn = of_turn;
  length = place = rounds = next_start = 0;
  steps = alike = most_alike = 0;
  way_begin();
  leaving = inner = strayed = false;
  possible = note(u);
  note_step(u);
}

bool rounds_come_back(void)
{
  return leaving && same;
}

bool rounds_begun(void)
{
  return length == 0 && place == 1;
}

int rounds_length(void)
{
  return length;
}

uint64_t rounds_loop(void)
{
  return loop;
}

bool rounds_straight(void)
{
  return !strayed;
}

/* One more round is seen through, which knows where to leave the loop. */
static enum verdict leave(const ucontext_t *u)
{
  if (noted == 0 && place != start) return STEP_ON;
  if (noted <= length) {
    rest_note(u, place, own[place]);
    if (noted++ < length) return STEP_ON;
    out = rest_moment(turn);
    if (out < 0) out = start;
  }
  return place == out ? STEP_SPINS : STEP_ON;
}

/* A round of the way is over. */
static enum verdict round_over(const ucontext_t *u)
{
  struct moment *m = rounds++ ? &latest : &earlier;
  if (!moment_read(m, u)) return STEP_COMPUTES;
  if (m == &earlier) return STEP_ON;
  inner = !changes_decide_nothing();
  next_start = way_split_until();
  if (inner) return STEP_ON;
  for (int i = 0; i < length; i++)
    if (way_is_forked(i)) start_leave_out(i);
  start = start_of_round();
  loop = way_hash();
  leaving = true;
  noted = 0;
  rest_begin(is_count, start);
  return leave(u);
}

/* What it does not do again was before the loop. */
static enum verdict seek(const ucontext_t *u)
{
  if (note(u)) return length ? round_over(u) : STEP_ON;
  if (!alike || place < WAY) return STEP_COMPUTES;
  alike = most_alike = 0;
  strayed = true;
  return begin_here(u);
}

static enum verdict judge(const ucontext_t *u)
{
  if (length == 0) return possible ? seek(u) : STEP_COMPUTES;
  place = (place + 1) % length;
  if (!way_is_at(place, u)) return leaving ? STEP_COMPUTES : begin_again(u);
  if (leaving) return leave(u);
  if (next_start && place == next_start) return begin_behind_fork(u);
  return place == 0 && !inner ? round_over(u) : STEP_ON;
}

enum verdict rounds_judge(const ucontext_t *u)
{
  enum verdict verdict = judge(u);
  note_step(u);
  return verdict;
}
