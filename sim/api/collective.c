/* Collective calls: their checks, and the forms in which they run.
 * [MPI-4.1 6.1 - 6.13] */
#include "collective.h"

#include "../../model/memory.h"
#include "../../model/pool.h"
#include "../../model/window/window.h"
#include "../coll/starts.h"
#include "../coll/told.h"
#include "../p2p/request.h"
#include "objects.h"

#include <stdio.h>
#include <stdlib.h>

/* --- forms --- */

const struct form form_blocking = {BLOCKING, MPI_INFO_NULL, NULL};

struct collective_request {
  struct request request;
  struct coll coll;
};

static struct collective_request *request_of(struct schedule *s)
{
  return container_of(coll_of(s), struct collective_request, coll);
}

static void complete(void *arg)
{
  request_complete(arg);
}

/* The last steps may have ended ahead of the clock. */
static void schedule_done(struct schedule *s)
{
  struct request *r = &request_of(s)->request;
  if (s->time > engine_now())
    engine_at(s->time, complete, r);
  else
    request_complete(r);
}

static void tell_changed(const struct coll *c)
{
  char sentence[160];
  snprintf(sentence, sizeof sentence,
           ": the %s of a collective has changed since its request was made; "
           "leave it as it is until that is freed [MPI-4.1 6.13]",
           c->changed);
  call_misused(self->call, sentence);
}

static int collective_start(struct request *r)
{
  struct coll *c = &container_of(r, struct collective_request, request)->coll;
  coll_told_start(c, observers_hear.buffer ? request_pending(r, 1) : 0,
                  r->persistent ? STARTED_COLLECTIVE : STARTED_NONE);
  if (c->changed) tell_changed(c);
  c->changed = NULL;
  p2p_beside++;
  if (r->persistent) starts_count(starts_of(&c->schedule), c->schedule.rank);
  coll_start(c, schedule_done);
  return 0;
}

static void collective_learn(struct request *r)
{
  coll_told_end(&container_of(r, struct collective_request, request)->coll);
}

static int collective_finish(struct request *r)
{
  struct collective_request *c =
      container_of(r, struct collective_request, request);
  p2p_beside--;
  return schedule_fault(&c->coll.schedule);
}

static void collective_release(struct request *r)
{
  struct coll *c = &container_of(r, struct collective_request, request)->coll;
  if (r->persistent) starts_leave(starts_of(&c->schedule));
  coll_release(c);
}

static void collective_explain(const struct request *r, char *text, size_t size)
{
  const struct collective_request *c =
      container_of(r, struct collective_request, request);
  schedule_explain(&c->coll.schedule, text, size);
}

static const struct request_class collective_class = {
    .name = "a collective",
    .explain = collective_explain,
    .start = collective_start,
    .learn = collective_learn,
    .finish = collective_finish,
    .release = collective_release,
    .kept = "[MPI-4.1 6.12]",
};

static int make_request(const struct coll *draft, struct comm_view *view,
                        enum collective kind, const struct form *form)
{
  struct info *info;
  struct collective_request *c = NULL;
  bool again = form->how == PERSISTENT;
  int error = again ? info_of(form->info, &info) : 0;
  if (!error) {
    c = again ? request_new_persistent(&collective_class, sizeof *c)
              : request_new(&collective_class, sizeof *c);
    if (!c) error = check_handle(0);
  }
  if (!c) {
    free(draft->send.types);
    free(draft->recv.types);
    return error;
  }
  coll_take_draft(&c->coll, draft);
  c->request.view = view;
  *form->request = c->request.handle;
  coll_prepare(&c->coll, view, kind);
  coll_keep_arrays(&c->coll);
  if (again) starts_make(&c->coll.schedule);
  return again ? 0 : collective_start(&c->request);
}

struct coll *collective_draft(bool in_place)
{
  static const struct coll none;
  static struct coll draft;
  coll_take_draft(&draft, &none);
  draft.in_place = in_place;
  return &draft;
}

static struct pool running = {.size = sizeof(struct coll)};

int collective_do(struct coll *draft, struct comm_view *view,
                  enum collective kind, const struct form *form)
{
  if (form->how != BLOCKING) return make_request(draft, view, kind, form);
  struct coll *c = pool_take(&running); /* events look at it, not at stacks */
  coll_take_draft(c, draft);
  coll_prepare(c, view, kind);
  coll_told_start(c, 0, STARTED_NONE);
  coll_run(c);
  coll_told_end(c);
  int error = schedule_fault(&c->schedule);
  coll_release(c);
  pool_give(&running, c);
  return error;
}

/* --- checks --- */

int role_of(struct coll *c, const struct comm_view *view, int root,
            struct role *role)
{
  bool inter = view->comm->remote;
  c->root = inter ? 0 : root;
  c->far_root = root;
  *role = (struct role){.root = inter ? root == MPI_ROOT : view->rank == root,
                        .member = root >= 0};
  if (inter && (root == MPI_ROOT || root == MPI_PROC_NULL)) return 0;
  return check_peer(view, root, MPI_ERR_ROOT, "root", "6.2");
}

int check_in_place(const struct comm_view *view, const void *sendbuf)
{
  if (!view->comm->remote || sendbuf != MPI_IN_PLACE) return 0;
  return fault(MPI_ERR_BUFFER, ": sendbuf is MPI_IN_PLACE, in an "
                               "intercommunicator [MPI-4.1 6.2.3]");
}

const struct argument_names names_sends = {"sendbuf", "sendcounts", "sendtype",
                                           .displs = "sdispls"};
const struct argument_names names_recvs = {"recvbuf", "recvcounts", "recvtype",
                                           .displs = "rdispls"};
const struct argument_names names_wsends = {"sendbuf", "sendcounts",
                                            "sendtypes", .displs = "sdispls"};
const struct argument_names names_wrecvs = {"recvbuf", "recvcounts",
                                            "recvtypes", .displs = "rdispls"};
const struct argument_names names_scattered = {"sendbuf", "sendcounts",
                                               "sendtype", .displs = "displs"};
const struct argument_names names_gathered = {"recvbuf", "recvcounts",
                                              "recvtype", .displs = "displs"};

int blocks_uniform(struct blocks *b, const void *base, MPI_Count count,
                   int blocks, MPI_Datatype datatype,
                   const struct argument_names *names)
{
  *b = (struct blocks){.base = (char *)base, .count = count};
  int error = check_count(count, names->count);
  if (!error) error = committed_of(datatype, names->type, &b->type);
  if (!error) error = check_buffer(base, count, b->type, names->buffer);
  return error ? error : check_blocks(blocks, count, b->type);
}

int check_counts(struct list counts, int size, const char *argument,
                 MPI_Count *total)
{
  *total = 0;
  int error = check_array(counts.at, size, argument);
  for (int i = 0; i < size && !error; i++) {
    MPI_Count count = list_get(counts, i);
    if (count < 0) return check_count(count, entry_name(argument, i));
    if (__builtin_add_overflow(*total, count, total))
      return fault(MPI_ERR_COUNT, ": %s add up to more than 2^63 [MPI-4.1 6.5]",
                   argument);
  }
  return error;
}

/* What each block touches has addresses. What 31 bits count of a few bytes
 * always has. */
static int check_places(const struct blocks *b, int size)
{
  const struct datatype *type = b->type;
  bool small = type->predefined && !b->counts.wide && !b->displs.wide;
  for (int i = 0; i < size && !small; i++) {
    MPI_Count at, low, high, count = list_get(b->counts, i);
    if (count == 0 || type->size == 0) continue;
    if (__builtin_mul_overflow(list_get(b->displs, i), type->extent, &at) ||
        !datatype_span(count, type, &low, &high) ||
        __builtin_add_overflow(at, low, &low) ||
        __builtin_add_overflow(at, high, &high))
      return fault(MPI_ERR_COUNT,
                   ": the block of rank %d, %lld elements of extent %lld at "
                   "displacement %lld, does not fit into 64-bit addresses "
                   "[MPI-4.1 6.5]",
                   i, (long long)count, (long long)type->extent,
                   (long long)list_get(b->displs, i));
  }
  return 0;
}

/* Behind MPI_BOTTOM displacements are addresses. [MPI-4.1 5.1.12] */
static int check_block(const struct blocks *b, int i, const char *argument)
{
  const struct datatype *type = block_type(b, i);
  const char *at = b->base;
  if (!at && (intptr_t)block_at(b, i) + type->true_lb >= LOWEST_ADDRESS)
    at = block_at(b, i);
  return check_buffer(at, list_get(b->counts, i), type, argument);
}

/* Counts, and displacements where they are needed. */
static int take_lists(struct blocks *b, const struct side *s, int size,
                      MPI_Count *total)
{
  *b = (struct blocks){.base = (char *)s->buffer, .counts = s->counts};
  int error = check_counts(s->counts, size, s->names->count, total);
  b->entries = size;
  if (error || !*total) return error;
  b->displs = s->displs;
  return check_array(s->displs.at, size, s->names->displs);
}

static int blocks_listed(struct blocks *b, const struct side *s, int size)
{
  MPI_Count total;
  int error = take_lists(b, s, size, &total);
  if (!error) error = committed_of(s->type, s->names->type, &b->type);
  if (error || !total) return error;
  error = check_places(b, size);
  if (error) return error;
  if (b->base) return check_address(b->base, total, b->type, s->names->buffer);
  for (int i = 0; i < size && !error; i++)
    error = check_block(b, i, s->names->buffer);
  return error;
}

static int blocks_typed(struct blocks *b, const struct side *s, int size)
{
  MPI_Count total;
  int error = take_lists(b, s, size, &total);
  if (!error && total) error = check_array(s->types, size, s->names->type);
  if (error) return error;
  b->types = xcalloc((size_t)size + 1, sizeof *b->types);
  if (total) b->handles = (struct list){s->types, s->types, true};
  for (int i = 0; i < size && !error; i++) {
    if (list_get(s->counts, i) == 0) continue;
    error = type_at(committed_of, s->types, i, s->names->type, &b->types[i]);
    if (!error) error = check_block(b, i, s->names->buffer);
  }
  if (error) {
    free(b->types);
    b->types = NULL;
  }
  return error;
}

int blocks_of_side(struct blocks *b, const struct side *s, int blocks)
{
  if (s->kind == SIDE_LISTED) return blocks_listed(b, s, blocks);
  if (s->kind == SIDE_TYPED) return blocks_typed(b, s, blocks);
  return blocks_uniform(b, s->buffer, s->count, blocks, s->type, s->names);
}
