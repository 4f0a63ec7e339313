/* Performance variables: what the run counts. [MPI-4.1 15.3.7]
 *
 * A variable is a function that reads a figure which only grows (or, of class
 * level, a state). A handle is a stopwatch on it: it adds up what the figure
 * grows by while it is started. Invariant: a handle belongs to one session and
 * ends with it. Figures are those of the whole run, operations since the first
 * rank called MPI_T_init_thread. */
#include "tool.h"

#include "../../model/memory.h"
#include "../../model/observer.h"
#include "../net/net.h"
#include "../rank/polls.h"
#include "raise.h"

#include <api.h>
#include <stdlib.h>
#include <string.h>

/* --- what is counted here --- */

static unsigned long operations[OBSERVED_KINDS];
static double operation_bytes;

static void count_operation(struct observer *o,
                            const struct observed_operation *op)
{
  (void)o;
  operations[op->kind]++;
  operation_bytes += (double)op->bytes;
}

void tool_pvar_open(void)
{
  static struct observer counter = {.operation = count_operation};
  static bool open;
  if (!open) observer_add(&counter);
  open = true;
}

/* --- the variables --- */

static double read_time(int detail)
{
  (void)detail;
  return self->time;
}

static double read_ranks(int detail)
{
  (void)detail;
  return ranks_alive();
}

enum { MESSAGES, MESSAGE_BYTES, FLOWS };
static double read_network(int detail)
{
  struct net_counts counts = net_counts();
  if (detail == MESSAGES) return (double)counts.messages;
  return detail == FLOWS ? (double)counts.flows : counts.bytes;
}

static double read_operations(int detail)
{
  return (double)operations[detail];
}

static double read_operation_bytes(int detail)
{
  (void)detail;
  return operation_bytes;
}

enum { EVENTS, SWITCHES, POLLS, ERRORS };
static double read_engine(int detail)
{
  if (detail == EVENTS) return (double)engine_counts().events;
  if (detail == SWITCHES) return (double)engine_counts().switches;
  return detail == POLLS ? (double)rank_poll_events() : (double)errors_returned;
}

static const struct pvar {
  const char *name;
  int class;
  MPI_Datatype type;
  double (*read)(int detail); /* exact up to 2^53 */
  int detail;
  enum tool_category category;
  const char *text;
} pvars[] = {
    {"time", MPI_T_PVAR_CLASS_TIMER, MPI_DOUBLE, read_time, 0, TOOL_TIME,
     "simulated time of the rank that asks: s"},
    {"ranks_alive", MPI_T_PVAR_CLASS_LEVEL, MPI_UNSIGNED, read_ranks, 0,
     TOOL_ENGINE, "ranks whose program has not ended"},
    {"messages", MPI_T_PVAR_CLASS_COUNTER, MPI_UNSIGNED_LONG_LONG, read_network,
     MESSAGES, TOOL_NETWORK, "messages and notices"},
    {"message_bytes", MPI_T_PVAR_CLASS_AGGREGATE, MPI_DOUBLE, read_network,
     MESSAGE_BYTES, TOOL_NETWORK, "bytes of their payloads"},
    {"flows", MPI_T_PVAR_CLASS_COUNTER, MPI_UNSIGNED_LONG_LONG, read_network,
     FLOWS, TOOL_NETWORK, "messages that shared links as flows"},
    {"puts", MPI_T_PVAR_CLASS_COUNTER, MPI_UNSIGNED_LONG_LONG, read_operations,
     OBSERVED_PUT, TOOL_OPERATIONS, "puts that were issued"},
    {"gets", MPI_T_PVAR_CLASS_COUNTER, MPI_UNSIGNED_LONG_LONG, read_operations,
     OBSERVED_GET, TOOL_OPERATIONS, "gets that were issued"},
    {"accumulates", MPI_T_PVAR_CLASS_COUNTER, MPI_UNSIGNED_LONG_LONG,
     read_operations, OBSERVED_ACCUMULATE, TOOL_OPERATIONS,
     "accumulates that were issued"},
    {"get_accumulates", MPI_T_PVAR_CLASS_COUNTER, MPI_UNSIGNED_LONG_LONG,
     read_operations, OBSERVED_GET_ACCUMULATE, TOOL_OPERATIONS,
     "get_accumulates and fetch_and_ops that were issued"},
    {"compare_and_swaps", MPI_T_PVAR_CLASS_COUNTER, MPI_UNSIGNED_LONG_LONG,
     read_operations, OBSERVED_COMPARE_AND_SWAP, TOOL_OPERATIONS,
     "compare_and_swaps that were issued"},
    {"operation_bytes", MPI_T_PVAR_CLASS_AGGREGATE, MPI_DOUBLE,
     read_operation_bytes, 0, TOOL_OPERATIONS,
     "bytes of target memory that they read or write"},
    {"events", MPI_T_PVAR_CLASS_COUNTER, MPI_UNSIGNED_LONG_LONG, read_engine,
     EVENTS, TOOL_ENGINE, "timed events"},
    {"switches", MPI_T_PVAR_CLASS_COUNTER, MPI_UNSIGNED_LONG_LONG, read_engine,
     SWITCHES, TOOL_ENGINE, "switches to a rank's context"},
    {"polls", MPI_T_PVAR_CLASS_COUNTER, MPI_UNSIGNED_LONG_LONG, read_engine,
     POLLS, TOOL_ENGINE, "waits of ranks that polled and found nothing"},
    {"errors", MPI_T_PVAR_CLASS_COUNTER, MPI_UNSIGNED_LONG_LONG, read_engine,
     ERRORS, TOOL_ENGINE, "errors that error handlers let programs see"},
};
enum { PVARS = sizeof pvars / sizeof *pvars };

/* A state is there all the time, and nobody's to set. */
static bool is_state(const struct pvar *p)
{
  return p->class == MPI_T_PVAR_CLASS_LEVEL;
}

int tool_pvar_count(void)
{
  return PVARS;
}

enum tool_category tool_pvar_category(int index)
{
  return pvars[index].category;
}

int api_T_pvar_get_num(int *count)
{
  int error = tool_check();
  if (!error) *count = PVARS;
  return error;
}

int api_T_pvar_get_info(int index, char *name, int *name_len, int *verbosity,
                        int *var_class, MPI_Datatype *datatype,
                        MPI_T_enum *enumtype, char *desc, int *desc_len,
                        int *bind, int *readonly, int *continuous, int *atomic)
{
  int error = tool_check_index(index, PVARS, "performance variable");
  if (error) return error;
  const struct pvar *p = &pvars[index];
  tool_give_text(p->name, name, name_len);
  tool_give_text(p->text, desc, desc_len);
  TOOL_GIVE(verbosity, MPI_T_VERBOSITY_USER_BASIC);
  TOOL_GIVE(var_class, p->class);
  TOOL_GIVE(datatype, p->type);
  TOOL_GIVE(enumtype, MPI_T_ENUM_NULL);
  TOOL_GIVE(bind, MPI_T_BIND_NO_OBJECT);
  TOOL_GIVE(readonly, is_state(p));
  TOOL_GIVE(continuous, is_state(p));
  TOOL_GIVE(atomic, !is_state(p));
  return 0;
}

int api_T_pvar_get_index(const char *name, int var_class, int *index)
{
  int error = tool_check();
  if (error) return error;
  for (int i = 0; name && i < PVARS; i++)
    if (strcmp(pvars[i].name, name) == 0 && pvars[i].class == var_class) {
      *index = i;
      return 0;
    }
  return fault(MPI_T_ERR_INVALID_NAME,
               ": there is no performance variable \"%s\" of this class",
               name ? name : "(null)");
}

/* --- sessions and handles --- */

struct tool_session {
  struct watch *first;
};

struct watch {
  const struct pvar *pvar;
  struct tool_session *session;
  uintptr_t handle;
  bool running;
  double sum;   /* up to the last start */
  double start; /* the figure then */
  struct watch *next;
};

static int session_find(MPI_T_pvar_session handle, struct tool_session **s)
{
  int error = tool_check();
  if (error) return error;
  *s = handle_find(&self->handles, HANDLE_TOOL_SESSION, (uintptr_t)handle);
  if (*s) return 0;
  return fault(MPI_T_ERR_INVALID_SESSION,
               ": the handle is not a session of performance variables");
}

static int watch_find(MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                      struct watch **w)
{
  struct tool_session *s;
  int error = session_find(session, &s);
  if (error) return error;
  *w = handle_find(&self->handles, HANDLE_TOOL_PVAR, (uintptr_t)handle);
  if (*w && (*w)->session == s) return 0;
  return fault(MPI_T_ERR_INVALID_HANDLE,
               ": the handle is not one of this session");
}

int api_T_pvar_session_create(MPI_T_pvar_session *session)
{
  int error = tool_check();
  if (error) return error;
  struct tool_session *s = xcalloc(1, sizeof *s);
  uintptr_t h = handle_new(&self->handles, HANDLE_TOOL_SESSION, s);
  if (!h) {
    free(s);
    return fault(MPI_T_ERR_OUT_OF_SESSIONS, ": too many handles");
  }
  *session = (MPI_T_pvar_session)h;
  return 0;
}

static void watch_free(struct watch *w)
{
  struct watch **at = &w->session->first;
  while (*at != w)
    at = &(*at)->next;
  *at = w->next;
  handle_free(&self->handles, HANDLE_TOOL_PVAR, w->handle);
  free(w);
}

int api_T_pvar_session_free(MPI_T_pvar_session *session)
{
  struct tool_session *s;
  int error = session_find(*session, &s);
  if (error) return error;
  while (s->first)
    watch_free(s->first);
  handle_free(&self->handles, HANDLE_TOOL_SESSION, (uintptr_t)*session);
  free(s);
  *session = MPI_T_PVAR_SESSION_NULL;
  return 0;
}

int api_T_pvar_handle_alloc(MPI_T_pvar_session session, int index, void *object,
                            MPI_T_pvar_handle *handle, int *count)
{
  struct tool_session *s;
  (void)object; /* none is bound to any */
  int error = session_find(session, &s);
  if (!error) error = tool_check_index(index, PVARS, "performance variable");
  if (error) return error;
  struct watch *w = xcalloc(1, sizeof *w);
  w->handle = handle_new(&self->handles, HANDLE_TOOL_PVAR, w);
  if (!w->handle) {
    free(w);
    return fault(MPI_T_ERR_OUT_OF_HANDLES, ": too many handles");
  }
  w->pvar = &pvars[index];
  w->session = s;
  w->running = is_state(w->pvar);
  w->next = s->first;
  s->first = w;
  *handle = (MPI_T_pvar_handle)w->handle;
  *count = 1;
  return 0;
}

int api_T_pvar_handle_free(MPI_T_pvar_session session,
                           MPI_T_pvar_handle *handle)
{
  struct watch *w;
  int error = watch_find(session, *handle, &w);
  if (error) return error;
  watch_free(w);
  *handle = MPI_T_PVAR_HANDLE_NULL;
  return 0;
}

/* --- the stopwatch --- */

/* What is due by the local time of self has happened. */
static double figure(const struct watch *w)
{
  rank_meet();
  return w->pvar->read(w->pvar->detail);
}

static double watch_value(const struct watch *w)
{
  return w->sum + (w->running ? figure(w) - w->start : 0);
}

static void watch_start(struct watch *w, double ignored)
{
  (void)ignored;
  if (w->running) return;
  w->start = figure(w);
  w->running = true;
}

static void watch_stop(struct watch *w, double ignored)
{
  (void)ignored;
  w->sum = watch_value(w);
  w->running = false;
}

static void watch_set(struct watch *w, double value)
{
  w->sum = value;
  if (w->running) w->start = figure(w);
}

static int check_no_state(const struct watch *w, int refusal)
{
  if (!is_state(w->pvar)) return 0;
  return fault(refusal, ": %s tells a state, all the time", w->pvar->name);
}

/* To one handle, or to all of the session that it can be done to. */
static int act(MPI_T_pvar_session session, MPI_T_pvar_handle handle,
               int state_refusal, void (*f)(struct watch *, double))
{
  struct tool_session *s;
  struct watch *w;
  int error = session_find(session, &s);
  if (error) return error;
  if (handle == MPI_T_PVAR_ALL_HANDLES) {
    for (w = s->first; w; w = w->next)
      if (!is_state(w->pvar)) f(w, 0);
    return 0;
  }
  error = watch_find(session, handle, &w);
  if (!error) error = check_no_state(w, state_refusal);
  if (!error) f(w, 0);
  return error;
}

int api_T_pvar_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
  return act(session, handle, MPI_T_ERR_PVAR_NO_STARTSTOP, watch_start);
}

int api_T_pvar_stop(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
  return act(session, handle, MPI_T_ERR_PVAR_NO_STARTSTOP, watch_stop);
}

int api_T_pvar_reset(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
  return act(session, handle, MPI_T_ERR_PVAR_NO_WRITE, watch_set);
}

/* --- values --- */

int api_T_pvar_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                    void *buf)
{
  struct watch *w;
  int error = watch_find(session, handle, &w);
  if (error) return error;
  double value = watch_value(w);
  if (w->pvar->type == MPI_UNSIGNED)
    *(unsigned *)buf = (unsigned)value;
  else if (w->pvar->type == MPI_UNSIGNED_LONG_LONG)
    *(unsigned long long *)buf = (unsigned long long)value;
  else
    *(double *)buf = value;
  return 0;
}

int api_T_pvar_readreset(MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                         void *buf)
{
  struct watch *w;
  int error = watch_find(session, handle, &w);
  if (!error) error = check_no_state(w, MPI_T_ERR_PVAR_NO_ATOMIC);
  if (error) return error;
  error = api_T_pvar_read(session, handle, buf);
  watch_set(w, 0);
  return error;
}

int api_T_pvar_write(MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                     const void *buf)
{
  struct watch *w;
  int error = watch_find(session, handle, &w);
  if (!error) error = check_no_state(w, MPI_T_ERR_PVAR_NO_WRITE);
  if (error) return error;
  watch_set(w, w->pvar->type == MPI_DOUBLE
                   ? *(const double *)buf
                   : (double)*(const unsigned long long *)buf);
  return 0;
}
