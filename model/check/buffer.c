/* Buffers that are not what a call needs: freed, gone with the function whose
 * locals they were, or its thread, or too short.
 *
 * Each is looked at when a call names it; those on a stack again when the
 * access is over, or a thread is, since their function may have returned, or
 * their block ended, meanwhile. What is freed meanwhile is a conflict
 * (check.c). Where nothing is known of a piece of memory nothing is said of it.
 * Invariant: pending.c has the buffers on stacks whose accesses are not over.
 */
#include "buffer.h"
#include "freed.h"
#include "history.h"
#include "pending.h"
#include "rules.h"
#include "spot.h"

#include "../datatype/datatype.h"
#include "../window/window.h"

#include <stdio.h>
#include <string.h>

/* One buffer argument. */
struct use {
  struct spot by;
  const char *argument; /* "origin buffer" */
  enum { READS, WRITES, EXPOSES } verb;
  enum { MESSAGE, OPERATION, WINDOW } of;
  double date;
  void *scope;   /* as in struct check_memory, of its first byte */
  MPI_Count fit; /* elements, of one that is too short; else -1 */
};

/* --- reports --- */

static const char *verb(const struct use *u)
{
  static const char *const verbs[] = {"reads", "writes", "exposes"};
  return verbs[u->verb];
}

/* As the memory of buffered sends, by one of three calls. */
static bool is_attached(const struct use *u)
{
  return u->of != WINDOW && strstr(u->by.call, "attach");
}

static void report(const struct use *u, const char *what, const char *note,
                   const char *advice)
{
  static const char *const sections[] = {"3.2.2", "12.3", "12.2"};
  const char *section = is_attached(u) ? "3.6" : sections[u->of];
  struct report r = {.rule = RULE_BUFFER, .date = u->date, .sides = 1};
  spot_side(&u->by, note, &r.side[0]);
  if (report_again(r.rule, r.side[0].what, r.side[0].place, NULL, NULL)) return;
  snprintf(r.headline, sizeof r.headline, "%s of %s %s", u->argument,
           u->by.call, what);
  snprintf(r.advice, sizeof r.advice, "%s [MPI-4.1 %s]", advice, section);
  report_add(&r);
}

/* The object at an address, in words. */
static const char *name_of(const struct use *u, const char *address)
{
  static char name[128];
  bool known = checking->name &&
               checking->name(address, u->by.rank, NULL, name, sizeof name);
  return known ? name : "its memory";
}

static void report_gone(const struct use *u, enum check_memory_kind kind,
                        const char *name)
{
  static const char *const advice[] = {
      [CHECK_FREED] =
          "Free it when the call has returned and the operation is complete.",
      [CHECK_DEAD] = "A local variable is there until its function returns.",
      [CHECK_LEFT] = "A variable of a block is there until that ends.",
      [CHECK_ENDED] =
          "A thread-local variable is there until its thread ends."};
  char note[REPORT_NOTE];
  snprintf(note, sizeof note, "%s %s", verb(u), name);
  report(u, kind == CHECK_FREED ? "that is freed" : "that is gone", note,
         advice[kind]);
}

static void report_freed(const struct use *u, const struct freed *f)
{
  char note[REPORT_NOTE];
  snprintf(note, sizeof note, "%s memory of %.100s, freed at %s", verb(u),
           freed_label(f), checking->place(freed_by(f)->site));
  report(u, "that is freed", note,
         "The window's memory goes with it: call MPI_Win_free later.");
}

static void report_short(const struct use *u, const struct check_memory *m,
                         const char *low, const char *high)
{
  char note[REPORT_NOTE];
  snprintf(note, sizeof note, "%s bytes [%lld, %lld) of %.80s, which has %lld",
           verb(u), (long long)(low - m->from), (long long)(high - m->from),
           name_of(u, m->from), (long long)(m->to - m->from));
  if (u->verb == WRITES) guard_reported(u->by.rank, low, high);
  report(u, "that is too short", note,
         u->of == WINDOW || is_attached(u)
             ? "Give it the memory that its size names."
             : "Give it the memory that count and type name.");
}

/* --- looking --- */

struct look {
  struct use *use;
  const struct observed_data *data;
  struct check_memory memory; /* of its first byte */
  bool is_short;
};

/* Reports memory that is no more. */
static bool is_gone(const struct use *u, const char *low,
                    const struct check_memory *m)
{
  const struct freed *f = freed_in(u->by.rank, low, low + 1);
  if (f)
    report_freed(u, f);
  else if (m->kind == CHECK_FREED || m->kind == CHECK_DEAD ||
           m->kind == CHECK_ENDED)
    report_gone(u, m->kind, name_of(u, low));
  else
    return false;
  return true;
}

/* How many elements, bytes without a type, are all in the object of the first
 * byte? */
static MPI_Count count_that_fit(const struct look *l)
{
  const struct datatype *type = l->data->type;
  MPI_Count room = l->memory.to - (const char *)l->data->address;
  if (!type) return room > 0 ? room : 0;
  MPI_Count end = type->true_lb + type->true_extent;
  return type->extent > 0 && end <= room ? (room - end) / type->extent + 1 : 0;
}

/* Where an object ends, or those behind it that touch: entries of a type that
 * lie in several of them are one block if it has their addresses. */
static const char *end_of_objects(const struct look *l,
                                  const struct check_memory *first)
{
  struct check_memory m = *first;
  const char *end;
  do {
    end = m.to;
    if (l->data->type->absolute) checking->memory(end, l->use->by.rank, &m);
  } while (m.from == end && m.to > end);
  return end;
}

/* One of the pieces of a buffer that leaves its first object. Where it lies in
 * no object at all, it is that which is too short. */
static void look_at_block(MPI_Count offset, MPI_Count bytes, void *arg)
{
  struct look *l = arg;
  struct check_memory m;
  const char *low = (const char *)l->data->address + offset;
  if (low >= l->memory.from && low + bytes <= l->memory.to) return;
  checking->memory(low, l->use->by.rank, &m);
  if (is_gone(l->use, low, &m)) return;
  if (m.to && low + bytes > m.to && low + bytes > end_of_objects(l, &m))
    report_short(l->use, &m, low, low + bytes);
  else if (m.kind == CHECK_UNKNOWN && !l->data->type->absolute)
    report_short(l->use, &l->memory, low, low + bytes);
  else
    return;
  l->is_short = true;
}

/* Of what reaches so far that its blocks may be too many to look at each, the
 * end alone is looked at. */
static bool ends_nowhere(const struct use *u, const struct observed_data *d,
                         const char *low, const char *high)
{
  enum { FAR = 1 << 30 };
  struct check_memory end;
  if (high - low < FAR || d->type->absolute) return false;
  checking->memory(high - 1, u->by.rank, &end);
  return end.kind == CHECK_UNKNOWN;
}

/* Those of this event that are too short, with what fits for the count. */
static struct {
  struct observed_data list[3]; /* an operation has no more */
  int count;
} cuts;

static void note_short(const struct observed_data *d, MPI_Count fit)
{
  cuts.list[cuts.count] = *d;
  cuts.list[cuts.count++].count = fit;
}

struct observed_data buffer_that_is_there(const struct observed_data *d)
{
  struct observed_data there = *d;
  for (const struct observed_data *s = cuts.list; s < cuts.list + cuts.count;
       s++)
    if (s->address == d->address && s->type == d->type &&
        s->count < there.count)
      there.count = s->count;
  return there;
}

/* Of one that leaves its first object, into what is nobody's if it is guarded.
 */
static void look_at_end(struct look *l, bool guarded, const char *low,
                        const char *high)
{
  const struct observed_data *d = l->data;
  bool block = !d->type || (d->type->contiguous && !d->type->absolute);
  l->is_short = guarded || block || ends_nowhere(l->use, d, low, high);
  if (l->is_short)
    report_short(l->use, &l->memory, low, high);
  else
    datatype_blocks(d->count, d->type, look_at_block, l);
  if (!l->is_short) return;
  l->use->fit = count_that_fit(l);
  note_short(d, l->use->fit);
}

/* Of a block that begins in no object: is it behind, or before, that of the
 * whole buffer? */
static bool look_at_begin(struct look *l, const void *whole, const char *low,
                          const char *high)
{
  struct check_memory m;
  bool nowhere = !l->memory.to || l->memory.kind == CHECK_FREED;
  if (!nowhere || !whole || l->data->type->absolute) return false;
  if (freed_in(l->use->by.rank, low, low + 1)) return false;
  checking->memory(whole, l->use->by.rank, &m);
  if (!m.to || m.kind == CHECK_FREED || (low >= m.from && low < m.to))
    return false;
  report_short(l->use, &m, low, high);
  note_short(l->data, l->use->fit = 0);
  return true;
}

/* Returns the address of its first byte if that is on a stack, else NULL. */
static const char *look(struct use *u, const struct observed_data *d,
                        const void *whole)
{
  MPI_Count low = 0, high = d->count;
  const char *address = d->address;
  struct look l = {.use = u, .data = d};
  struct check_memory *m = &l.memory;
  u->fit = -1;
  if (d->type && !datatype_span(d->count, d->type, &low, &high)) return NULL;
  if (low == high) return NULL;
  checking->memory(address + low, u->by.rank, m);
  u->scope = m->scope;
  if (look_at_begin(&l, whole, address + low, address + high)) return NULL;
  if (is_gone(u, address + low, m)) return NULL;
  if (m->to && address + high > m->to)
    look_at_end(&l, false, address + low, address + high);
  else if (!m->to && guard_part(u->by.rank, address + low, m))
    look_at_end(&l, true, address + low, address + high);
  return m->kind == CHECK_STACK ? address + low : NULL;
}

static void cut(MPI_Count *room, const struct use *u)
{
  if (u->fit >= 0 && u->fit < *room) *room = u->fit;
}

static void keep(const struct use *u, struct pending p)
{
  p.by = caller_of(u->by.call, u->by.site);
  p.scope = u->scope;
  p.strand = u->by.strand;
  p.argument = u->argument;
  p.date = u->date;
  p.write = u->verb == WRITES;
  pending_keep(u->by.rank, &p);
}

/* Of a buffer that is longer than what it gets, all is looked at. */
static void look_at_operand(const struct observed_issue *e,
                            struct observed_data d, MPI_Count named,
                            const char *name, bool write)
{
  if (!d.count || !d.address) return;
  d.count = named;
  struct use u = {.by = SPOT(e),
                  .argument = name,
                  .verb = write ? WRITES : READS,
                  .of = OPERATION,
                  .date = e->date};
  const char *address = look(&u, &d, NULL);
  if (write) cut(e->room, &u);
  if (address)
    keep(&u, (struct pending){.address = address,
                              .number = e->number,
                              .window = e->window,
                              .target = e->target});
}

static void on_issue(struct observer *o, const struct observed_issue *e)
{
  (void)o;
  cuts.count = 0;
  look_at_operand(e, e->origin, e->origin_count, "origin buffer",
                  e->kind == OBSERVED_GET);
  look_at_operand(e, e->compare, 1, "compare buffer", false);
  look_at_operand(e, e->result, e->result_count, "result buffer", true);
}

static void on_buffer(struct observer *o, const struct observed_buffer *e)
{
  struct use u = {.by = SPOT(e),
                  .argument = e->argument,
                  .verb = e->write ? WRITES : READS,
                  .date = e->date};
  (void)o;
  cuts.count = 0;
  const char *address = look(&u, &e->data, e->whole);
  if (e->room) cut(e->room, &u);
  if (address && e->pending)
    keep(&u, (struct pending){
                 .address = address, .number = e->pending, .target = -1});
}

/* What is not MPI's own; when it goes is window_memory.c's. */
static void on_exposure(struct observer *o, const struct observed_exposure *e)
{
  struct use u = {.by = SPOT(e),
                  .argument = "memory",
                  .verb = EXPOSES,
                  .of = WINDOW,
                  .date = e->date};
  struct observed_data memory = {.address = e->from, .count = e->to - e->from};
  (void)o;
  cuts.count = 0;
  if (!e->ends && !window_allocated(e->window->window)) look(&u, &memory, NULL);
}

/* --- at the end of an access --- */

static void over(int rank, const struct pending *p)
{
  struct use u = {.by = {p->by->what, p->by->site, rank, p->strand},
                  .argument = p->argument,
                  .verb = p->write ? WRITES : READS,
                  .of = p->window ? OPERATION : MESSAGE,
                  .date = p->date};
  enum check_memory_kind left = CHECK_STACK;
  if (checking->dead(p->address, rank)) {
    struct check_memory m;
    checking->memory(p->address, rank, &m);
    report_gone(&u, m.kind, name_of(&u, p->address));
    return;
  }
  if (p->scope && checking->left)
    left = checking->left(p->scope, p->address, rank);
  if (left == CHECK_DEAD)
    report_gone(&u, left, "the stack of a function that has returned");
  else if (left == CHECK_LEFT)
    report_gone(&u, left, "the stack of a block that has ended");
}

static void on_completion(struct observer *o,
                          const struct observed_completion *e)
{
  struct pending like = {
      .window = e->window, .number = e->number, .target = e->target};
  (void)o;
  if (e->kind == OBSERVED_EXPOSED) return;
  enum pending_end end = e->kind == OBSERVED_REQUEST ? END_NUMBER
                         : e->target < 0             ? END_WINDOW
                                                     : END_TARGET;
  pending_end(e->strand.rank, end, &like, over);
}

static void on_buffer_end(struct observer *o,
                          const struct observed_buffer_end *e)
{
  struct pending like = {.number = e->pending};
  (void)o;
  if (!e->given_up) pending_end(e->strand.rank, END_NUMBER, &like, over);
}

/* What has gone with a thread, before a call writes there. */
static bool goes(int rank, const struct pending *p)
{
  return checking->dead(p->address, rank);
}

static void on_thread_end(struct observer *o,
                          const struct observed_thread_end *e)
{
  (void)o;
  pending_end_those(e->strand.rank, goes, over);
}

static struct observer observer = {.issue = on_issue,
                                   .buffer = on_buffer,
                                   .exposure = on_exposure,
                                   .completion = on_completion,
                                   .buffer_end = on_buffer_end,
                                   .thread_end = on_thread_end};

void buffer_open(void)
{
  if (checking->memory) observer_add(&observer);
}
