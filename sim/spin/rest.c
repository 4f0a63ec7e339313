/* Where in its round a loop that waits leaves memory to others.
 *
 * A loop may change memory and change it back, as one that takes a lock, looks,
 * and gives the lock back. Others see it as it is where the loop is left. So it
 * is left where the words that change hold least: a lock is most often 0 when
 * it is free, as are a count of those inside and a list of those who wait.
 * Invariant: moments are in the order of the round, and each is one at which
 * the loop may be left. */
#include "rest.h"

#include "operand.h"

#include "../rank/rank.h"

#include <string.h>

enum { MOMENTS = 64 };

/* After a change. */
struct moment {
  int when;
  uint64_t at;   /* the instruction that is next */
  int64_t holds; /* what the words that change hold, less what they did */
};

static struct moment moments[MOMENTS];
static int count;
static int64_t holds;
static bool changed; /* since the last moment */
static bool (*is_count)(uint64_t address);

/* What the next step may change. */
static struct operand operand; /* size 0: nothing */
static char before[OPERAND_BYTES + OPERAND_LATER], before_second[OPERAND_BYTES];

void rest_begin(bool (*counts)(uint64_t address))
{
  count = 0;
  holds = 0;
  changed = false;
  operand.size = 0;
  is_count = counts;
}

static bool on_own_stack(uint64_t address)
{
  void *low, *high;
  engine_stack(self->strand->context, &low, &high);
  return address >= (uintptr_t)low && address < (uintptr_t)high;
}

static void compare(uint64_t address, const char *was)
{
  uint64_t old[OPERAND_BYTES / 8], new[OPERAND_BYTES / 8];
  char now[OPERAND_BYTES];
  operand_read(address, now);
  if (memcmp(was, now, sizeof now) == 0 || on_own_stack(address) ||
      (is_count && is_count(address)))
    return;
  memcpy(old, was, sizeof old);
  memcpy(new, now, sizeof new);
  for (unsigned i = 0; i < sizeof new / sizeof *new; i++)
    holds = (int64_t)((uint64_t)holds + (new[i] - old[i]));
  changed = true;
}

/* The step is over. */
static void see_change(const ucontext_t *u)
{
  uint64_t at = operand_address(operand, u), later = at - operand.least;
  if (operand.size == 0) return;
  if (later <= OPERAND_LATER) compare(at, before + later);
  if (operand.second) compare(operand.second, before_second);
}

/* The next one begins. */
static void see_memory(const ucontext_t *u)
{
  operand = operand_next(u);
  if (operand.size == 0) return;
  char *rest = before + OPERAND_LATER;
  operand_read(operand.least, before);
  operand_read(operand.least + OPERAND_LATER, rest);
  if (operand.second) operand_read(operand.second, before_second);
}

void rest_note(const ucontext_t *u, int when, bool inside)
{
  uint64_t next = (uint64_t)u->uc_mcontext.gregs[REG_RIP];
  see_change(u);
  if (changed && inside && count <= MOMENTS) {
    if (count < MOMENTS) moments[count] = (struct moment){when, next, holds};
    count++;
    changed = false;
  }
  see_memory(u);
}

int rest_moment(int turn)
{
  int least = 0;
  if (count == 0 || count > MOMENTS) return -1;
  for (int i = 1; i < count; i++) {
    const struct moment *a = &moments[least], *b = &moments[i];
    if (b->holds < a->holds || (b->holds == a->holds && b->at > a->at))
      least = i;
  }
  return moments[(least + turn) % count].when;
}
