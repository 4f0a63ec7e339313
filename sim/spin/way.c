/* The way of one round of a loop.
 *
 * What it reads is few bytes, most often, though it may be too long to be kept.
 * Invariant: it has as many instructions as were noted since it began, or it is
 * lost, and says of nothing but its reads that it is known. */
#include "way.h"

#include "next.h"

#include "../code/taint.h"
#include "../rank/rank.h"

#include <string.h>

static struct flow flows[WAY];
static uint64_t places[WAY];
static struct {
  uint64_t sp, bp;
} frames[WAY];
static bool forked[WAY];
static int split_until; /* where a fork joins in the next round, if not 0 */
static int length;
static bool lost;

/* What it reads, in the order in which that is met, however long it is. */
static struct {
  struct seen_span spans[SEEN_SPANS];
  int count;
  bool lost; /* there is more, or it is not known */
} reads;

void way_begin(void)
{
  length = reads.count = split_until = 0;
  lost = reads.lost = false;
}

/* --- what it reads --- */

/* Its part of the span, or the span made longer. */
static bool join(struct seen_span *s, struct flow_span f)
{
  uint64_t end = s->at + s->size;
  if (f.at < s->at || f.at > end) return false;
  if (f.at + f.size > end) s->size = f.at + f.size - s->at;
  return true;
}

static bool add(struct flow_span f)
{
  if (f.size == 0) return true;
  for (int i = reads.count - 1; i >= 0; i--)
    if (join(&reads.spans[i], f)) return true;
  if (reads.count == SEEN_SPANS) return false;
  reads.spans[reads.count++] = (struct seen_span){f.at, f.size};
  return true;
}

/* What it stores, too: an instruction may leave part of that as it was. */
static bool add_all(const struct flow *f)
{
  for (int n = 0; n < 2; n++)
    if (!add(f->loads[n]) || !add(f->stores[n])) return false;
  return add(f->loads[2]);
}

/* --- its instructions --- */

static uint64_t instruction(const ucontext_t *u)
{
  return (uint64_t)u->uc_mcontext.gregs[REG_RIP];
}

bool way_note(const ucontext_t *u)
{
  struct flow f;
  if (lost && reads.lost) return false;
  bool known = next_flow(u, &f);
  lost = lost || length == WAY || !known;
  reads.lost = reads.lost || !known || !add_all(&f);
  if (lost) return false;
  flows[length] = f;
  frames[length].sp = (uint64_t)u->uc_mcontext.gregs[REG_RSP];
  frames[length].bp = (uint64_t)u->uc_mcontext.gregs[REG_RBP];
  forked[length] = false;
  places[length++] = instruction(u);
  return true;
}

bool way_is_at(int i, const ucontext_t *u)
{
  struct flow f;
  return !lost && instruction(u) == places[i] && next_flow(u, &f) &&
         flow_same(&f, &flows[i]);
}

const struct flow *way_flows(void)
{
  return flows;
}

uint64_t way_place(int i)
{
  return places[i];
}

/* --- forks --- */

/* Places that have been tried as joins: few, as a loop comes by them often. */
enum { TRIED = 64 };
static uint64_t tried[TRIED];
static int tried_count;

static bool was_tried(uint64_t place)
{
  for (int i = 0; i < tried_count; i++)
    if (tried[i] == place) return true;
  return false;
}

/* It joins where the way comes by first of all places at which it does, maybe
 * in the next round. */
static int find_join(int i, const struct fork_frame *frame, struct fork *k)
{
  tried_count = 0;
  for (int n = 1; n < length && tried_count < TRIED; n++) {
    uint64_t join = places[(i + n) % length];
    if (was_tried(join)) continue;
    if (fork_joins((void *)places[i], (void *)join, frame, k)) return n;
    tried[tried_count++] = join;
  }
  return 0;
}

int way_fork(int i, struct fork *k)
{
  void *low, *high;
  engine_stack(self->strand->context, &low, &high);
  struct fork_frame frame = {frames[i].sp, frames[i].bp, (uintptr_t)low,
                             (uintptr_t)high};
  int n = find_join(i, &frame, k);
  if (i + n > length) {
    split_until = i + n - length;
    return 0;
  }
  for (int inside = 1; inside < n; inside++)
    forked[i + inside] = true;
  return n;
}

int way_split_until(void)
{
  return split_until;
}

bool way_is_forked(int i)
{
  return forked[i];
}

bool way_asks(int i)
{
  if (lost || length == 0) return false;
  i %= length;
  taint_clear();
  taint_registers(flows[i].to);
  return !taint_round_decides_nothing(flows, length, i + 1);
}

/* --- what is left of what it reads --- */

static struct seen_span spans[SEEN_SPANS];
static int count;

/* What lies there. */
static void leave_out(uint64_t begin, uint64_t end)
{
  count = 0;
  for (int i = 0; i < reads.count; i++) {
    struct seen_span s = reads.spans[i];
    if (s.at < begin || s.at + s.size > end) spans[count++] = s;
  }
}

static size_t bytes(void)
{
  size_t sum = 0;
  for (int i = 0; i < count; i++)
    sum += spans[i].size;
  return sum;
}

const struct seen_span *way_reads(const ucontext_t *u, int *n)
{
  enum { RED_ZONE = 128 };
  void *low, *high;
  engine_stack(self->strand->context, &low, &high);
  leave_out((uintptr_t)low, (uint64_t)u->uc_mcontext.gregs[REG_RSP] - RED_ZONE);
  *n = !reads.lost && bytes() <= SEEN_BYTES ? count : 0;
  return spans;
}
