/* Where looks come to, as sums of what was there at the look before.
 *
 * What a register or cell holds is a sum of those that were in registers and
 * cells at the last look, by whatever way it is reached, or not known. So where
 * a number is one more at each look, and the address is a sum of such numbers,
 * no look comes back. Numbers of 32 and 64 bits are taken not to wrap; shorter
 * ones may be meant to. Invariant: what is said to be known is so by all ways.
 */
#include "looking.h"

#include "../code/registers.h"
#include "../../model/memory.h"

#include <stdlib.h>
#include <string.h>

enum { REGISTERS = 16, PLACES = REGISTERS + LOOKING_CELLS, TERMS = 4 };

struct form {
  bool met, known;
  int count;
  uint64_t constant;
  struct form_term {
    int place;
    uint64_t times; /* not 0 */
  } terms[TERMS];   /* in the order of places */
};

struct forms {
  struct form at[PLACES];
};

static const struct form unknown = {.met = true};

/* --- sums --- */

static void add_term(struct form *f, struct form_term t)
{
  int i = 0;
  while (i < f->count && f->terms[i].place < t.place)
    i++;
  bool there = i < f->count && f->terms[i].place == t.place;
  if (there) f->terms[i].times += t.times;
  if (there && f->terms[i].times) return;
  struct form_term *rest = &f->terms[i + there], *to = &f->terms[i + !there];
  if (!there && f->count == TERMS) {
    f->known = false;
    return;
  }
  memmove(to, rest, (size_t)(f->terms + f->count - rest) * sizeof *rest);
  f->count += there ? -1 : 1;
  if (!there) f->terms[i] = t;
}

static void add(struct form *sum, const struct form *f, uint64_t times)
{
  sum->known &= f->known;
  sum->constant += f->constant * times;
  for (int i = 0; sum->known && i < f->count; i++)
    add_term(sum,
             (struct form_term){f->terms[i].place, f->terms[i].times * times});
}

static bool is_same(const struct form *a, const struct form *b)
{
  if (a->count != b->count || a->constant != b->constant) return false;
  for (int i = 0; i < a->count; i++)
    if (a->terms[i].place != b->terms[i].place ||
        a->terms[i].times != b->terms[i].times)
      return false;
  return true;
}

/* --- instructions --- */

static void forget_registers(struct forms *f, uint64_t registers)
{
  for (int i = 0; i < REGISTERS; i++)
    if (registers & FLOW_WHOLE(i)) f->at[i] = unknown;
}

static void forget_cells(struct forms *f, uint64_t cells)
{
  for (int i = 0; i < LOOKING_CELLS; i++)
    if (cells >> i & 1) f->at[REGISTERS + i] = unknown;
}

/* The place; -1: it is none of ours. */
static int place_of(struct flow_place p, int cell)
{
  if (!p.memory) return (int)p.at;
  return cell < 0 ? -1 : REGISTERS + cell;
}

static struct form sum_of(const struct looking_step *s, const struct forms *now)
{
  const struct flow_sum *sum = &s->flow.sum;
  struct form f = {.met = true, .known = true, .constant = sum->constant};
  if (sum->size == 4) f.constant = (uint64_t)(int32_t)sum->constant;
  for (int i = 0; i < FLOW_TERMS; i++) {
    const struct flow_term *t = &sum->terms[i];
    if (!t->times) continue;
    int place = place_of(t->place, s->from);
    if (place < 0) return unknown;
    add(&f, &now->at[place], (uint64_t)(int64_t)t->times);
  }
  return f;
}

/* Of 32 bits 64, which flow.h calls no sum, as a sum of large ones might be
 * another. */
static bool widens(const struct looking_step *s, const struct forms *now,
                   int *to, struct form *f)
{
  struct code c = code_at(s->step->at);
  if ((c.op != 0x63 && c.op != 0x98) || !(c.rex & 8)) return false;
  struct code_place p = {.number = RAX, .other = RAX};
  if (c.op == 0x63) p = code_place(&c);
  int from =
      p.memory ? place_of((struct flow_place){true, 0}, s->from) : p.number;
  *to = p.other;
  *f = from < 0 ? unknown : now->at[from];
  return true;
}

static void call(const struct looking *l, const struct looking_step *s,
                 struct forms *f)
{
  forget_registers(f, LOOKING_SCRATCH);
  if (!s->step->tells) forget_cells(f, l->pointed);
}

static void instruction(const struct looking *l, const struct looking_step *s,
                        struct forms *f)
{
  const struct flow_sum *sum = &s->flow.sum;
  int to = -1;
  struct form made = unknown;
  if (!widens(s, f, &to, &made) && sum->kept && !sum->swaps) {
    to = place_of(sum->to, s->to);
    made = sum_of(s, f);
  }
  forget_registers(f, s->flow.to | s->flow.own);
  forget_cells(f, s->store);
  if (s->stores) forget_cells(f, l->pointed | l->global);
  if (to >= 0) f->at[to] = made;
}

/* --- ways --- */

/* True: that is something new. */
static bool join(struct forms *to, const struct forms *from)
{
  bool more = false;
  for (int i = 0; i < PLACES; i++) {
    struct form *a = &to->at[i];
    const struct form *b = &from->at[i];
    if (a->met && (!a->known || (b->known && is_same(a, b)))) continue;
    *a = a->met ? unknown : *b;
    more = true;
  }
  return more;
}

static void begin(struct forms *f)
{
  for (int i = 0; i < PLACES; i++)
    f->at[i] = (struct form){true, true, 1, 0, {{i, 1}}};
}

/* What is there at the next look. */
static struct forms next_look(const struct looking *l, int look)
{
  struct forms *at = xcalloc((size_t)l->count, sizeof *at);
  struct forms end = {0};
  bool more = true;
  begin(&at[look]);
  while (more) {
    more = false;
    for (int i = 0; i < l->count; i++) {
      const struct looking_step *s = &l->steps[i];
      struct forms now = at[i];
      if (!now.at[0].met) continue;
      if (s->calls)
        call(l, s, &now);
      else
        instruction(l, s, &now);
      for (int k = 0; k < 2 && s->next[k] >= 0; k++)
        more |= join(s->next[k] == look ? &end : &at[s->next[k]], &now);
    }
  }
  free(at);
  return end;
}

bool looking_moves_on(const struct looking *l, const struct path_step *look)
{
  if (!look->tells) return false;
  struct forms next = next_look(l, look->number);
  const struct form *address = &next.at[RDI];
  uint64_t further = 0;
  if (!address->known) return false;
  for (int i = 0; i < address->count; i++) {
    const struct form_term *t = &address->terms[i];
    const struct form *f = &next.at[t->place];
    bool counts = f->known && f->count == 1 && f->terms[0].times == 1 &&
                  f->terms[0].place == t->place;
    if (!counts) return false;
    further += t->times * f->constant;
  }
  return further;
}
