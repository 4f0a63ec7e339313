/* What would order two accesses that conflict.
 *
 * That depends on what completes the earlier one, and who knows of it; on
 * whether they are of one rank or strand; and on the rule. Invariant: an advice
 * names calls that the program makes, with their places, or what would do. */
#include "advice.h"

#include "visibility.h"

#include "../abi/function.h"
#include "../window/window.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* What completes the access, where it has been told already. A buffer at the
 * origin is free when the operation is locally complete. */
const struct completion *advice_completion(const struct record *r)
{
  const struct act *a = r->act;
  const struct batch *g = a->batch;
  bool there = r->flags & RECORD_AT_TARGET;
  if (a->plain) return NULL;
  if (there && g && batch_remote(g)) return batch_remote(g);
  if (there && a->kind != OBSERVED_GET) return NULL;
  if (a->done) return a->done;
  return g ? batch_local(g) : NULL;
}

bool advice_is_passive(const struct act *a, const struct window *w)
{
  if (a->batch) return a->batch->epoch >= EPOCH_LOCK;
  const struct window_view *v = window_view_of(w, act_strand(a)->rank);
  return v && epoch_is_passive(&v->epoch);
}

static enum function_ends ends_of(const struct completion *c)
{
  const struct function *f = function_named(c->by->what);
  return f ? f->ends : ENDS_ALONE;
}

#define FLUSH "MPI_Win_flush"

static bool same_rank(const struct found *f)
{
  return act_strand(f->earlier.act)->rank == act_strand(f->later.act)->rank;
}

static bool other_thread(const struct found *f)
{
  return same_rank(f) && act_strand(f->earlier.act) != act_strand(f->later.act);
}

/* The calls of the two sides, and where they are the same, which one it is. */
struct names {
  char earlier[48], later[48], both[112];
};

static struct names names_of(const struct found *f)
{
  const char *a = f->earlier.act->by->what, *b = f->later.act->by->what;
  bool same = !strcmp(a, b);
  struct names n;
  snprintf(n.earlier, sizeof n.earlier, "%s%s", same ? "earlier " : "", a);
  snprintf(n.later, sizeof n.later, "%s%s", same ? "later " : "", b);
  snprintf(n.both, sizeof n.both, "the %s and the %s", n.earlier,
           same ? "later one" : b);
  return n;
}

/* What else its own rank could do where what ends it comes so late. */
static const char *sooner(const struct found *f, const struct completion *c)
{
  const struct act *a = f->earlier.act;
  if (!same_rank(f)) return "";
  if (strncmp(c->by->what, FLUSH, strlen(FLUSH)) == 0)
    return ", or flush before it, too";
  if (ends_of(c) != ENDS_LOCK) return "";
  bool waits = strncmp(a->by->what, "MPI_R", 5) == 0;
  bool buffer = !(f->earlier.flags & RECORD_AT_TARGET);
  return waits && buffer ? ", or wait for the request first"
                         : ", or flush first";
}

static __attribute__((format(printf, 3, 4))) void add(char *text, size_t size,
                                                      const char *format, ...)
{
  size_t n = strlen(text);
  va_list list;
  va_start(list, format);
  vsnprintf(text + n, size - n, format, list);
  va_end(list);
}

/* Is `c` a call that the strand of the later access makes, too? */
static bool is_shared(const struct completion *c, const struct act *later)
{
  return check_strand_of(c->stamp.strand) == act_strand(later) ||
         ends_of(c) == ENDS_TOGETHER;
}

/* Are both operations of one epoch, of which `c` is the end, so that the later
 * one needs another? It is that of one target where a target ends it. */
static bool ends_epoch(const struct found *f, const struct completion *c)
{
  const struct batch *g = f->earlier.act->batch, *h = f->later.act->batch;
  if (!f->one_window || g->epoch != h->epoch) return false;
  bool shared = is_shared(c, f->later.act);
  bool one_target = g->world == h->world;
  switch (g->epoch) {
  case EPOCH_START:
    return shared || (one_target && check_strand_of(c->stamp.strand) !=
                                        act_strand(f->earlier.act));
  case EPOCH_LOCK:
  case EPOCH_LOCK_SHARED:
    return shared && one_target && ends_of(c) == ENDS_LOCK;
  default:
    return shared && ends_of(c) != ENDS_ALONE;
  }
}

/* Of an operation whose result may as well go elsewhere. */
static const char *elsewhere(const struct found *f)
{
  const struct record *b = &f->later;
  bool there = (f->earlier.flags | b->flags) & RECORD_AT_TARGET;
  bool result = b->flags & RECORD_WRITES && !b->act->replaces;
  return !there && !b->act->plain && result ? ", or use another buffer" : "";
}

/* Who does not know that the earlier access is over. */
static void whom(const struct found *f, const struct completion *c, char *text,
                 size_t size)
{
  const struct check_strand *s = act_strand(f->later.act);
  const struct check_strand *by = check_strand_of(c->stamp.strand);
  if (other_thread(f))
    snprintf(text, size, "the other thread");
  else if (by != s && by->rank == s->rank)
    snprintf(text, size, "thread %d of rank %d", s->number, s->rank);
  else
    snprintf(text, size, "rank %d", s->rank);
}

/* Does one poll what the other stores, or use C11's atomics as if to? That no
 * call of MPI can order. */
static bool polls_store(const struct found *f)
{
  const struct record *a = &f->earlier, *b = &f->later;
  bool polled = a->act->polled || b->act->polled ||
                ((a->flags ^ b->flags) & RECORD_C_ATOMIC);
  return polled && record_is_touch(a) && record_is_touch(b) &&
         (a->flags ^ b->flags) & RECORD_WRITES;
}

/* Do both come to a target by two windows, so that a fence of the one does not
 * tell who issues the other that it is over there? It tells the target and, of
 * a get, the origin. */
static bool passes_fence(const struct found *f)
{
  const struct record *a = &f->earlier, *b = &f->later;
  return a->flags & b->flags & RECORD_AT_TARGET && !f->one_window &&
         a->act->batch->epoch == EPOCH_FENCE &&
         act_strand(b->act)->rank != record_owner(a) &&
         (a->flags & RECORD_WRITES || !same_rank(f));
}

/* Something completes the earlier one. */
static void advise_completion(const struct found *f, const struct completion *c,
                              char *text, size_t size)
{
  const char *nothing = f->nothing, *call = c->by->what;
  const char *at = checking->place(c->by->site);
  struct names names = names_of(f);
  bool one = act_strand(f->earlier.act) == act_strand(f->later.act);
  const char *its = one ? names.later : f->later.act->by->what;
  bool again = ends_epoch(f, c), passes = passes_fence(f);
  bool shared = is_shared(c, f->later.act);
  bool known = f->known == c; /* else others were told of a get before c */
  char who[48];
  whom(f, c, who, sizeof who);
  if (!strcmp(call, "MPI_Request_free"))
    snprintf(text, size,
             "%s, and after MPI_Request_free at %s no call tells when the %s "
             "is over. Wait for its request before the %s.",
             nothing, at, names.earlier, names.later);
  else if (known && passes)
    snprintf(text, size,
             "%s. %s at %s completes the %s when it returns at rank %d, and "
             "nothing lets %s know of that before its %s.",
             nothing, call, at, names.earlier, record_owner(&f->earlier), who,
             its);
  else if (known && !shared)
    snprintf(text, size,
             "%s. %s at %s completes the %s, but nothing lets %s know "
             "before its %s.",
             nothing, call, at, names.earlier, who, its);
  else if (!shared && !again)
    snprintf(text, size,
             "%s. %s at %s comes too late. Let %s know of it%s before "
             "its %s%s.",
             nothing, call, at, who,
             ends_of(c) == ENDS_LOCK ? ", or of a flush," : "", its,
             other_thread(f) ? "" : sooner(f, c));
  else
    snprintf(text, size,
             "%s. %s at %s comes too late; move the %s %safter it%s%s%s.",
             nothing, call, at, names.later, again ? "into an epoch " : "",
             passes ? " and a barrier" : "", sooner(f, c), elsewhere(f));
}

/* The one that is an operation's at its target; NULL: none. */
static const struct record *at_target(const struct found *f)
{
  if (f->later.flags & RECORD_AT_TARGET) return &f->later;
  return f->earlier.flags & RECORD_AT_TARGET ? &f->earlier : NULL;
}

/* What would order them, where nothing need complete the earlier one: what may
 * be called where the operation's epoch is. */
static const char *what_orders(const struct found *f)
{
  const struct record *operation = at_target(f);
  if (same_rank(f)) return "a barrier, lock or join of the threads";
  if (!operation && f->fences) return "a fence, barrier or message";
  if (!operation) return "a barrier or message";
  switch (operation->act->batch->epoch) {
  case EPOCH_FENCE:
    return "a fence";
  case EPOCH_START:
    return "a message";
  case EPOCH_LOCK:
    return f->locks ? "a lock or message" : "a message";
  case EPOCH_LOCK_SHARED:
    return f->locks ? "an exclusive lock or message" : "a message";
  default:
    return operation == &f->earlier && !f->known ? "a flush and a message"
                                                 : "a barrier or message";
  }
}

/* The lock that is advised may be there, but keeps nobody off. */
static const char *unchecked(const struct found *f)
{
  return f->unchecked ? ", without MPI_MODE_NOCHECK" : "";
}

/* Two ranks access shared memory, and the first one writes. */
static void advise_stored(const struct found *f, char *text, size_t size)
{
  struct names names = names_of(f);
  if (f->passive)
    add(text, size,
        "Let a barrier or message, between two calls of MPI_Win_sync, come "
        "between %s.",
        names.both);
  else if (f->fences)
    add(text, size,
        "Let a fence come between %s, or a barrier or message between two "
        "calls of MPI_Win_sync.",
        names.both);
  else
    add(text, size, "Let a fence, outside of other epochs, come between %s.",
        names.both);
}

/* The earlier one is over when the program goes on. MPI_Win_start and
 * MPI_Win_lock need not wait, so that loads and stores of the target's that are
 * outside its own calls may come at any time. [MPI-4.1 12.5.2, 12.5.3] */
static void advise_plain(const struct found *f, char *text, size_t size)
{
  const struct record *a = &f->earlier, *b = &f->later;
  bool there = !same_rank(f) && b->flags & RECORD_AT_TARGET;
  const struct batch *g = there ? b->act->batch : NULL;
  const char *first = a->act->by->what;
  struct names names = names_of(f);
  bool shared = there && g->epoch == EPOCH_LOCK_SHARED;
  bool touches = record_is_touch(a) && record_is_touch(b);
  bool copies = !same_rank(f) && !at_target(f) && (touches || history_separate);
  add(text, size, "%s. ", f->nothing);
  if (f->locks && there && (shared || g->epoch == EPOCH_LOCK) &&
      record_is_touch(a))
    add(text, size,
        "Let a barrier or message come between %s, or lock the window at "
        "rank %d%s for the %s, too%s.",
        names.both, f->target, shared ? " exclusively" : "", first,
        unchecked(f));
  else if (there && g->epoch == EPOCH_START &&
           record_owner(b) == act_strand(a->act)->rank)
    add(text, size, "Move the %s before MPI_Win_post or after MPI_Win_wait.",
        first);
  else if (copies && a->flags & RECORD_WRITES)
    advise_stored(f, text, size);
  else
    add(text, size, "Let %s come between %s.", what_orders(f), names.both);
}

static void advise_conflict(const struct found *f, char *text, size_t size)
{
  const struct act *a = f->earlier.act, *b = f->later.act;
  const struct completion *c = advice_completion(&f->earlier);
  struct names names = names_of(f);
  if (a == b)
    snprintf(text, size,
             "The operation's buffer is its target, in part. Use a copy.");
  else if (polls_store(f))
    snprintf(text, size,
             "%s. A loop may poll what another stores if both use C11's "
             "atomics, as by atomic_load and atomic_store.",
             f->nothing);
  else if (a->plain)
    advise_plain(f, text, size);
  else if (!c)
    snprintf(text, size,
             "%s, and nothing completes the %s. Complete it before the %s.",
             f->nothing, names.earlier, names.later);
  else
    advise_completion(f, c, text, size);
  if (f->missed)
    add(text, size,
        " A flush by another thread did not know of the %s: let a barrier, "
        "lock or join of the threads come between the two.",
        names.earlier);
}

/* Whose buffers who may use while the call is not complete; NULL: as the rule
 * says. */
static const struct area {
  const char *name, *section;
} areas[] = {
    {"rma", NULL},          {"p2p", "3.7.2"},     {"partitioned", "4.2"},
    {"collective", "6.12"}, {"topology", "6.12"}, {"io", "14.4.1"},
    {"comm", "3.6"},        {"session", "3.6"},   {NULL, NULL}};

/* MPI_Start starts requests of several kinds. */
static const char *const started[] = {[STARTED_MESSAGE] = "3.9",
                                      [STARTED_PARTITIONED] = "4.2",
                                      [STARTED_COLLECTIVE] = "6.13"};

static bool section_of(const struct act *act, const char **section)
{
  const struct function *f = function_named(act->by->what);
  const struct area *a = areas;
  while (f && a->name && strcmp(a->name, f->area))
    a++;
  bool attaches = a->section && strstr(act->by->what, "attach");
  *section = attaches ? "3.6" : a->section; /* a buffer for buffered sends */
  if (act->started) *section = started[act->started];
  if (a->section && act->plain) *section = "2.4.1"; /* it blocks */
  return f && a->name;
}

/* Where no one-sided operation takes part, MPI has forbidden it elsewhere, but
 * to two ranks: these meet in a window. */
static void name_section(const struct found *f, char *text, size_t size)
{
  if (!same_rank(f)) return;
  const char *first = NULL, *second = NULL;
  bool any = section_of(f->earlier.act, &first);
  bool other = section_of(f->later.act, &second);
  if ((any && !first) || (other && !second) || !(any || other)) return;
  add(text, size, " [MPI-4.1 %s]", any ? first : second);
}

/* An operation that reads a word which another one updates, as where a loop
 * waits for a flag: one of them is atomic, or the flag came later. */
static void add_atomic(const struct found *f, char *text, size_t size)
{
  const struct record *a = &f->earlier, *b = &f->later;
  const struct record *get = a->flags & RECORD_WRITES ? b : a;
  const struct record *update = get == a ? b : a;
  bool stores = record_is_touch(update);
  bool put = !(update->flags & RECORD_ATOMIC);
  bool gets = !(get->flags & RECORD_ATOMIC);
  if (same_rank(f) || get->flags & RECORD_WRITES ||
      !record_may_be_polled(get) || !(stores || record_may_be_polled(update)) ||
      f->high - f->low > 8 || visibility_is_whole(f->low))
    return;
  if (put == gets && !(put && get == a)) return;
  add(text, size, " If it may find either value, %s%s%s.",
      put ? "update by MPI_Accumulate with MPI_REPLACE" : "",
      put && gets ? ", and " : "",
      gets ? "get by MPI_Get_accumulate with MPI_NO_OP" : "");
}

/* In the separate memory model, where one of the two is its own rank's: what is
 * advised does not make the copies alike, as a fence, post or lock would. */
static bool needs_sync(const struct found *f)
{
  const struct record *a = &f->earlier, *b = &f->later;
  return history_separate && !visibility_is_whole(f->low) &&
         (a->flags ^ b->flags) & RECORD_AT_TARGET && a->flags & RECORD_WRITES &&
         at_target(f)->act->batch->epoch >= EPOCH_LOCK;
}

/* What the memory model has to do with it. */
static void add_model(const struct found *f, char *text, size_t size)
{
  bool own = !(f->earlier.flags & RECORD_AT_TARGET);
  struct names names = names_of(f);
  if (f->looks && history_separate)
    add(text, size,
        " In the separate memory model a load does not find what others update "
        "meanwhile: fetch by MPI_Fetch_and_op with MPI_NO_OP%s.",
        needs_sync(f) ? ", or let MPI_Win_sync come before the load, too" : "");
  else if (needs_sync(f))
    add(text, size,
        " In the separate memory model MPI_Win_sync must come %s the %s, too.",
        own ? "after" : "before", own ? names.earlier : names.later);
  else if (f->looks)
    add(text, size,
        " If it may find either value, fetch by MPI_Fetch_and_op with "
        "MPI_NO_OP; to wait for one, load in a loop that calls MPI_Win_sync.");
}

/* Locks of the target that let in both operations: shared ones, or such of two
 * windows. */
static void add_locks(const struct found *f, char *text, size_t size)
{
  const struct record *a = &f->earlier, *b = &f->later;
  if (same_rank(f) || !(a->flags & b->flags & RECORD_AT_TARGET)) return;
  enum observed_epoch x = a->act->batch->epoch, y = b->act->batch->epoch;
  bool shared = x == EPOCH_LOCK_SHARED && y == EPOCH_LOCK_SHARED;
  bool locks = (x == EPOCH_LOCK || x == EPOCH_LOCK_SHARED) &&
               (y == EPOCH_LOCK || y == EPOCH_LOCK_SHARED);
  if (!f->one_window && locks)
    add(text, size, " Locks of two windows do not exclude each other.");
  else if (f->one_window && shared)
    add(text, size, " Shared locks let both in; MPI_LOCK_EXCLUSIVE does not.");
}

/* What may look as if it ordered them. */
static void add_why(const struct found *f, char *text, size_t size)
{
  if (f->many)
    add(text, size,
        " The values of the %s at %s order nothing, since they are more than "
        "eight; a word of its own does.",
        f->many->what, checking->place(f->many->site));
  add_locks(f, text, size);
  add_atomic(f, text, size);
  add_model(f, text, size);
}

/* The calls that make the copies alike between a store and an update that no
 * common call of theirs keeps apart. */
static void advise_copies(const struct found *f, const struct record *store,
                          char *text, size_t size)
{
  struct names names = names_of(f);
  int rank = act_strand(store->act)->rank;
  if (store->flags & RECORD_AT_TARGET)
    add(text, size,
        "Let the %s be complete, and then rank %d call MPI_Win_sync of that "
        "window and of the other one, before the %s.",
        names.earlier, record_owner(store), names.later);
  else if (same_rank(f))
    add(text, size, "Let %sMPI_Win_sync come between %s.",
        store == &f->earlier ? "" : "a flush and ", names.both);
  else if (store == &f->earlier)
    add(text, size,
        "Let MPI_Win_sync by rank %d and then a message come between %s.", rank,
        names.both);
  else
    add(text, size,
        "Let a flush, a message and then MPI_Win_sync by rank %d come between "
        "%s.",
        rank, names.both);
}

/* An update, and a store elsewhere in its window. */
static void advise_whole(const struct found *f, char *text, size_t size)
{
  const struct record *a = &f->earlier, *b = &f->later;
  const struct record *store = a->flags & RECORD_STORE ? a : b;
  const struct record *update = store == a ? b : a;
  const char *what = store->act->by->what;
  struct names names = names_of(f);
  enum observed_epoch epoch = update->act->batch->epoch;
  bool there = store->flags & RECORD_AT_TARGET;
  bool own = act_strand(store->act)->rank == record_owner(update);
  bool shared = epoch == EPOCH_LOCK_SHARED;
  add(text, size,
      "In the separate memory model a store and an update exclude each other "
      "in the whole window. ");
  if (!there && epoch == EPOCH_FENCE)
    add(text, size, "Let MPI_Win_fence come between %s.", names.both);
  else if (!there && epoch == EPOCH_START && own)
    add(text, size, "Move the %s before MPI_Win_post or after MPI_Win_wait.",
        what);
  else if (!there && f->locks && (shared || epoch == EPOCH_LOCK))
    add(text, size, "Lock the window at rank %d%s for the %s, too%s.",
        f->target, shared ? " exclusively" : "", what, unchecked(f));
  else
    advise_copies(f, store, text, size);
}

void advise(const struct found *f, char *text, size_t size)
{
  if (visibility_is_whole(f->low))
    advise_whole(f, text, size);
  else if (f->rule == RULE_ACCUMULATE_OPS)
    snprintf(text, size,
             "At the same time the window allows one operator only%s. Use one, "
             "or order the two.",
             f->same_op ? "" : ", and MPI_NO_OP");
  else if (f->rule == RULE_PORTABILITY && !f->later.act->polled &&
           (f->later.flags & RECORD_FINDS))
    snprintf(text, size,
             "Only the value that it finds can order the %s, which needs the "
             "unified memory model. Fetch it by MPI_Fetch_and_op with "
             "MPI_NO_OP, or let %s come between.",
             f->later.act->by->what, what_orders(f));
  else if (f->rule == RULE_PORTABILITY)
    snprintf(text, size,
             "Polling by loads needs the unified memory model. %s the value "
             "by MPI_Fetch_and_op with MPI_NO_OP.",
             (f->earlier.flags | f->later.flags) & RECORD_ATOMIC
                 ? "Fetch"
                 : "Update by MPI_Accumulate with MPI_REPLACE, and fetch");
  else
    advise_conflict(f, text, size);
  if (f->rule != RULE_CONFLICT) return;
  add_why(f, text, size);
  if (!f->passive && strstr(text, "MPI_Win_sync")) add(text, size, ADVICE_SYNC);
  name_section(f, text, size);
}
