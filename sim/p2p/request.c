/* Requests: their life from start to the call that learns of completion. */
#include "request.h"

#include "../../model/memory.h"
#include "../rank/observed.h"
#include "../rank/call.h"
#include "../rank/handles.h"
#include "../rank/polls.h"
#include "../where/where.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void request_init(struct request *r, const struct request_class *class)
{
  *r = (struct request){
      .class = class,
      .owner = self,
      .active = true,
      .source = MPI_ANY_SOURCE,
      .tag = MPI_ANY_TAG,
  };
}

void request_begun(struct request *r)
{
  if (!self->call) return;
  r->function = self->call->function;
  r->site = self->call->site;
}

void *request_new(const struct request_class *class, size_t size)
{
  struct request *r = xcalloc(1, size);
  request_init(r, class);
  uintptr_t handle = rank_handle_new(HANDLE_REQUEST, r);
  if (handle == 0) {
    free(r);
    return NULL;
  }
  r->handle = (MPI_Request)handle;
  request_begun(r);
  return r;
}

void *request_new_persistent(const struct request_class *class, size_t size)
{
  struct request *r = request_new(class, size);
  if (!r) return NULL;
  r->persistent = true;
  r->active = false;
  return r;
}

struct request *request_used(MPI_Request handle)
{
  struct request *r = rank_handle_use(HANDLE_REQUEST, (uintptr_t)handle);
  return r && !r->freed ? r : NULL;
}

struct request *request_find(const struct rank *owner, MPI_Request handle)
{
  struct request *r =
      handle_find(&owner->handles, HANDLE_REQUEST, (uintptr_t)handle);
  return r && !r->freed ? r : NULL;
}

static int request_destroy(struct request *r)
{
  rank_handle_free(r->owner, HANDLE_REQUEST, (uintptr_t)r->handle);
  int error = r->class->end ? r->class->end(r) : 0;
  if (r->class->release) r->class->release(r);
  free(r);
  return error;
}

static void tell(struct counter *watcher)
{
  if (watcher && watcher->pending > 0) counter_done(watcher);
}

int request_complete(struct request *r)
{
  int error = 0;
  r->complete = true;
  rank_news(r->owner);
  if (r->whole) {
    return --r->whole->parts == 0 ? request_complete(r->whole) : 0;
  }
  struct counter *watcher = r->watcher, *parting = r->parting;
  r->watcher = r->parting = NULL;
  if (r->freed) error = request_destroy(r);
  tell(watcher);
  tell(parting);
  return error;
}

uint64_t pending_numbers(int n)
{
  static uint64_t given;
  given += (uint64_t)n;
  return given - (uint64_t)n + 1;
}

uint64_t request_pending(struct request *r, int of)
{
  if (r->whole) r = r->whole;
  if (r->handle == 0 || r->pending) return r->pending;
  r->accesses = of;
  return r->pending = pending_numbers(of);
}

static void accesses_end(struct request *r, bool given_up)
{
  for (int i = 0; r->pending && i < r->accesses; i++)
    OBSERVE(buffer_end, OBSERVED_SELF, .pending = r->pending + i,
            .given_up = given_up);
  r->pending = 0;
}

/* What lets a thread know that another one has learned of it. */
static struct observed_carrier carrier_of(const struct request *r)
{
  return (struct observed_carrier){.object = r};
}

void request_learn(struct request *r)
{
  if (r->shared) OBSERVE_ORDER(ACQUIRE, self->strand, carrier_of(r));
  if (r->learned) return;
  r->learned = true;
  if (r->class->learn) r->class->learn(r);
  accesses_end(r, false);
}

void request_share(struct request *r)
{
  request_learn(r);
  if (r->shared || !self->crew) return;
  r->shared = true;
  OBSERVE_ORDER(REPLACE, self->strand, carrier_of(r));
}

static void unshare(struct request *r)
{
  if (r->shared) OBSERVE_ORDER(FORGET, self->strand, carrier_of(r));
  r->shared = false;
}

int request_finish(struct request *r)
{
  request_learn(r);
  unshare(r);
  r->learned = false;
  r->active = r->complete = false;
  return r->class->finish ? r->class->finish(r) : 0;
}

/* Whoever frees an active request finds out by other ways that the access is
 * over. [MPI-4.1 3.7.3] */
int request_drop(struct request *r)
{
  accesses_end(r, true);
  unshare(r);
  if (!r->active || r->complete) return request_destroy(r);
  r->freed = true;
  rank_handle_given_up(r->owner, HANDLE_REQUEST, (uintptr_t)r->handle);
  return 0;
}

void request_explain(const struct request *r, char *text, size_t size)
{
  if (r->class->explain)
    r->class->explain(r, text, size);
  else
    snprintf(text, size, "the request of %s", r->class->name);
  size_t used = strlen(text);
  if (r->function)
    snprintf(text + used, size - used, " (%s at %s)", r->function->name,
             where_call(r->site));
}

static void wait_explain(const struct counter *c, char *text, size_t size)
{
  request_explain(c->about, text, size);
}

int request_whom(const struct request *r, char *text, size_t size)
{
  struct counter c = {.explain = wait_explain, .about = r};
  return counter_explain(&c, text, size).rank;
}

void request_await(struct request *r)
{
  if (r->complete) return;
  struct counter c = {.pending = 1, .explain = wait_explain, .about = r};
  r->watcher = &c;
  rank_wait(&c);
}

int request_wait(struct request *r)
{
  request_await(r);
  return request_finish(r);
}
