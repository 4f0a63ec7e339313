/* Read once. Loops are the strongly connected components of the steps, as
 * Tarjan finds them; all that may be thrown goes by one node more. */
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

/* The one that is beside it, if it goes on there; NULL: it does not. */
static struct path_step *beside(const struct paths *p,
                                const struct path_step *s)
{
  bool ends = s->is.kind == INSTRUCTION_JUMPS ||
              s->is.kind == INSTRUCTION_JUMPS_THROUGH ||
              s->is.kind == INSTRUCTION_ENDS;
  return ends || s + 1 == p->steps + p->count ? NULL
                                              : p->steps + (s + 1 - p->steps);
}

static struct path_step *next_of(const struct paths *p,
                                 const struct path_step *s)
{
  return s->wall ? NULL : beside(p, s);
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
    struct path_step *s = &p->steps[i], *next = beside(p, s);
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
  free(p->around);
  free(p->loops);
}

/* --- loops --- */

enum { NONE = -1, END = -2 };

struct node {
  long number, least; /* in the order of search; 0: not met */
  long next;          /* which way of it is to be gone */
  bool open;          /* its component is not complete */
};

struct search {
  struct paths *paths;
  struct node *nodes; /* of the steps, and what is thrown */
  long *pads;         /* where that may lead, ... */
  long pad_count;     /* ... to so many */
  long *ways, *open;  /* from the first node to this one; the open ones */
  size_t height, open_count;
  long met;
};

/* The i-th node that may follow; NONE: there is none, but may be others. */
static long follower(const struct search *f, long node, long i)
{
  const struct paths *p = f->paths;
  if (node == (long)p->count) return i < f->pad_count ? f->pads[i] : END;
  const struct path_step *s = &p->steps[node], *next = next_of(p, s);
  switch (i) {
  case 0:
    return next ? next - p->steps : NONE;
  case 1:
    return s->to ? s->to - p->steps : NONE;
  case 2:
    return instruction_calls(&s->is) && !s->tells ? (long)p->count : END;
  default:
    return END;
  }
}

static void enter(struct search *f, long node)
{
  f->nodes[node] = (struct node){++f->met, f->met, 0, true};
  f->ways[f->height++] = node;
  f->open[f->open_count++] = node;
}

/* A component is complete, whose first node is this. */
static void close_component(struct search *f, long first)
{
  struct paths *p = f->paths;
  const struct path_step *s = &p->steps[first];
  bool goes_round = f->open[f->open_count - 1] != first ||
                    (first < (long)p->count && s->to == s);
  long node;
  p->loop_count += goes_round;
  do {
    node = f->open[--f->open_count];
    f->nodes[node].open = false;
    if (node < (long)p->count)
      p->steps[node].loop = goes_round ? p->loop_count : 0;
  } while (node != first);
}

static void leave_node(struct search *f)
{
  long node = f->ways[--f->height], least = f->nodes[node].least;
  if (least == f->nodes[node].number) close_component(f, node);
  if (!f->height) return;
  struct node *last = &f->nodes[f->ways[f->height - 1]];
  if (least < last->least) last->least = least;
}

static void search_from(struct search *f, long first)
{
  enter(f, first);
  while (f->height) {
    struct node *n = &f->nodes[f->ways[f->height - 1]];
    long next = follower(f, f->ways[f->height - 1], n->next++);
    if (next == NONE) continue;
    if (next == END)
      leave_node(f);
    else if (!f->nodes[next].number)
      enter(f, next);
    else if (f->nodes[next].open && f->nodes[next].number < n->least)
      n->least = f->nodes[next].number;
  }
}

/* The steps of each loop, in the order of addresses. */
static void gather_loops(struct paths *p)
{
  size_t loops = (size_t)p->loop_count + 2;
  p->loops = xcalloc(loops, sizeof *p->loops);
  p->around = xmalloc(p->count * sizeof *p->around);
  for (size_t i = 0; i < p->count; i++)
    p->loops[p->steps[i].loop + 1]++;
  for (size_t i = 1; i < loops; i++)
    p->loops[i] += p->loops[i - 1];
  for (size_t i = 0; i < p->count; i++)
    p->around[p->loops[p->steps[i].loop]++] = &p->steps[i];
  for (size_t i = loops - 1; i; i--)
    p->loops[i] = p->loops[i - 1];
  p->loops[0] = 0;
}

void paths_find_loops(struct paths *p)
{
  struct search f = {.paths = p};
  f.nodes = xcalloc(p->count + 1, sizeof *f.nodes);
  f.pads = xmalloc((p->count + 1) * sizeof *f.pads);
  f.ways = xmalloc((p->count + 1) * sizeof *f.ways);
  f.open = xmalloc((p->count + 1) * sizeof *f.open);
  for (size_t i = 0; i < p->count; i++)
    if (p->steps[i].pad) f.pads[f.pad_count++] = (long)i;
  for (size_t i = 0; i < p->count; i++)
    if (!f.nodes[i].number) search_from(&f, (long)i);
  gather_loops(p);
  free(f.nodes);
  free(f.pads);
  free(f.ways);
  free(f.open);
}

/* --- what follows --- */

/* It is to be gone on from. */
static void mark(struct paths *p, struct path_step *s)
{
  if (s->after) return;
  s->after = true;
  p->ways[p->open++] = s;
}

static void go_on(struct paths *p, const struct path_step *s)
{
  struct path_step *next = next_of(p, s);
  if (next) mark(p, next);
  if (s->to) mark(p, s->to);
}

void paths_follow(struct paths *p, const struct path_step *one)
{
  bool thrown = false;
  for (size_t i = 0; i < p->count; i++)
    p->steps[i].after = false;
  go_on(p, one);
  while (p->open) {
    const struct path_step *s = p->ways[--p->open];
    go_on(p, s);
    if (thrown || !instruction_calls(&s->is) || s->tells) continue;
    thrown = true;
    for (size_t i = 0; i < p->count; i++)
      if (p->steps[i].pad) mark(p, &p->steps[i]);
  }
}

struct path_step *paths_ending(const struct paths *p, const void *site)
{
  size_t low = 0, high = p->count;
  while (low < high) {
    size_t i = (low + high) / 2;
    if (p->steps[i].is.end < (const unsigned char *)site)
      low = i + 1;
    else
      high = i;
  }
  return low < p->count && p->steps[low].is.end == site ? &p->steps[low] : NULL;
}

int paths_next(const struct paths *p, const struct path_step *s,
               const struct path_step *next[2])
{
  int count = 0;
  const struct path_step *one = beside(p, s);
  if (one) next[count++] = one;
  if (s->to && s->to != one) next[count++] = s->to;
  return count;
}
