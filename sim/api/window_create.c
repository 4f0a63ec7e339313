/* Making and freeing windows, and the memory behind them.
 *
 * All members meet and leave what they expose; the first to leave the meeting
 * builds the shared window with everybody's view, the others take theirs. It
 * goes when the last member has freed it. [MPI-4.1 12.2] */
#include "objects.h"

#include "../coll/told.h"
#include "../coll/barrier.h"
#include "../coll/meet.h"
#include "../rank/observed.h"
#include "../rma/lock.h"
#include "../rma/told.h"
#include "../../model/attribute/attribute.h"
#include "../../model/error/errhandler.h"
#include "../../model/info/info.h"
#include "../../model/memory.h"
#include "../rank/handles.h"

#include <api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  EXCHANGED = 24, /* bytes per rank: base, size, displacement unit */
  LINE = 64,
  PAGE = 4096,
  MUCH = 1 << 14,
};

/* What a member brings to the meeting. */
struct offer {
  struct exposure exposure;
  size_t alignment;          /* mpi_minimum_memory_alignment; 0: no such */
  bool noncontiguous;        /* alloc_shared_noncontig */
  bool same_size, same_unit; /* promised for all members */
  struct window_rules rules;
  const void *site;
};

/* --- building --- */

/* Has no memory, nor a place: as other MPIs do where parts lie apart. */
static bool absent(const struct offer *o)
{
  return o->noncontiguous && !o->exposure.size;
}

/* Bytes behind a member's memory for a checker, which looks whether somebody
 * writes there. Parts of shared memory follow one another, so those have some
 * behind the last only. */
static size_t spare(const struct window *w, const struct meeting *m, int rank)
{
  const struct offer *o = m->given[rank];
  bool apart = w->flavor == MPI_WIN_FLAVOR_ALLOCATE || o->noncontiguous;
  if (!observers_hear.exposure || absent(o)) return 0;
  return apart || rank == w->size - 1 ? LINE : 0;
}

/* What a member's memory takes. Where it need not touch the next one's, that is
 * an odd number of lines: equal places of all members share no place in the
 * caches. */
static size_t room(const struct window *w, const struct meeting *m, int rank)
{
  const struct offer *o = m->given[rank];
  size_t size = (size_t)o->exposure.size + spare(w, m, rank);
  size_t lines = (size + LINE - 1) / LINE;
  if (w->flavor == MPI_WIN_FLAVOR_ALLOCATE) return (lines | 1) * LINE;
  return o->noncontiguous ? (size + PAGE - 1) / PAGE * PAGE : size;
}

/* What its address is a multiple of. */
static size_t alignment(const struct offer *o, int flavor)
{
  size_t least = flavor == MPI_WIN_FLAVOR_ALLOCATE ? LINE : PAGE;
  if (flavor == MPI_WIN_FLAVOR_SHARED && !o->noncontiguous) return 1;
  return o->alignment > least ? o->alignment : least;
}

/* From `at` on, in rank order, which moves it behind the last; a member without
 * memory gets the place where its memory would be, unless it is absent. False:
 * so much cannot be. */
static bool place(struct window *w, const struct meeting *m, size_t *at)
{
  for (int i = 0; i < w->size; i++) {
    const struct offer *o = m->given[i];
    size_t unit = alignment(o, w->flavor);
    if (__builtin_add_overflow(*at, unit - 1, at)) return false;
    *at &= -unit;
    w->exposures[i].base = absent(o) ? NULL : (char *)*at;
    if (__builtin_add_overflow(*at, room(w, m, i), at)) return false;
  }
  return true;
}

/* One block for all. Where a member has much it is a mapping; else it lies on
 * large pages, if there are many members. False: it is not to be had. */
static bool allocate(struct window *w, const struct meeting *m)
{
  size_t most = 0, unit = PAGE, size = 0;
  for (int i = 0; i < w->size; i++) {
    const struct offer *o = m->given[i];
    size_t takes = room(w, m, i) + o->alignment;
    if (takes > most) most = takes;
    if (o->alignment > unit) unit = o->alignment;
  }
  if (!place(w, m, &size) || __builtin_add_overflow(size, unit, &size) ||
      !window_memory_take(&w->memory, size, most > MUCH))
    return false;
  size_t at = ((size_t)w->memory.block + unit - 1) & -unit;
  return place(w, m, &at);
}

static void build_views(struct window *w, struct group *group)
{
  w->views = xaligned(w->size * sizeof *w->views);
  for (int i = 0; i < w->size; i++) {
    struct window_view *v = &w->views[i];
    v->window = w;
    v->rank = i;
    v->errhandler = errhandler_ref(&errors_are_fatal);
    v->comm = comm_view_new(comm_ref(w->comm), i, &errors_are_fatal);
    v->rma = rma_new(v, rank_of(group_world(group, i)));
  }
}

/* What is left of each member's room, if it has some to spare. */
static void build_guards(struct window *w, const struct meeting *m)
{
  for (int i = 0; i < w->size; i++) {
    const struct exposure *x = &w->exposures[i];
    if (!spare(w, m, i)) continue;
    w->views[i].guard = (unsigned)(room(w, m, i) - (size_t)x->size);
    window_memory_mark(x->base + x->size, w->views[i].guard);
  }
}

/* What one of the members does without the window cannot count on. */
static void build_rules(struct window *w, const struct meeting *m)
{
  w->rules.ordered = true;
  for (int i = 0; i < w->size; i++) {
    const struct window_rules *r = &((const struct offer *)m->given[i])->rules;
    w->views[i].rules = *r;
    w->rules.no_locks |= r->no_locks;
    w->rules.ordered &= r->ordered;
    w->rules.same_op |= r->same_op;
  }
}

/* NULL: there is not so much memory. */
static struct window *window_build(const struct meeting *m, int flavor,
                                   struct group *group)
{
  struct window *w = xcalloc(1, sizeof *w);
  const struct offer *first = m->given[0];
  w->size = w->members = m->members;
  w->flavor = flavor;
  w->exposures = xaligned(w->size * sizeof *w->exposures);
  for (int i = 0; i < w->size; i++)
    w->exposures[i] = ((const struct offer *)m->given[i])->exposure;
  bool own = window_allocated(w);
  if (own && !allocate(w, m)) {
    free(w->exposures);
    free(w);
    return NULL;
  }
  w->comm = comm_new(group);
  w->locks = lock_queues_new(w->size);
  build_views(w, group);
  build_rules(w, m);
  if (own && observers_hear.exposure) build_guards(w, m);
  window_made(w, first->site);
  return w;
}

static void window_release(struct window *w)
{
  if (--w->members > 0) return;
  told_window_end(w);
  for (int i = 0; i < w->size; i++) {
    struct window_view *v = &w->views[i];
    rma_free(v->rma);
    comm_view_unref(v->comm);
    errhandler_unref(v->errhandler);
    info_free(v->info);
    free(v->label);
    free(w->exposures[i].regions);
  }
  comm_unref(w->comm);
  lock_queues_free(w->locks);
  if (observers_keep && w->memory.block)
    observers_keep(w);
  else
    window_memory_give(&w->memory);
  free(w->exposures);
  free(w->views);
  free(w);
}

/* --- the common part of the calls --- */

static struct offer offer_of(void *base, MPI_Aint size, MPI_Aint unit,
                             const struct info *info)
{
  const char *ordering = info_get(info, "accumulate_ordering");
  const char *ops = info_get(info, "accumulate_ops");
  return (struct offer){
      .exposure = {.base = base, .size = size, .unit = (int)unit},
      .alignment = memory_alignment(info),
      .noncontiguous = info_true(info, "alloc_shared_noncontig"),
      .same_size = info_true(info, "same_size"),
      .same_unit = info_true(info, "same_disp_unit"),
      .rules = {.no_locks = info_true(info, "no_locks"),
                .ordered = !ordering || strcmp(ordering, "none") != 0,
                .same_op = ops && strcmp(ops, "same_op") == 0},
      .site = self->call->site,
  };
}

static int check_memory(MPI_Aint size, MPI_Aint unit)
{
  if (size < 0)
    return fault(MPI_ERR_SIZE,
                 ": size is %lld, must not be negative [MPI-4.1 12.2]",
                 (long long)size);
  if (unit <= 0 || unit > INT32_MAX)
    return fault(MPI_ERR_DISP,
                 ": disp_unit is %lld, must be a positive int [MPI-4.1 12.2]",
                 (long long)unit);
  return 0;
}

/* The memory that MPI is to allocate. */
static int check_allocation(MPI_Aint size, MPI_Aint unit, MPI_Info handle,
                            struct info **info)
{
  int error = check_memory(size, unit);
  if (!error) error = info_of(handle, info);
  return error ? error : check_alignment(*info);
}

/* The keys same_size and same_disp_unit promise what all members must keep.
 * [MPI-4.1 12.2.1] */
static int check_promises(const struct meeting *m)
{
  const struct offer *first = m->given[0];
  for (int i = 1; i < m->members; i++) {
    const struct offer *o = m->given[i];
    const struct exposure *x = &o->exposure, *y = &first->exposure;
    if ((first->same_size || o->same_size) && x->size != y->size)
      return fault(MPI_ERR_SIZE,
                   ": the info key same_size is true, but rank 0 has %lld "
                   "bytes and rank %d has %lld [MPI-4.1 12.2.1]",
                   (long long)y->size, i, (long long)x->size);
    if ((first->same_unit || o->same_unit) && x->unit != y->unit)
      return fault(MPI_ERR_DISP,
                   ": the info key same_disp_unit is true, but the "
                   "displacement unit of rank 0 is %d, that of rank %d is %d "
                   "[MPI-4.1 12.2.1]",
                   y->unit, i, x->unit);
  }
  return 0;
}

/* --- what observers are told --- */

/* These keys are true at all members or at none, which is no harm here, and may
 * be elsewhere. The first that differs is told. */
static void tell_promises(const struct meeting *m)
{
  const struct offer *first = m->given[0];
  for (int i = 1; i < m->members; i++) {
    const struct offer *o = m->given[i];
    bool size = o->same_size != first->same_size;
    if (!size && o->same_unit == first->same_unit) continue;
    bool at_first = size ? first->same_size : first->same_unit;
    char sentence[160];
    snprintf(sentence, sizeof sentence,
             ": the info key %s is true at rank %d of the communicator, and "
             "not at rank %d; give it at all or at none [MPI-4.1 12.2.1]",
             size ? "same_size" : "same_disp_unit", at_first ? 0 : i,
             at_first ? i : 0);
    call_disagrees(sentence);
    return;
  }
}

static void tell_memory(const struct window_view *v, const char *from,
                        MPI_Aint size, bool ends)
{
  const struct call *c = self->call;
  if (size > 0 || v->guard)
    OBSERVE(exposure, .strand = observed_strand(self->strand), .window = v,
            .from = from, .to = from + size, .ends = ends, .site = c->site,
            .call = ends ? NULL : c->function->name, .date = self->time);
}

static void tell_exposure(const struct window_view *v, bool ends)
{
  const struct exposure *x = &v->window->exposures[v->rank];
  tell_memory(v, x->base, x->size, ends);
  for (int i = 0; i < x->region_count; i++)
    tell_memory(v, x->regions[i].base, x->regions[i].size, ends);
}

/* Memory that all share is told when the first comes to it: it may use any part
 * of it at once. */
static void tell_shared(const struct meeting *m, const struct window *w)
{
  for (int i = 0; i < m->members; i++) {
    const struct exposure *x = &w->exposures[i];
    const struct window_view *v = &w->views[i];
    const struct rank *owner = rank_of(group_world(w->comm->group, i));
    const struct offer *o = m->given[i];
    if (x->size > 0 || v->guard)
      OBSERVE(exposure, .strand = observed_strand(owner->strand), .window = v,
              .from = x->base, .to = x->base + x->size, .site = o->site,
              .call = self->call->function->name, .date = self->time);
  }
}

/* What came of a meeting: a window, or a fault for all. */
struct outcome {
  struct window *window; /* NULL: fault */
  int error, leaving;    /* members that have not learned it */
  char text[256];
};

/* The first to leave decides: only now are all offers known to be there. */
static struct outcome *outcome_new(const struct meeting *m, int flavor,
                                   struct group *group)
{
  struct outcome *o = xcalloc(1, sizeof *o);
  o->leaving = m->members;
  o->error = check_promises(m);
  if (!o->error && observers_hear.error) tell_promises(m);
  if (!o->error) o->window = window_build(m, flavor, group);
  if (!o->error && !o->window)
    o->error = fault(MPI_ERR_NO_MEM,
                     ": there is not enough memory for it [MPI-4.1 12.2]");
  if (o->error) snprintf(o->text, sizeof o->text, "%s", fault_text());
  if (o->window && flavor == MPI_WIN_FLAVOR_SHARED) tell_shared(m, o->window);
  return o;
}

static int outcome_learn(struct outcome *o, struct window **w)
{
  *w = o->window;
  int error = o->error ? fault(o->error, "%s", o->text) : 0;
  if (--o->leaving == 0) free(o);
  return error;
}

/* Meet, build or find the window, and name self's view of it. */
static int window_give(struct comm_view *comm, const struct offer *mine,
                       int flavor, struct info *info, MPI_Win *win,
                       struct window_view **view)
{
  struct meeting *m = meet(comm, mine, EXCHANGED, NEEDS_ALL);
  if (!m->result) m->result = outcome_new(m, flavor, comm->comm->group);
  struct window *w;
  int error = outcome_learn(m->result, &w);
  meeting_leave(m);
  if (error) return error;
  struct window_view *v = &w->views[comm->rank];
  uintptr_t handle = rank_handle_new(HANDLE_WINDOW, v);
  error = check_handle(handle);
  if (error) return error;
  v->handle = *win = (MPI_Win)handle;
  v->info = info ? info_dup(info) : NULL;
  v->session = self->call->session_number;
  *view = v;
  if (flavor != MPI_WIN_FLAVOR_SHARED) tell_exposure(v, false);
  return 0;
}

int api_Win_create(void *base, MPI_Aint size, MPI_Aint unit, MPI_Info hints,
                   MPI_Comm handle, MPI_Win *win)
{
  struct comm_view *comm;
  struct window_view *view;
  struct info *info;
  int error = intracomm_of(handle, &comm);
  if (!error) error = check_memory(size, unit);
  if (!error) error = info_of(hints, &info);
  if (!error && !base && size > 0)
    error = fault(MPI_ERR_BASE,
                  ": base is a null pointer, but size is %lld [MPI-4.1 12.2.1]",
                  (long long)size);
  if (!error) error = window_end(base, size, "12.2.1");
  if (error) return error;
  struct offer mine = offer_of(base, size, unit, info);
  return window_give(comm, &mine, MPI_WIN_FLAVOR_CREATE, info, win, &view);
}

int api_Win_allocate(MPI_Aint size, MPI_Aint unit, MPI_Info hints,
                     MPI_Comm handle, void *baseptr, MPI_Win *win)
{
  struct comm_view *comm;
  struct window_view *view;
  struct info *info;
  int error = intracomm_of(handle, &comm);
  if (!error) error = check_allocation(size, unit, hints, &info);
  if (error) return error;
  struct offer mine = offer_of(NULL, size, unit, info);
  error = window_give(comm, &mine, MPI_WIN_FLAVOR_ALLOCATE, info, win, &view);
  if (error) return error;
  *(void **)baseptr = view->window->exposures[view->rank].base;
  return 0;
}

static bool on_one_host(const struct group *group)
{
  int host = rank_of(group_world(group, 0))->host;
  for (int i = 1; i < group_size(group); i++)
    if (rank_of(group_world(group, i))->host != host) return false;
  return true;
}

int api_Win_allocate_shared(MPI_Aint size, MPI_Aint unit, MPI_Info hints,
                            MPI_Comm handle, void *baseptr, MPI_Win *win)
{
  struct comm_view *comm;
  struct window_view *view;
  struct info *info;
  int error = intracomm_of(handle, &comm);
  if (!error) error = check_allocation(size, unit, hints, &info);
  if (!error && !on_one_host(comm->comm->group))
    error = fault(MPI_ERR_RMA_SHARED,
                  ": the ranks of the communicator are on different hosts and "
                  "share no memory; MPI_Comm_split_type makes one that does, "
                  "and orielrun --ppn 8 puts 8 ranks on each host "
                  "[MPI-4.1 12.2.3]");
  if (error) return error;
  struct offer mine = offer_of(NULL, size, unit, info);
  error = window_give(comm, &mine, MPI_WIN_FLAVOR_SHARED, info, win, &view);
  if (error) return error;
  self->in_step = true;
  *(void **)baseptr = view->window->exposures[view->rank].base;
  return 0;
}

int api_Win_create_dynamic(MPI_Info hints, MPI_Comm handle, MPI_Win *win)
{
  struct comm_view *comm;
  struct window_view *view;
  struct info *info;
  int error = intracomm_of(handle, &comm);
  if (!error) error = info_of(hints, &info);
  if (error) return error;
  struct offer mine = offer_of(NULL, 0, 1, info);
  return window_give(comm, &mine, MPI_WIN_FLAVOR_DYNAMIC, info, win, &view);
}

/* --- dynamic windows: the memory comes later --- */

int api_Win_attach(MPI_Win win, void *base, MPI_Aint size)
{
  struct window_view *v;
  int error = window_of(win, &v);
  if (!error) error = window_attach(v, base, size);
  if (!error) tell_memory(v, base, size, false);
  return error;
}

int api_Win_detach(MPI_Win win, const void *base)
{
  struct window_view *v;
  int error = window_of(win, &v);
  if (error) return error;
  rank_meet(); /* what arrived before may still touch it */
  const struct region *region = window_region(v, base);
  MPI_Aint size = region ? region->size : 0;
  if (size > 0)
    OBSERVE(exposure, OBSERVED_SELF, .window = v, .from = base,
            .to = (const char *)base + size, .ends = true, .date = self->time);
  return window_detach(v, base);
}

/* --- freeing: a barrier, after which nothing is in flight --- */

int api_Win_free(MPI_Win *win)
{
  struct window_view *v;
  int error = window_of(*win, &v);
  if (!error) error = epoch_free(&v->epoch, v);
  if (!error) error = attributes_clear(&v->attributes, (uintptr_t)*win);
  if (error) return error;
  OBSERVE(epoch_call, .kind = OBSERVED_FREE, OBSERVED_SELF, .window = v,
          .threaded = rank_shares, .date = self->time);
  rma_wait_idle(v->rma);
  uint32_t number = *comm_collectives(v->comm);
  bool meets = !v->window->rules.no_locks; /* else it need not be a barrier */
  if (meets) coll_told_enter(v->comm, number, NEEDS_ALL);
  coll_barrier(v->comm);
  if (meets) coll_told_leave(v->comm, number, NEEDS_ALL);
  tell_exposure(v, true);
  OBSERVE(window_end, .strand = observed_strand(self->strand), .window = v);
  rank_handle_free(self, HANDLE_WINDOW, (uintptr_t)*win);
  self->call->window = NULL;
  window_release(v->window);
  *win = MPI_WIN_NULL;
  return 0;
}
