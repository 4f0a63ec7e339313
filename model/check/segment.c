/* Two accesses of the same bytes: do they conflict, and what is kept of them.
 */
#include "segment.h"

#include "../memory.h"
#include "../op/op.h"
#include "../pool.h"
#include "../window/window.h"

enum { LOOK_BACK = 8, FEW = 8 };

conflict_found *history_conflict;
void (*history_follows)(const struct record *, const struct record *,
                        const struct viewer *, const char *, const char *);

/* --- lists --- */

enum segment_list { LIST_READS, LIST_ATOMS, LIST_WRITES };

static enum segment_list list_of(const struct record *r)
{
  if (r->flags & RECORD_ATOMIC) return LIST_ATOMS;
  int writes = RECORD_WRITES | RECORD_STORE | RECORD_UPDATE;
  return r->flags & writes ? LIST_WRITES : LIST_READS;
}

/* Lists of a segment hang one below the other, in the order of their kinds;
 * those that would be empty are not there. */
struct recorded {
  struct record record;
  struct recorded *next;  /* of its list, in which the latest is the first */
  struct recorded *below; /* of the first of a list: the next list */
};

static struct pool pool = POOL(struct recorded);

static void record_remove(struct recorded **at)
{
  struct recorded *old = *at;
  *at = old->next;
  act_unref(old->record.act);
  pool_give(&pool, old);
}

/* Lists that segments have dropped, all one below the other. Each record that
 * comes takes the place of one of them; at the end of a run nobody clears up.
 */
static struct recorded *dropped;

void segment_drop(struct segment *s)
{
  struct recorded *last = s->first;
  if (!last) return;
  while (last->below)
    last = last->below;
  last->below = dropped;
  dropped = s->first;
  s->first = NULL;
}

static struct recorded *record_new(void)
{
  if (dropped) {
    struct recorded *below = dropped->below;
    record_remove(&dropped);
    if (dropped)
      dropped->below = below;
    else
      dropped = below;
  }
  return pool_take_ahead(&pool, sizeof *dropped);
}

static struct recorded *list_copy(const struct recorded *from)
{
  struct recorded *first = NULL, **end = &first;
  for (; from; from = from->next, end = &(*end)->next) {
    *end = record_new();
    **end = *from;
    from->record.act->references++;
  }
  return first;
}

void segment_copy(struct segment *to, const struct segment *from)
{
  struct recorded **at = &to->first;
  to->mixed = from->mixed;
  to->op = from->op;
  for (const struct recorded *l = from->first; l; l = l->below) {
    *at = list_copy(l);
    at = &(*at)->below;
  }
  *at = NULL;
}

/* The only record it holds; NULL: none, or several. */
static const struct record *single(const struct segment *s)
{
  const struct recorded *one = s->first;
  return one && !one->next && !one->below ? &one->record : NULL;
}

bool segment_like(const struct segment *a, const struct segment *b)
{
  const struct record *x = single(a), *y = single(b);
  return x && y && x->act == y->act && x->flags == y->flags;
}

/* --- two accesses --- */

/* Does their order matter? */
static bool clash(const struct record *a, const struct record *b)
{
  int either = a->flags | b->flags;
  if (either & (RECORD_STORE | RECORD_UPDATE))
    return (a->flags ^ b->flags) & RECORD_STORE;
  if (!(either & RECORD_WRITES)) return false;
  if (record_looks(a, b) || record_looks(b, a)) return false;
  return !record_compatible(a, b) || ops_differ(a->act, b->act);
}

/* What lets a load pass where another one would not. */
enum { FRESH = 1, POLLED = 2, FOUND = 4 };
static int excuses(const struct record *r)
{
  const struct act *a = r->act;
  if (r->flags & RECORD_WRITES) return 0;
  return (a->fresh ? FRESH : 0) | (a->polled ? POLLED : 0) |
         (a->found ? FOUND : 0);
}

/* Of the separate model: do the same calls let others see them? */
static bool is_seen_with(const struct record *new, const struct record *old)
{
  const struct act *a = new->act, *b = old->act;
  if (!(new->flags &RECORD_AT_TARGET))
    return act_strand(a)->rank == act_strand(b)->rank;
  return act_window(a) == act_window(b);
}

/* Does everything that clashes with `old` clash with `new`? */
static bool says_all(const struct record *new, const struct record *old)
{
  if (new->flags &(RECORD_STORE | RECORD_UPDATE))
    return new->flags == old->flags &&is_seen_with(new, old);
  if (excuses(new) & ~excuses(old)) return false;
  if ((old->flags & RECORD_WRITES) && !(new->flags &RECORD_WRITES))
    return false;
  if (new->flags & RECORD_C_ATOMIC)
    return (old->flags & RECORD_C_ATOMIC) &&
           (!history_separate || is_seen_with(new, old));
  if (new->flags & RECORD_ATOMIC)
    return record_compatible(new, old) && new->act->op == old->act->op;
  return true;
}

static bool is_update(const struct record *r)
{
  const int update = RECORD_ATOMIC | RECORD_AT_TARGET | RECORD_WRITES;
  if (r->flags & RECORD_UPDATE) return r->act->kind != OBSERVED_PUT;
  return (r->flags & update) == update;
}

static bool is_alike(const struct record *a, const struct record *b)
{
  return a->flags == b->flags && a->what == b->what && a->basic == b->basic &&
         a->size == b->size && a->grid == b->grid;
}

/* The same strand did the same before, at the same moment of its life; or the
 * same call started the like, which completes at the same time. But who has
 * seen an update need not have seen one that repeats it. */
static bool repeats(const struct record *old, const struct record *new)
{
  const struct act *a = old->act, *b = new->act;
  if (!is_alike(old, new) || a->plain != b->plain) return false;
  if (a->plain)
    return a->stamp.strand == b->stamp.strand &&
           a->stamp.tick == b->stamp.tick &&
           (a->by == b->by || ((excuses(old) ^ excuses(new)) & ~FOUND) == 0);
  return a->batch && a->batch == b->batch && a->by == b->by && !a->requested &&
         !b->requested && !is_update(new);
}

/* Are its accumulates? */
static bool in_order(const struct batch *b)
{
  const struct window *w = b->window->window;
  if (w->rules.ordered) return true;
  int target = group_rank(w->comm->group, (int)b->world);
  return window_orders(b->window, target);
}

/* Updates by one strand at one place, of one batch, or neither complete at
 * their target: what completes the later one there has completed the earlier
 * one, and who has seen it comes after both, if they are ordered. */
static bool ends_with(const struct record *old, const struct record *new)
{
  const struct act *a = old->act, *b = new->act;
  const int update = RECORD_AT_TARGET | RECORD_WRITES;
  return (new->flags &update) == update && old->flags == new->flags &&
         a->batch && b->batch && a->by == b->by && a->op == b->op &&
         a->batch->window == b->batch->window &&
         a->batch->world == b->batch->world &&
         (a->batch == b->batch ||
          (!batch_remote(a->batch) && !batch_remote(b->batch))) &&
         says_all(new, old) &&
         (!(new->flags &RECORD_ATOMIC) || in_order(a->batch));
}

/* Two buffers of one nonblocking call: they may be the same. */
static bool same_call(const struct act *a, const struct act *b)
{
  return !a->batch && !b->batch && a->number && a->number == b->number;
}

/* An operation whose buffer is, at its own rank, what it reads or writes. */
static bool own_target(const struct record *a, const struct record *b)
{
  return (a->flags ^ b->flags) & RECORD_AT_TARGET;
}

/* A load that finds an update of which nothing else has told its strand may be
 * that of a loop which waits for it: then what it finds is what orders them.
 * (location.c) */
static bool finds(const struct record *load, const struct record *update,
                  const struct viewer *v)
{
  int both = RECORD_ATOMIC | RECORD_AT_TARGET;
  return !history_separate && record_is_touch(load) &&
         !(load->flags & RECORD_WRITES) && (update->flags & both) == both &&
         update->act->version && !viewer_knows(v, update->act->stamp);
}

/* Who does the same once more has been looking. */
static void look_again(struct act *old, struct act *new)
{
  if (old->by != new->by) return;
  act_polls(old);
  new->again = true;
  old->fresh |= new->fresh;
}

/* Threads that race without a call of MPI are not our business: there a load
 * or store says less than a call. `window`: the bytes are window memory. */
static bool stands_for(const struct record *new, const struct record *old,
                       bool window)
{
  return (window || record_is_touch(old) || !record_is_touch(new)) &&
         says_all(new, old);
}

/* What becomes of an earlier record. */
enum met { MET_KEEP, MET_CONFLICT, MET_DROP };

static enum met meet(const struct record *old, const struct record *r,
                     const struct viewer *v, const char *low, const char *high,
                     bool window)
{
  if (old->act == r->act && !own_target(old, r)) return MET_KEEP;
  window |= (r->flags & (RECORD_STORE | RECORD_UPDATE)) != 0;
  bool same_memory = window || record_owner(old) == record_owner(r);
  bool concerns_us = window || !record_is_touch(old) || !record_is_touch(r);
  bool over = !same_memory || record_over(old, low, high, v) ||
              same_call(old->act, r->act);
  if (history_overlaps && over && same_memory)
    over = record_fenced(old, r, low, high, v);
  bool conflicts = !over && concerns_us && clash(old, r);
  if (conflicts) {
    struct record new = *r;
    if (finds(r, old, v)) new.flags |= RECORD_FINDS;
    history_conflict(old, &new, low, high);
  }
  if (over && same_memory && history_follows)
    history_follows(old, r, v, low, high);
  if (!over) return conflicts ? MET_CONFLICT : MET_KEEP;
  if (!stands_for(r, old, window)) return MET_KEEP;
  if (r->act->plain && repeats(old, r)) look_again(old->act, r->act);
  return MET_DROP;
}

/* May a record of the list conflict with this one? */
static bool concerns(const struct segment *s, enum segment_list k,
                     const struct record *r)
{
  if (k == LIST_READS) return r->flags & ~(RECORD_AT_TARGET | RECORD_CALL);
  return k != LIST_ATOMS || !(r->flags & RECORD_ATOMIC) || s->mixed;
}

/* False: nothing is left of it, and *head is the list below. */
static bool list_settle(struct recorded **head, struct recorded *below,
                        int kept, int room)
{
  if (!kept) {
    *head = below;
    return false;
  }
  (*head)->below = below;
  if (room > kept) room = kept;
  (*head)->record.room = (uint16_t)(room < UINT16_MAX ? room : UINT16_MAX);
  return true;
}

static unsigned pass; /* through a list */

/* By strand: what a list that is looked through keeps of it, latest first,
 * each above the next. Those of an earlier pass are none. (Or by target, the
 * latest: is_repeated.) */
static struct strand_top {
  unsigned pass;
  struct recorded *first;
} * tops;
static int top_count;

static struct recorded **top_of(int strand)
{
  REACH(tops, top_count, strand);
  struct strand_top *t = &tops[strand];
  if (t->pass != pass) *t = (struct strand_top){pass, NULL};
  return &t->first;
}

/* When its strand came to one of these it knew that `old` was over; or did the
 * same once more, which ends no sooner. */
static bool is_followed(const struct record *old, const struct recorded *later,
                        const char *low, const char *high, bool window)
{
  static const struct clock nothing;
  for (int i = 0; later && i < LOOK_BACK; i++, later = later->below) {
    const struct record *new = &later->record;
    struct viewer then = {.own = new->act->stamp, .past = &nothing};
    if (repeats(old, new)) {
      if (old->act->plain) look_again(old->act, new->act);
      return true;
    }
    if (ends_with(old, new)) return true;
    if (record_over(old, low, high, &then) && stands_for(new, old, window))
      return true;
  }
  return false;
}

/* Who looks through a list sees what itself left behind; so that nothing of
 * the others stays, they are compared with their own later ones. Returns how
 * many are kept. */
static int list_thin(struct recorded **head, const char *low, const char *high,
                     bool window)
{
  int kept = 0;
  pass++;
  for (struct recorded **at = head; *at;) {
    struct recorded *one = *at;
    struct recorded **top = top_of(one->record.act->stamp.strand);
    if (is_followed(&one->record, *top, low, high, window)) {
      record_remove(at);
      continue;
    }
    one->below = *top;
    *top = one;
    at = &one->next;
    kept++;
  }
  return kept;
}

/* Is it what another operation of its batch does, too, which is among the later
 * ones that this pass has met? Both complete at once. */
static bool is_repeated(struct recorded *one)
{
  const struct batch *g = one->record.act->batch;
  if (!g) return false;
  struct recorded **later = top_of((int)g->world);
  if (*later && repeats(&one->record, &(*later)->record)) return true;
  *later = one;
  return false;
}

/* `compares`: the access is not recorded, so it stands for no earlier one. Who
 * stores to the buffer of each operation that is under way meets all of them,
 * each time: of those that repeat each other the latest is kept. */
static bool list_meet(struct recorded **head, const struct record *r,
                      const struct viewer *v, const char *low, const char *high,
                      bool compares)
{
  struct recorded *below = (*head)->below;
  int kept = 0, room = (*head)->record.room;
  bool window = history_window(low);
  pass++;
  for (struct recorded **at = head; *at;) {
    if ((*at)->next) memory_ask((*at)->next->record.act);
    enum met met = meet(&(*at)->record, r, v, low, high, window);
    bool again = met == MET_CONFLICT && is_repeated(*at);
    if (again || (met == MET_DROP && !compares)) {
      record_remove(at);
    } else {
      at = &(*at)->next;
      kept++;
    }
  }
  if (room == 0 && !compares) {
    if (kept > FEW) kept = list_thin(head, low, high, window);
    room = kept;
  }
  return list_settle(head, below, kept, room);
}

void segment_ask(const struct segment *s)
{
  if (s->first) memory_ask(s->first->record.act);
}

void segment_forget(struct segment *s, history_gone *gone, void *arg,
                    const char *low, const char *high)
{
  for (struct recorded **head = &s->first; *head;) {
    struct recorded *below = (*head)->below;
    int kept = 0;
    for (struct recorded **at = head; *at;)
      if (gone(&(*at)->record, low, high, arg)) {
        record_remove(at);
      } else {
        at = &(*at)->next;
        kept++;
      }
    if (list_settle(head, below, kept, kept)) head = &(*head)->below;
  }
}

/* May another operation of the batch have accessed some of this? This one has
 * from now on. Its words of 8 bytes, by their number modulo 63. */
static bool was_accessed(struct batch *g, const char *low, const char *high)
{
  enum { WORDS = 63 };
  if (batch_local(g)) return true;
  uintptr_t first = (uintptr_t)low / 8;
  uintptr_t count = ((uintptr_t)high + 7) / 8 - first;
  uintptr_t words = ((uintptr_t)1 << (count < WORDS ? count : WORDS)) - 1;
  first %= WORDS;
  words = (words << first | words >> (WORDS - first)) << 1;
  bool before = g->words & words;
  g->words |= words;
  return before;
}

/* Of updates of a whole window, each of which may be seen alone, some are kept
 * of each batch: the first ones and the latest. */
static bool is_crowd(const struct recorded *at, const struct record *r)
{
  int i = 0;
  if (!(r->flags & RECORD_UPDATE)) return false;
  for (; at && i < LOOK_BACK; i++, at = at->next)
    if (at->record.act->batch != r->act->batch ||
        at->record.act->by != r->act->by || at->record.flags != r->flags)
      return false;
  return i == LOOK_BACK;
}

static void record_renew(struct record *old, struct act *new)
{
  act_unref(old->act);
  old->act = new;
  new->references++;
}

/* Of two lines that say the same the later one is named, as where one record
 * follows another. */
static void record_repeat(struct record *old, struct act *new)
{
  if (old->act->by != new->by)
    record_renew(old, new);
  else if (new->plain)
    look_again(old->act, new);
}

/* Is there one, lately, that says the same? */
static bool is_known(struct recorded *at, const struct record *r,
                     const char *low, const char *high)
{
  struct batch *g = r->act->batch;
  if (at && at->record.act == r->act && at->record.flags == r->flags)
    return true;
  if (is_update(r)) {
    if (!is_crowd(at, r)) return false;
    record_renew(&at->record, r->act);
    return true;
  }
  if (g && !was_accessed(g, low, high)) return false;
  for (int i = 0; at && i < LOOK_BACK; i++, at = at->next) {
    if (!repeats(&at->record, r)) continue;
    record_repeat(&at->record, r->act);
    return true;
  }
  return false;
}

/* Where the list of that kind is, or would be. */
static struct recorded **list_place(struct segment *s, enum segment_list k)
{
  struct recorded **head = &s->first;
  while (*head && list_of(&(*head)->record) < k)
    head = &(*head)->below;
  return head;
}

static struct recorded *list_find(struct segment *s, enum segment_list k)
{
  struct recorded *head = *list_place(s, k);
  return head && list_of(&head->record) == k ? head : NULL;
}

static void record_add(struct segment *s, const struct record *r)
{
  struct recorded **head = list_place(s, list_of(r));
  struct recorded *list = list_find(s, list_of(r)), *new = record_new();
  *new = (struct recorded){*r, list, list ? list->below : *head};
  new->record.room = list ? (uint16_t)(list->record.room - 1) : 0;
  r->act->references++;
  *head = new;
}

/* The operator, whose handle is one of the ABI's below 4096; 0: it goes with
 * any other. (ops_differ) */
static uint16_t own_op(const struct record *r)
{
  if (!history_ops || !r->act->batch) return 0;
  MPI_Op op = act_operator(r->act);
  bool goes = op == MPI_NO_OP && !act_window(r->act)->rules.same_op;
  return goes ? 0 : (uint16_t)(uintptr_t)op;
}

/* Atomic updates by operators that go together need not be compared. */
static void mix(struct segment *s, const struct record *r)
{
  if (!(r->flags & RECORD_ATOMIC)) return;
  const struct recorded *at = list_find(s, LIST_ATOMS);
  uint16_t op = own_op(r);
  if (!at) s->mixed = false;
  if (!at) s->op = 0;
  s->mixed |= at && !record_compatible(&at->record, r);
  s->mixed |= op && s->op && op != s->op;
  if (op) s->op = op;
}

void segment_access(struct segment *s, const char *low, const char *high,
                    const struct record *r, const struct viewer *v)
{
  enum segment_list own = list_of(r);
  mix(s, r);
  for (struct recorded **head = &s->first; *head;) {
    enum segment_list k = list_of(&(*head)->record);
    bool full = k == own && (*head)->record.room == 0;
    if ((!full && !concerns(s, k, r)) ||
        list_meet(head, r, v, low, high, false))
      head = &(*head)->below;
  }
  if (!is_known(list_find(s, own), r, low, high)) record_add(s, r);
}

void segment_compare(struct segment *s, const char *low, const char *high,
                     const struct record *r, const struct viewer *v)
{
  for (struct recorded **head = &s->first; *head;) {
    enum segment_list k = list_of(&(*head)->record);
    if (!concerns(s, k, r) || list_meet(head, r, v, low, high, true))
      head = &(*head)->below;
  }
}
