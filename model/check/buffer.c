/* Buffers that are not what a call needs: freed, gone with the function whose
 * locals they were, or too short.
 *
 * Each is looked at when a call names it; those on a stack again when the
 * access is over, since their function may have returned meanwhile. What is
 * freed meanwhile is a conflict (check.c). Where nothing is known of a piece of
 * memory nothing is said of it. A program names the same buffers in the same
 * lines again and again: what was found good is remembered. Invariant: the list
 * of a rank has its buffers on stacks whose accesses are not over. */
#include "ranks.h"
#include "rules.h"
#include "spot.h"

#include "../datatype/datatype.h"
#include "../memory.h"
#include "../window/window.h"

#include <stdio.h>
#include <stdlib.h>

/* One buffer argument. */
struct use {
  struct spot by;
  const char *argument; /* "origin buffer" */
  struct observed_data data;
  bool write;
  bool rma;
  double date;
  struct check_memory memory; /* of its first byte */
};

struct pending {
  struct use use;
  uint64_t number;
  const struct window_view *window; /* NULL: not an RMA operation */
  int target;
  struct pending *next;
};

static struct pending *spare;
static struct rank_table lists = {sizeof(struct pending *), NULL, 0};

/* --- reports --- */

static const char *verb(const struct use *u)
{
  return u->write ? "writes" : "reads";
}

static void report(const struct use *u, const char *what, const char *note,
                   const char *advice)
{
  struct report r = {.rule = RULE_BUFFER, .date = u->date, .sides = 1};
  spot_side(&u->by, note, &r.side[0]);
  if (report_again(r.rule, r.side[0].what, r.side[0].place, NULL, NULL)) return;
  snprintf(r.headline, sizeof r.headline, "%s of %s %s", u->argument,
           u->by.call, what);
  snprintf(r.advice, sizeof r.advice, "%s [MPI-4.1 %s]", advice,
           u->rma ? "12.3" : "3.2.2");
  report_add(&r);
}

/* The object at an address, in words. */
static const char *name_of(const struct use *u, const char *address)
{
  static char name[128];
  bool known =
      checking->name && checking->name(address, u->by.rank, name, sizeof name);
  return known ? name : "its memory";
}

static void report_gone(const struct use *u, const struct check_memory *m,
                        const char *address)
{
  char note[REPORT_NOTE];
  snprintf(note, sizeof note, "%s %s", verb(u), name_of(u, address));
  if (m->kind == CHECK_FREED)
    report(u, "that is freed", note,
           "Free it when the call has returned and the operation is complete.");
  else
    report(u, "that is gone", note,
           "A local variable is there until its function returns.");
}

static void report_short(const struct use *u, const struct check_memory *m,
                         const char *low, const char *high)
{
  char note[REPORT_NOTE];
  snprintf(note, sizeof note, "%s bytes [%lld, %lld) of %.80s, which has %lld",
           verb(u), (long long)(low - m->from), (long long)(high - m->from),
           name_of(u, m->from), (long long)(m->to - m->from));
  report(u, "that is too short", note,
         "Give it the memory that count and type name.");
}

/* --- looking --- */

/* One of the pieces of a buffer that leaves its first object. Where it lies in
 * no object at all, it is that which is too short. */
static void look_at_block(MPI_Count offset, MPI_Count bytes, void *arg)
{
  struct use *u = arg;
  struct check_memory m;
  const char *low = (const char *)u->data.address + offset;
  if (low >= u->memory.from && low + bytes <= u->memory.to) return;
  checking->memory(low, u->by.rank, &m);
  if (m.to && low + bytes > m.to)
    report_short(u, &m, low, low + bytes);
  else if (m.kind == CHECK_UNKNOWN && !u->data.type->absolute)
    report_short(u, &u->memory, low, low + bytes);
}

/* Buffers that were good. Memory that is freed makes all of them doubtful. */
struct good {
  const void *site;
  const char *low, *high;
  int rank;
  unsigned frees;
  enum check_memory_kind kind;
};

enum { GOOD = 4096 };
static struct good good[GOOD];
static unsigned frees = 1;

static struct good *good_of(const struct use *u, const char *low)
{
  uint64_t key = (uint64_t)(uintptr_t)low * 31 + (uintptr_t)u->by.site;
  return &good[key * 0x9e3779b97f4a7c15u >> 52];
}

static bool was_good(struct use *u, const char *low, const char *high)
{
  const struct good *g = good_of(u, low);
  if (g->low != low || g->high != high || g->site != u->by.site ||
      g->rank != u->by.rank || g->frees != frees)
    return false;
  u->memory.kind = g->kind;
  return true;
}

static void on_freed(struct observer *o, const struct observed_freed *e)
{
  (void)o, (void)e;
  frees++;
}

static void look(struct use *u)
{
  MPI_Count low = 0, high = u->data.count;
  const struct datatype *type = u->data.type;
  const char *address = u->data.address;
  struct check_memory *m = &u->memory;
  *m = (struct check_memory){CHECK_UNKNOWN, NULL, NULL};
  if (type && !datatype_span(u->data.count, type, &low, &high)) return;
  if (low == high || was_good(u, address + low, address + high)) return;
  checking->memory(address + low, u->by.rank, m);
  if (m->kind == CHECK_FREED || m->kind == CHECK_DEAD)
    report_gone(u, m, address + low);
  else if (!m->to || address + high <= m->to)
    *good_of(u, address + low) = (struct good){
        u->by.site, address + low, address + high, u->by.rank, frees, m->kind};
  else if (!type || type->contiguous)
    report_short(u, m, address + low, address + high);
  else
    datatype_blocks(u->data.count, type, look_at_block, u);
}

static void keep(const struct use *u, uint64_t number,
                 const struct window_view *window, int target)
{
  if (u->memory.kind != CHECK_STACK) return;
  struct pending *p = spare;
  if (p)
    spare = p->next;
  else
    p = xmalloc(sizeof *p);
  *p = (struct pending){
      .use = *u, .number = number, .window = window, .target = target};
  if (u->data.type) datatype_ref(u->data.type);
  struct pending **list = rank_entry(&lists, u->by.rank);
  p->next = *list;
  *list = p;
}

static void look_at_operand(const struct observed_issue *e,
                            const struct observed_data *d, const char *name,
                            bool write)
{
  struct use u = {.by = SPOT(e),
                  .argument = name,
                  .data = *d,
                  .write = write,
                  .rma = true,
                  .date = e->date};
  if (!d->count || !d->address) return;
  look(&u);
  keep(&u, e->number, e->window, e->target);
}

static void on_issue(struct observer *o, const struct observed_issue *e)
{
  (void)o;
  look_at_operand(e, &e->origin, "origin buffer", e->kind == OBSERVED_GET);
  look_at_operand(e, &e->compare, "compare buffer", false);
  look_at_operand(e, &e->result, "result buffer", true);
}

static void on_buffer(struct observer *o, const struct observed_buffer *e)
{
  struct use u = {.by = SPOT(e),
                  .argument = e->argument,
                  .data = e->data,
                  .write = e->write,
                  .date = e->date};
  (void)o;
  look(&u);
  if (e->pending) keep(&u, e->pending, NULL, -1);
}

/* --- at the end of an access --- */

static void over(struct pending **place)
{
  struct pending *p = *place;
  const struct use *u = &p->use;
  struct check_memory m = {.kind = CHECK_DEAD};
  MPI_Count low = 0, high;
  *place = p->next;
  if (!u->data.type ||
      datatype_span(u->data.count, u->data.type, &low, &high)) {
    const char *address = (const char *)u->data.address + low;
    if (checking->dead(address, u->by.rank)) report_gone(u, &m, address);
  }
  if (u->data.type) datatype_unref((struct datatype *)u->data.type);
  p->next = spare;
  spare = p;
}

static bool completes(const struct observed_completion *e,
                      const struct pending *p)
{
  if (p->window != e->window) return false;
  if (e->kind == OBSERVED_REQUEST) return p->number == e->number;
  return e->target < 0 || p->target == e->target;
}

static void on_completion(struct observer *o,
                          const struct observed_completion *e)
{
  (void)o;
  if (e->kind == OBSERVED_EXPOSED) return;
  for (struct pending **p = rank_entry(&lists, e->strand.rank); *p;)
    if (completes(e, *p))
      over(p);
    else
      p = &(*p)->next;
}

static void on_buffer_end(struct observer *o,
                          const struct observed_buffer_end *e)
{
  (void)o;
  for (struct pending **p = rank_entry(&lists, e->strand.rank); *p;)
    if (!(*p)->window && (*p)->number == e->pending)
      over(p);
    else
      p = &(*p)->next;
}

static struct observer observer = {.issue = on_issue,
                                   .buffer = on_buffer,
                                   .completion = on_completion,
                                   .buffer_end = on_buffer_end,
                                   .freed = on_freed};

void buffer_open(void)
{
  if (checking->memory) observer_add(&observer);
}
