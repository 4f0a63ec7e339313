/* Waiting, testing, starting, cancelling and freeing requests of any class.
 *
 * Handles are looked up again after every wait: the program may name one
 * request twice, and only the first of them is there to be collected; and other
 * threads may have collected one while a call let time pass. A null handle and
 * an inactive request count as done, with the empty status. Invariant: a
 * request has one `watcher` at most, and none beyond the wait that set it.
 * [MPI-4.1 3.7.3 - 3.7.5, 3.8.4, 3.9] */
#include "call.h"

#include "../choice.h"
#include "../../model/datatype/status.h"
#include "../p2p/request.h"
#include "../rank/observed.h"
#include "../rank/polls.h"
#include "../where/where.h"

#include <api.h>
#include <stdio.h>

/* --- one request --- */

/* The request of a handle; NULL for MPI_REQUEST_NULL. */
static int request_of(MPI_Request handle, struct request **r)
{
  *r = NULL;
  if (handle == MPI_REQUEST_NULL) return 0;
  *r = request_used(handle);
  if (*r) return 0;
  return check_no_object(HANDLE_REQUEST, (uintptr_t)handle, NULL);
}

/* A call that wants one has none. */
static int no_request(void)
{
  return fault(MPI_ERR_REQUEST,
               ": the request is MPI_REQUEST_NULL [MPI-4.1 3.7.3]");
}

static bool is_pending(const struct request *r)
{
  return r && r->active && !r->complete;
}

static bool is_complete(const struct request *r)
{
  return r && r->active && r->complete;
}

/* The error is one of this request. */
static int blame(const struct request *r, int error)
{
  if (error && r->class->blame) r->class->blame(r);
  if (error) call_blame(r->view);
  return error;
}

/* The error is one of request i of an array. */
static int of_several(int i, int error)
{
  char text[1024];
  if (!error) return 0;
  snprintf(text, sizeof text, "%s", fault_text());
  return fault(error, ": request %d%s", i, text);
}

static int read_status(struct request *r, MPI_Status *status)
{
  int error = r->class->query ? r->class->query(r) : 0;
  status_set(status, r->source, r->tag, r->bytes, r->cancelled);
  return error;
}

/* What is there stays for another call. */
static int show(struct request *r, MPI_Status *status)
{
  if (!is_complete(r)) {
    status_set_empty(status);
    return 0;
  }
  request_share(r);
  return read_status(r, status);
}

/* Take the results of a request that is complete or inactive, or NULL. */
static int collect(MPI_Request *handle, struct request *r, MPI_Status *status)
{
  if (!is_complete(r)) {
    status_set_empty(status);
    return 0;
  }
  request_learn(r);
  int error = read_status(r, status);
  int finish_error = request_finish(r);
  if (!error) error = finish_error;
  blame(r, error);
  if (r->persistent) return error;
  *handle = MPI_REQUEST_NULL;
  int last_error = request_drop(r);
  return last_error ? last_error : error;
}

/* What a wait, or a poll, for some of many requests asks for. */
struct many {
  const struct rank *owner;
  const MPI_Request *handles;
  int count;
  bool all; /* or as many as come first */
};

static void many_explain(const struct counter *c, char *text, size_t size)
{
  const struct many *m = c->about;
  char phrase[512], other[512];
  int n = 0, whom = MPI_ANY_SOURCE;
  for (int i = 0; i < m->count; i++) {
    const struct request *r = request_find(m->owner, m->handles[i]);
    if (!is_pending(r)) continue;
    if (n == 0)
      whom = request_whom(r, phrase, sizeof phrase);
    else if (!m->all && whom >= 0 &&
             request_whom(r, other, sizeof other) != whom)
      whom = MPI_ANY_SOURCE;
    n++;
  }
  if (!n) return;
  explain_whom(whom);
  if (n == 1)
    snprintf(text, size, "%s", phrase);
  else
    snprintf(text, size, "%s, %s %d more", phrase, m->all ? "and" : "or",
             n - 1);
}

/* A poll for requests has found something, or not. */
static bool polled(bool found, int count, const MPI_Request handles[], bool all)
{
  struct many m = {self, handles, count, all};
  struct counter c = {.explain = many_explain, .about = &m};
  return rank_polled_for(found, &c);
}

/* Does another thread wait for it? */
static int check_unwatched(const struct request *r)
{
  if (!r || !r->watcher) return 0;
  const struct strand *s = r->watcher->waiting->strand;
  const struct call *call = observed_call(s);
  return blame(r,
               fault(MPI_ERR_REQUEST,
                     ": thread %d waits for the request, too, in %s at %s"
                     " [MPI-4.1 11.6.2]",
                     s->number, call->function->name, where_call(call->site)));
}

static int await(struct request **r)
{
  MPI_Request handle = (*r)->handle;
  int error = check_unwatched(*r);
  if (error) return error;
  request_await(*r);
  return request_of(handle, r);
}

int api_Wait(MPI_Request *handle, MPI_Status *status)
{
  struct request *r;
  int error = request_of(*handle, &r);
  if (!error && is_pending(r)) error = await(&r);
  return error ? error : collect(handle, r, status);
}

int api_Test(MPI_Request *handle, int *flag, MPI_Status *status)
{
  struct request *r;
  rank_meet();
  int error = request_of(*handle, &r);
  if (error) return error;
  *flag = !is_pending(r);
  return polled(*flag, 1, handle, true) ? collect(handle, r, status) : 0;
}

int api_Request_get_status(MPI_Request handle, int *flag, MPI_Status *status)
{
  struct request *r;
  rank_meet();
  int error = request_of(handle, &r);
  if (error) return error;
  *flag = !is_pending(r);
  return polled(*flag, 1, &handle, true) ? show(r, status) : 0;
}

static int check_kept(const struct request *r)
{
  if (!r->active || !r->class->kept) return 0;
  return fault(MPI_ERR_REQUEST,
               ": the request of %s may be neither freed nor cancelled %s",
               r->class->name, r->class->kept);
}

static int check_cancelled(const struct request *r)
{
  if (r->active) return check_kept(r);
  return fault(MPI_ERR_REQUEST,
               ": the request is not active; call MPI_Start first "
               "[MPI-4.1 3.8.4]");
}

int api_Request_free(MPI_Request *handle)
{
  struct request *r;
  int error = request_of(*handle, &r);
  if (error) return error;
  if (!r) return no_request();
  error = blame(r, check_kept(r));
  if (!error) error = check_unwatched(r);
  if (error) return error;
  *handle = MPI_REQUEST_NULL;
  return request_drop(r);
}

int api_Cancel(MPI_Request *handle)
{
  struct request *r;
  rank_meet();
  int error = request_of(*handle, &r);
  if (error) return error;
  if (!r) return no_request();
  error = blame(r, check_cancelled(r));
  if (error) return error;
  return r->class->cancel ? r->class->cancel(r) : 0;
}

/* --- persistent ones --- */

/* Mark the request as active; `begin` follows. */
static int claim(MPI_Request handle, struct request **r)
{
  int error = request_of(handle, r);
  if (error) return error;
  if (!*r) return no_request();
  if (!(*r)->persistent)
    error = fault(MPI_ERR_REQUEST, ": the request is not persistent "
                                   "[MPI-4.1 3.9]");
  else if ((*r)->active)
    error = fault(MPI_ERR_REQUEST, ": the request is already active; wait for "
                                   "it first [MPI-4.1 3.9]");
  if (error) return blame(*r, error);
  (*r)->active = true;
  return 0;
}

static int begin(struct request *r)
{
  r->complete = r->cancelled = false;
  r->source = MPI_ANY_SOURCE;
  r->tag = MPI_ANY_TAG;
  r->bytes = 0;
  request_begun(r);
  int error = r->class->start(r);
  if (error) r->active = false;
  return blame(r, error);
}

int api_Start(MPI_Request *handle)
{
  struct request *r;
  int error = claim(*handle, &r);
  return error ? error : begin(r);
}

static void disclaim(int from, int to, const MPI_Request handles[])
{
  for (int i = from; i < to; i++)
    request_find(self, handles[i])->active = false;
}

/* All of them can be started, or none is; but for want of a buffer. */
int api_Startall(int count, MPI_Request handles[])
{
  struct request *r;
  int error = check_count(count, "count");
  if (!error) error = check_array(handles, count, "array_of_requests");
  for (int i = 0; i < count && !error; i++) {
    error = of_several(i, claim(handles[i], &r));
    if (error) disclaim(0, i, handles);
  }
  for (int i = 0; i < count && !error; i++) {
    error = of_several(i, begin(request_find(self, handles[i])));
    if (error) disclaim(i + 1, count, handles);
  }
  return error;
}

/* --- several --- */

static int check_all(int count, const MPI_Request handles[])
{
  struct request *r;
  int error = check_count(count, "count");
  if (!error) error = check_array(handles, count, "array_of_requests");
  for (int i = 0; i < count && !error; i++)
    error = of_several(i, request_of(handles[i], &r));
  return error;
}

static struct request *live(MPI_Request handle)
{
  return handle == MPI_REQUEST_NULL ? NULL : request_find(self, handle);
}

static int check_none_watched(int count, const MPI_Request handles[])
{
  int error = 0;
  for (int i = 0; i < count && !error; i++)
    error = check_unwatched(live(handles[i]));
  return error;
}

/* Park until `enough` of the pending ones are complete; 0 means all. */
static int await_many(int count, const MPI_Request handles[], long enough)
{
  struct many m = {self, handles, count, !enough};
  struct counter c = {.explain = many_explain, .about = &m};
  int error = rank_threaded ? check_none_watched(count, handles) : 0;
  if (error) return error;
  for (int i = 0; i < count; i++) {
    struct request *r = live(handles[i]);
    if (!is_pending(r) || r->watcher == &c) continue;
    r->watcher = &c;
    c.pending++;
  }
  if (enough && c.pending > enough) c.pending = enough;
  rank_wait(&c);
  for (int i = 0; i < count && enough; i++) {
    struct request *r = live(handles[i]);
    if (r) r->watcher = NULL;
  }
  return 0;
}

static void note_active(bool any)
{
  self->strand->none_active = any ? NULL : self->call->function->name;
}

/* Index of the first that is complete, -1; `*active`: is any active? */
static int first_complete(int count, const MPI_Request handles[], bool *active)
{
  int first = -1, outcomes = 0;
  *active = false;
  for (int i = 0; i < count; i++) {
    const struct request *r = live(handles[i]);
    if (r && r->active) *active = true;
    if (!is_complete(r)) continue;
    if (!choices_left()) return i;
    if (outcomes++ == 0) first = i;
  }
  note_active(*active);
  int skip = choose(CHOICE_REQUEST, outcomes);
  while (skip > 0)
    skip -= is_complete(live(handles[++first]));
  return first;
}

static int collect_any(int i, MPI_Request handles[], int *index,
                       MPI_Status *status)
{
  *index = i < 0 ? MPI_UNDEFINED : i;
  if (i >= 0) return collect(&handles[i], live(handles[i]), status);
  status_set_empty(status);
  return 0;
}

int api_Waitany(int count, MPI_Request handles[], int *index,
                MPI_Status *status)
{
  bool active;
  int error = check_all(count, handles);
  if (error) return error;
  rank_meet();
  int i = first_complete(count, handles, &active);
  if (i < 0 && active) {
    error = await_many(count, handles, 1);
    if (error) return error;
    i = first_complete(count, handles, &active);
  }
  return collect_any(i, handles, index, status);
}

int api_Testany(int count, MPI_Request handles[], int *index, int *flag,
                MPI_Status *status)
{
  bool active;
  int error = check_all(count, handles);
  if (error) return error;
  rank_meet();
  int i = first_complete(count, handles, &active);
  *flag = i >= 0 || !active;
  if (!*flag) *index = MPI_UNDEFINED;
  if (!polled(*flag, count, handles, false)) return 0;
  return collect_any(i, handles, index, status);
}

int api_Request_get_status_any(int count, const MPI_Request handles[],
                               int *index, int *flag, MPI_Status *status)
{
  bool active;
  int error = check_all(count, handles);
  if (error) return error;
  rank_meet();
  int i = first_complete(count, handles, &active);
  *index = i < 0 ? MPI_UNDEFINED : i;
  *flag = i >= 0 || !active;
  if (!polled(*flag, count, handles, false)) return 0;
  return show(i < 0 ? NULL : live(handles[i]), status);
}

/* The errors of several requests, told by statuses: their MPI_ERROR fields are
 * touched only when there is one. The text is the first error's. */
struct failures {
  int count;
  MPI_Status *statuses; /* or MPI_STATUSES_IGNORE */
  char text[1024];
};

/* The i-th status shows request `index`, which ended with `error`. */
static void failures_note(struct failures *f, int i, int index, int error)
{
  bool first = error && f->count++ == 0;
  if (first)
    snprintf(f->text, sizeof f->text, ": request %d%s", index, fault_text());
  if (f->statuses == MPI_STATUSES_IGNORE || f->count == 0) return;
  for (int j = 0; j < i && first; j++)
    f->statuses[j].MPI_ERROR = MPI_SUCCESS;
  f->statuses[i].MPI_ERROR = error;
}

static int failures_fault(const struct failures *f)
{
  return f->count ? fault(MPI_ERR_IN_STATUS, "%s", f->text) : 0;
}

static MPI_Status *status_at(MPI_Status statuses[], int i)
{
  return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[i];
}

static int collect_all(int count, MPI_Request handles[], MPI_Status statuses[])
{
  struct failures f = {.statuses = statuses};
  for (int i = 0; i < count; i++) {
    int error = collect(&handles[i], live(handles[i]), status_at(statuses, i));
    failures_note(&f, i, i, error);
  }
  return failures_fault(&f);
}

static bool any_pending(int count, const MPI_Request handles[])
{
  for (int i = 0; i < count; i++)
    if (is_pending(live(handles[i]))) return true;
  return false;
}

int api_Waitall(int count, MPI_Request handles[], MPI_Status statuses[])
{
  int error = check_all(count, handles);
  if (error) return error;
  error = await_many(count, handles, 0);
  return error ? error : collect_all(count, handles, statuses);
}

int api_Testall(int count, MPI_Request handles[], int *flag,
                MPI_Status statuses[])
{
  int error = check_all(count, handles);
  if (error) return error;
  rank_meet();
  *flag = !any_pending(count, handles);
  if (!polled(*flag, count, handles, true)) return 0;
  return collect_all(count, handles, statuses);
}

int api_Request_get_status_all(int count, const MPI_Request handles[],
                               int *flag, MPI_Status statuses[])
{
  int error = check_all(count, handles);
  if (error) return error;
  rank_meet();
  *flag = !any_pending(count, handles);
  if (!polled(*flag, count, handles, true)) return 0;
  struct failures f = {.statuses = statuses};
  for (int i = 0; i < count; i++)
    failures_note(&f, i, i, show(live(handles[i]), status_at(statuses, i)));
  return failures_fault(&f);
}

/* Collect (or, with `keep`, only show) all that are complete; `*done` is
 * MPI_UNDEFINED when none is active. */
static int collect_some(int count, MPI_Request handles[], int *done,
                        int indices[], MPI_Status statuses[], bool keep)
{
  struct failures f = {.statuses = statuses};
  bool active = false;
  *done = 0;
  for (int i = 0; i < count; i++) {
    struct request *r = live(handles[i]);
    if (r && r->active) active = true;
    if (!is_complete(r)) continue;
    MPI_Status *status = status_at(statuses, *done);
    int error = keep ? show(r, status) : collect(&handles[i], r, status);
    failures_note(&f, *done, i, error);
    indices[(*done)++] = i;
  }
  note_active(active);
  if (!active) *done = MPI_UNDEFINED;
  return failures_fault(&f);
}

static int check_some(int count, const MPI_Request handles[],
                      const int indices[])
{
  int error = check_all(count, handles);
  return error ? error : check_array(indices, count, "array_of_indices");
}

int api_Waitsome(int count, MPI_Request handles[], int *done, int indices[],
                 MPI_Status statuses[])
{
  bool active;
  int error = check_some(count, handles, indices);
  if (error) return error;
  rank_meet();
  if (first_complete(count, handles, &active) < 0 && active)
    error = await_many(count, handles, 1);
  if (error) return error;
  return collect_some(count, handles, done, indices, statuses, false);
}

static int test_some(int count, MPI_Request handles[], int *done, int indices[],
                     MPI_Status statuses[], bool keep)
{
  int error = check_some(count, handles, indices);
  if (error) return error;
  rank_meet();
  error = collect_some(count, handles, done, indices, statuses, keep);
  polled(*done != 0, count, handles, false);
  return error;
}

int api_Testsome(int count, MPI_Request handles[], int *done, int indices[],
                 MPI_Status statuses[])
{
  return test_some(count, handles, done, indices, statuses, false);
}

int api_Request_get_status_some(int count, const MPI_Request handles[],
                                int *done, int indices[], MPI_Status statuses[])
{
  return test_some(count, (MPI_Request *)handles, done, indices, statuses,
                   true);
}
