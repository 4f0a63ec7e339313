/* Where a round of a loop begins, wherever it was met.
 *
 * A loop that looks at several things finds the one that it comes to first. So
 * where it is left must not depend on where a tick met it: of all rotations of
 * its steps the least one begins the round. Steps are compared by where they
 * are in the code, then by what they read, which is ordered alike in each run;
 * least are those behind a call that tells of an access, the last one first.
 * Invariant: the same round gives the same step, with whichever it began. */
#include "start.h"

#include "known.h"
#include "next.h"

static struct step {
  uint64_t place, read;
  bool inside, tells;
} steps[START_STEPS];
static int count;

void start_begin(void)
{
  count = 0;
}

void start_note(const ucontext_t *u, bool inside)
{
  struct flow f;
  struct touch_call c;
  if (count == START_STEPS) return;
  bool known = next_flow(u, &f);
  steps[count++] =
      (struct step){.place = (uint64_t)u->uc_mcontext.gregs[REG_RIP],
                    .read = known ? f.loads[0].at : 0,
                    .inside = inside,
                    .tells = !inside || known_call(u, &c)};
}

void start_leave_out(int i)
{
  steps[i].inside = false;
}

static const struct step *step(int i)
{
  return &steps[i % count];
}

/* The less, the sooner it may begin. */
static int kind(int i)
{
  if (!step(i)->inside) return 2;
  return !step(i + count - 1)->tells;
}

static int compare(int a, int b)
{
  const struct step *x = step(a), *y = step(b);
  int k = kind(a);
  if (k != kind(b)) return k - kind(b);
  if (x->place != y->place) return (x->place < y->place) == (k != 0) ? -1 : 1;
  return (x->read > y->read) - (x->read < y->read);
}

/* The least of all rotations, in a time that is linear: of two that are equal
 * for n steps, the one that turns out greater is none, nor are the n behind. */
int start_of_round(void)
{
  int a = 0, b = 1, n = 0;
  while (a < count && b < count && n < count) {
    int order = compare(a + n, b + n);
    if (order == 0) {
      n++;
      continue;
    }
    *(order > 0 ? &a : &b) += n + 1;
    if (a == b) b++;
    n = 0;
  }
  return a < b ? a : b;
}
