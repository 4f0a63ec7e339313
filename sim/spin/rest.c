/* Where in its round a loop that waits leaves memory to others.
 *
 * A loop may change memory and change it back, as one that takes a lock, looks,
 * and gives the lock back. Others see it as it is where the loop is left, which
 * is to be where it has nothing. Who takes asks whether it has got that, and
 * who gives back does not ask: so the loop is left where of the fewest words
 * the last change was one that asked. Among such moments it is where the words
 * hold least: a lock is most often 0 or -1 when it is free, as are a count of
 * those inside and a list of those who wait.
 * What is ever another number says nothing, nor does the strand's own stack,
 * but for words there that are changed atomically: those are meant for others.
 * Invariant: changes are in the order of the round, each with the moment behind
 * it at which the loop may be left. */
#include "rest.h"

#include "operand.h"
#include "way.h"

#include "../rank/rank.h"

#include <string.h>

enum { CHANGES = 4096, WORDS = OPERAND_BYTES / 8 };
/* Who waits changes few words; of more it is not found out who asks. */
enum { ASKING = 32 };

static struct change {
  uint64_t address;
  int64_t more; /* that the word holds then */
  int step;     /* of the way: what made it */
  int when;     /* behind it; -1: the loop may not be left there yet */
  uint64_t at;  /* the instruction there */
} changes[CHANGES];
static int count; /* CHANGES + 1: there were too many */
/* What is changed atomically, as far as there is room. */
enum { ATOMICS = 64 };
static uint64_t atomics[ATOMICS];
static int atomic_count;
static int steps; /* of the way that were noted */
static bool (*is_count)(uint64_t address);
static bool is_known; /* rest_moment's answer: */
static int known_turn, known;

/* What the next step may change. */
static struct operand operand; /* size 0: nothing */
static char before[OPERAND_BYTES], before_second[OPERAND_BYTES];

void rest_begin(bool (*counts)(uint64_t address), int first)
{
  count = atomic_count = 0;
  steps = first;
  operand.size = 0;
  is_count = counts;
  is_known = false;
}

/* --- what changes --- */

/* A word of 4 bytes, if no more than these have changed. */
static int64_t difference(const char *old, const char *new)
{
  int32_t half[2];
  int64_t whole[2];
  if (memcmp(old + sizeof *half, new + sizeof *half, sizeof *half) == 0) {
    memcpy(&half[0], old, sizeof *half);
    memcpy(&half[1], new, sizeof *half);
    return (int64_t)half[1] - half[0];
  }
  memcpy(&whole[0], old, sizeof *whole);
  memcpy(&whole[1], new, sizeof *whole);
  return (int64_t)((uint64_t)whole[1] - (uint64_t)whole[0]);
}

static bool is_atomic(uint64_t address)
{
  for (int i = 0; i < atomic_count; i++)
    if (atomics[i] == address) return true;
  return false;
}

static void note_atomic(uint64_t address)
{
  if (operand.atomic && atomic_count < ATOMICS && !is_atomic(address))
    atomics[atomic_count++] = address;
}

static void compare(uint64_t address, const char *was)
{
  char now[OPERAND_BYTES];
  operand_read(address, now);
  for (int i = 0; i < WORDS; i++) {
    const char *old = was + (size_t)i * 8, *new = now + (size_t)i * 8;
    if (memcmp(old, new, 8) == 0 || count > CHANGES) continue;
    note_atomic(address + (uint64_t)i * 8);
    if (count < CHANGES)
      changes[count] = (struct change){.address = address + (uint64_t)i * 8,
                                       .more = difference(old, new),
                                       .step = steps - 1,
                                       .when = -1};
    count++;
  }
}

/* The step is over. */
static void see_change(void)
{
  if (operand.size == 0) return;
  compare(operand.address, before);
  if (operand.second) compare(operand.second, before_second);
}

/* The next one begins. */
static void see_memory(const ucontext_t *u)
{
  operand = operand_next(u);
  if (operand.size == 0) return;
  operand_read(operand.address, before);
  if (operand.second) operand_read(operand.second, before_second);
}

void rest_note(const ucontext_t *u, int when, bool inside)
{
  see_change();
  is_known = false;
  for (int i = count - 1; i >= 0 && count <= CHANGES && inside; i--) {
    if (changes[i].when >= 0) break;
    changes[i].when = when;
    changes[i].at = (uint64_t)u->uc_mcontext.gregs[REG_RIP];
  }
  steps++;
  see_memory(u);
}

/* --- what matters --- */

static bool is_seen(const struct change *c, const void *low, const void *high)
{
  bool on_own_stack =
      c->address >= (uintptr_t)low && c->address < (uintptr_t)high;
  return c->when >= 0 && (!on_own_stack || is_atomic(c->address));
}

/* Those that others see, in their order; how many. */
static const struct change *seen[CHANGES];
static bool asks[ASKING]; /* each of these, if they are few */
static int see_changes(void)
{
  int n = 0;
  void *low, *high;
  engine_stack(self->strand->context, &low, &high);
  for (int i = 0; i < count && count <= CHANGES; i++)
    if (is_seen(&changes[i], low, high)) seen[n++] = &changes[i];
  return n;
}

/* Of how many words is what the i-th of n has left one that asked? In the round
 * before, if they change later. */
static int taken(int n, int i)
{
  int sum = 0;
  if (n > ASKING) return 0;
  for (int k = 0; k < n; k++) {
    const struct change *c = seen[(i + n - k) % n];
    bool again = false;
    for (int l = 0; l < k && !again; l++)
      again = seen[(i + n - l) % n]->address == c->address;
    sum += !again && asks[(i + n - k) % n];
  }
  return sum;
}

/* Words at a moment. */
struct state {
  int taken;
  int64_t hold; /* in all */
  uint64_t at;
};

static bool is_better(struct state a, struct state b)
{
  if (a.taken != b.taken) return a.taken < b.taken;
  if (a.hold != b.hold) return a.hold < b.hold;
  return a.at > b.at;
}

static int find_moment(int turn)
{
  int n = see_changes(), best = -1;
  struct state least = {0}, now = {0};
  for (int i = 0; i < n && n <= ASKING; i++)
    asks[i] = way_asks(seen[i]->step);
  for (int i = 0; i < n; i++) {
    const struct change *c = seen[i];
    if (!is_count || !is_count(c->address))
      now.hold = (int64_t)((uint64_t)now.hold + (uint64_t)c->more);
    if (i + 1 < n && seen[i + 1]->when == c->when) continue;
    now.taken = taken(n, i);
    now.at = c->at;
    if (best >= 0 && !is_better(now, least)) continue;
    best = i;
    least = now;
  }
  if (turn < 0) turn = 0;
  return best < 0 ? -1 : seen[(best + turn) % n]->when;
}

int rest_moments(void)
{
  return see_changes();
}

int rest_moment(int turn)
{
  if (!is_known || known_turn != turn) known = find_moment(turn);
  known_turn = turn;
  is_known = true;
  return known;
}
