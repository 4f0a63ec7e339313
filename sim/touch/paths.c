/* Read once; marked by going on from each step that is marked. */
#include "paths.h"

#include "../../model/memory.h"

#include <stdlib.h>
#include <string.h>

static bool holds(const struct where_code *c, const unsigned char *at)
{
  return c->low <= at && at < c->high;
}

/* Does `c` lie aside of `of`, as "main.cold" of "main"? */
static bool is_aside(const struct where_code *c, const struct where_code *of)
{
  size_t n = strlen(of->name);
  return !strncmp(c->name, of->name, n) && !strncmp(c->name + n, ".cold", 5);
}

/* How many instructions; 0: they cannot be read. */
static size_t count_of(const struct where_code *c, struct where_code *aside)
{
  const unsigned char *at = c->low;
  size_t n = 0;
  for (; at < c->high; n++) {
    struct instruction i = instruction_at(at);
    struct where_code other;
    at = i.end;
    if (i.kind == INSTRUCTION_UNKNOWN) return 0;
    bool goes = i.kind == INSTRUCTION_BRANCHES || i.kind == INSTRUCTION_JUMPS;
    if (goes && !holds(c, i.to) && where_code(i.to + 1, &other) &&
        is_aside(&other, c))
      *aside = other;
  }
  return at == c->high ? n : 0;
}

static void read_range(struct paths *p, const struct where_code *c)
{
  for (const unsigned char *at = c->low; at < c->high;) {
    struct path_step *s = &p->steps[p->count++];
    *s = (struct path_step){.at = at, .is = instruction_at(at)};
    at = s->is.end;
    p->strange |= s->is.kind == INSTRUCTION_JUMPS_THROUGH && !s->is.to;
  }
}

static int compare_steps(const void *a, const void *b)
{
  const struct path_step *x = a, *y = b;
  return x->at < y->at ? -1 : x->at > y->at;
}

static struct path_step *step_at(const struct paths *p, const unsigned char *at)
{
  struct path_step sought = {.at = at};
  return bsearch(&sought, p->steps, p->count, sizeof sought, compare_steps);
}

/* The one that it goes on with, if it does not jump; NULL: none. */
static struct path_step *next_of(const struct paths *p,
                                 const struct path_step *s)
{
  bool ends = s->wall || s->is.kind == INSTRUCTION_JUMPS ||
              s->is.kind == INSTRUCTION_JUMPS_THROUGH ||
              s->is.kind == INSTRUCTION_ENDS;
  return ends || s + 1 == p->steps + p->count ? NULL
                                              : p->steps + (s + 1 - p->steps);
}

/* Bytes between what is aligned do nothing. */
static bool is_padding(const unsigned char *at)
{
  while (*at == 0x66 || *at == 0x2e)
    at++;
  return *at == 0x90 || *at == 0xcc || (at[0] == 0x0f && at[1] == 0x1f);
}

static void link_steps(struct paths *p, const struct where_code *c)
{
  p->begin = step_at(p, c->low);
  for (size_t i = 0; i < p->count; i++) {
    struct path_step *s = &p->steps[i];
    bool jumps =
        s->is.kind == INSTRUCTION_BRANCHES || s->is.kind == INSTRUCTION_JUMPS;
    s->to = jumps ? step_at(p, s->is.to) : NULL;
    p->strange |= jumps && !s->to && holds(c, s->is.to);
    s->pad = s != p->begin && !is_padding(s->at);
  }
  for (size_t i = 0; i < p->count; i++) {
    struct path_step *s = &p->steps[i], *next = next_of(p, s);
    if (next) next->pad = false;
    if (s->to) s->to->pad = false;
  }
}

void paths_read(struct paths *p, const struct where_code *c)
{
  struct where_code aside = {NULL, NULL, NULL}, none = aside;
  size_t count = count_of(c, &aside), more = 0;
  if (count && aside.name) more = count_of(&aside, &none);
  *p = (struct paths){.strange = !count || (aside.name && !more)};
  if (p->strange) return;
  p->steps = xmalloc((count + more) * sizeof *p->steps);
  p->ways = xmalloc((count + more) * sizeof *p->ways);
  read_range(p, c);
  read_range(p, &aside);
  qsort(p->steps, p->count, sizeof *p->steps, compare_steps);
  link_steps(p, c);
}

void paths_drop(struct paths *p)
{
  free(p->steps);
  free(p->ways);
}

/* --- marks --- */

/* It is to be gone on from. */
static void mark(struct paths *p, struct path_step *s, bool *at)
{
  if (*at) return;
  *at = true;
  p->ways[p->open++] = s;
}

static void go_after(struct paths *p, const struct path_step *s)
{
  struct path_step *next = next_of(p, s);
  if (next) mark(p, next, &next->after);
  if (s->to) mark(p, s->to, &s->to->after);
}

static void mark_after(struct paths *p, const struct path_step *one)
{
  bool thrown = false;
  go_after(p, one);
  while (p->open) {
    const struct path_step *s = p->ways[--p->open];
    go_after(p, s);
    if (thrown || !instruction_calls(&s->is)) continue;
    thrown = true;
    for (size_t i = 0; i < p->count; i++)
      if (p->steps[i].pad) mark(p, &p->steps[i], &p->steps[i].after);
  }
}

static void go_before(struct paths *p, struct path_step *s)
{
  struct path_step *last = s > p->steps ? s - 1 : NULL;
  if (last && next_of(p, last) == s) mark(p, last, &last->before);
  for (struct path_step *f = s->from; f; f = f->beside)
    mark(p, f, &f->before);
}

static void mark_before(struct paths *p, struct path_step *one)
{
  bool caught = false;
  go_before(p, one);
  while (p->open) {
    struct path_step *s = p->ways[--p->open];
    go_before(p, s);
    if (caught || !s->pad) continue;
    caught = true;
    for (size_t i = 0; i < p->count; i++)
      if (instruction_calls(&p->steps[i].is))
        mark(p, &p->steps[i], &p->steps[i].before);
  }
}

static struct path_step *step_ending(const struct paths *p, const void *site)
{
  for (size_t i = 0; i < p->count; i++)
    if (p->steps[i].is.end == site) return &p->steps[i];
  return NULL;
}

bool paths_have(const struct paths *p, const void *site)
{
  return step_ending(p, site);
}

static void forget_marks(struct paths *p)
{
  for (struct path_step *s = p->steps; s < p->steps + p->count; s++) {
    s->after = s->before = false;
    s->from = NULL;
  }
  for (struct path_step *s = p->steps; s < p->steps + p->count; s++) {
    if (!s->to) continue;
    s->beside = s->to->from;
    s->to->from = s;
  }
}

bool paths_around(struct paths *p, const void *site)
{
  struct path_step *one = step_ending(p, site);
  forget_marks(p);
  if (!one) return false;
  mark_after(p, one);
  if (!one->after) return false;
  mark_before(p, one);
  return true;
}

int paths_next(const struct paths *p, const struct path_step *s,
               const struct path_step *next[2])
{
  int count = 0;
  const struct path_step *beside = next_of(p, s);
  if (beside) next[count++] = beside;
  if (s->to && s->to != beside) next[count++] = s->to;
  return count;
}
