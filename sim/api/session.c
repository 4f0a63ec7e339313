/* The calls of sessions. All are local. [MPI-4.1 11.3] */
#include "session.h"
#include "errhandling.h"
#include "objects.h"
#include "p2p.h"

#include "../../model/info/info.h"
#include "../../model/memory.h"
#include "../../model/window/window.h"
#include "../rank/handles.h"
#include "../rank/observed.h"

#include <api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int session_of(MPI_Session handle, struct session **session)
{
  *session = rank_handle_use(HANDLE_SESSION, (uintptr_t)handle);
  if (!*session)
    return check_no_object(HANDLE_SESSION, (uintptr_t)handle, NULL);
  self->call->session = *session;
  self->call->session_number = (*session)->number;
  return 0;
}

static void pick(uintptr_t handle, void *object, void *arg)
{
  const struct session **wanted = arg;
  (void)handle;
  if (((struct session *)object)->number == (*wanted)->number) *wanted = object;
}

struct session *session_behind(const struct comm_view *view)
{
  const struct session sought = {
      .number =
          handle_tag(&self->handles, HANDLE_COMM, (uintptr_t)view->handle)};
  const struct session *found = &sought;
  if (sought.number) handle_each(&self->handles, HANDLE_SESSION, pick, &found);
  return found == &sought ? NULL : (struct session *)found;
}

/* --- life --- */

static int check_thread_level(const struct info *info)
{
  static const char *const levels[] = {
      "MPI_THREAD_SINGLE", "MPI_THREAD_FUNNELED", "MPI_THREAD_SERIALIZED",
      "MPI_THREAD_MULTIPLE"};
  const char *level = info_get(info, "thread_level");
  if (!level) return 0;
  for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
    if (strcmp(level, levels[i]) == 0) return 0;
  return fault(MPI_ERR_INFO_VALUE,
               ": thread_level is \"%s\", no level of thread support "
               "[MPI-4.1 11.3.1]",
               level);
}

static int session_give(struct errhandler *errhandler, MPI_Session *handle)
{
  struct session *s = xcalloc(1, sizeof *s);
  uintptr_t h = rank_handle_new(HANDLE_SESSION, s);
  int error = check_handle(h);
  if (error) {
    free(s);
    return error;
  }
  s->handle = *handle = (MPI_Session)h;
  if (++self->session_numbers == 0) self->session_numbers++;
  s->number = self->session_numbers;
  s->errhandler = errhandler_ref(errhandler);
  self->sessions++;
  return 0;
}

int api_Session_init(MPI_Info handle, MPI_Errhandler errhandler,
                     MPI_Session *session)
{
  static struct session opening; /* the handler is that of this call already */
  struct errhandler *e;
  struct info *info;
  int error = errhandler_of(errhandler, ERRHANDLER_SESSION, &e);
  if (error) return error;
  opening = (struct session){.handle = MPI_SESSION_NULL, .errhandler = e};
  self->call->session = &opening;
  error = info_of(handle, &info);
  if (!error) error = check_thread_level(info);
  if (!error && !session) return call_null("session");
  return error ? error : session_give(e, session);
}

static void tell_finalize(uint16_t number, bool returns)
{
  OBSERVE(finalize, OBSERVED_SELF, .session = number, .returns = returns,
          .date = self->time);
}

/* --- what comes from a session --- */

static const enum handle_kind derived[] = {HANDLE_COMM, HANDLE_GROUP,
                                           HANDLE_WINDOW};

static void hide(uintptr_t handle, void *object, void *arg)
{
  enum handle_kind kind = handle >> HANDLE_KIND_SHIFT;
  uint16_t number = kind == HANDLE_WINDOW
                        ? ((struct window_view *)object)->session
                        : handle_tag(&self->handles, kind, handle);
  if (number == *(uint16_t *)arg) handle_hide(&self->handles, kind, handle);
}

/* Who looks for it comes to session_left then, at no cost to the others. */
static void hide_derived(uint16_t number)
{
  for (size_t i = 0; i < sizeof derived / sizeof *derived; i++)
    handle_each(&self->handles, derived[i], hide, &number);
}

void *session_left(enum handle_kind kind, uintptr_t handle, const char *what)
{
  char sentence[160];
  void *object = handle_show(&self->handles, kind, handle);
  if (!object || !self->call) return object;
  snprintf(sentence, sizeof sentence,
           ": the %s comes from a session that is finalized; use and free it "
           "before [MPI-4.1 11.3.1]",
           what);
  call_misused(self->call, sentence);
  return object;
}

/* --- the end --- */

int api_Session_finalize(MPI_Session *handle)
{
  struct session *s;
  int error = session_of(*handle, &s);
  if (error) return error;
  uint16_t number = s->number;
  tell_finalize(number, false);
  bsend_flush(s->space);
  bsend_give_up(&s->space);
  rank_handle_free(self, HANDLE_SESSION, (uintptr_t)*handle);
  self->call->session = NULL;
  errhandler_unref(s->errhandler);
  free(s);
  self->sessions--;
  *handle = MPI_SESSION_NULL;
  if (observers_hear.error) hide_derived(number);
  tell_finalize(number, true);
  return 0;
}

/* What it got, whatever it asked for. */
int api_Session_get_info(MPI_Session handle, MPI_Info *info_used)
{
  struct session *s;
  int error = session_of(handle, &s);
  if (error) return error;
  struct info *info = info_new();
  info_set(info, "thread_level", "MPI_THREAD_MULTIPLE");
  info_set(info, "mpi_memory_alloc_kinds", "system,mpi");
  return info_give(info, info_used);
}

/* --- error handlers --- */

int api_Session_set_errhandler(MPI_Session handle, MPI_Errhandler errhandler)
{
  struct session *s;
  int error = session_of(handle, &s);
  if (error) return error;
  return errhandler_replace(&s->errhandler, errhandler, ERRHANDLER_SESSION);
}

int api_Session_get_errhandler(MPI_Session handle, MPI_Errhandler *errhandler)
{
  struct session *s;
  int error = session_of(handle, &s);
  return error ? error : errhandler_give(s->errhandler, errhandler);
}

int api_Session_call_errhandler(MPI_Session handle, int code)
{
  struct session *s;
  int error = session_of(handle, &s);
  return error ? error : errhandler_call(s->errhandler, code);
}

/* --- process sets --- */

static const char *const psets[] = {"mpi://WORLD", "mpi://SELF"};
enum { PSETS = sizeof psets / sizeof *psets };

static struct group *pset_group(const char *name)
{
  if (!name) return NULL;
  if (strcasecmp(name, psets[0]) == 0) return group_range(0, 1, ranks_count());
  if (strcasecmp(name, psets[1]) == 0) return group_range(self->id, 1, 1);
  return NULL;
}

int api_Session_get_num_psets(MPI_Session handle, MPI_Info info, int *count)
{
  struct session *s;
  struct info *hints;
  int error = session_of(handle, &s);
  if (!error) error = info_of(info, &hints);
  if (!error) *count = PSETS;
  return error;
}

int api_Session_get_nth_pset(MPI_Session handle, MPI_Info info, int n,
                             int *length, char *name)
{
  struct session *s;
  struct info *hints;
  int error = session_of(handle, &s);
  if (!error) error = info_of(info, &hints);
  if (error) return error;
  if (n < 0 || n >= PSETS)
    return fault(
        MPI_ERR_ARG,
        ": n is %d, must be in [0, %d), the process sets [MPI-4.1 11.3.3]", n,
        PSETS);
  error = check_number(*length, "pset_len", "11.3.3");
  if (!error) error = check_array(name, *length, "pset_name");
  if (error) return error;
  if (*length > 0) snprintf(name, *length, "%s", psets[n]);
  *length = (int)strlen(psets[n]) + 1;
  return 0;
}

int api_Session_get_pset_info(MPI_Session handle, const char *name,
                              MPI_Info *info)
{
  struct session *s;
  int error = session_of(handle, &s);
  if (error) return error;
  struct group *group = pset_group(name);
  if (!group)
    return fault(MPI_ERR_ARG,
                 ": there is no process set \"%s\" [MPI-4.1 11.3.3]",
                 name ? name : "(null)");
  struct info *found = info_new();
  char size[12];
  snprintf(size, sizeof size, "%d", group_size(group));
  info_set(found, "mpi_size", size);
  group_unref(group);
  return info_give(found, info);
}

int api_Group_from_session_pset(MPI_Session handle, const char *name,
                                MPI_Group *newgroup)
{
  struct session *s;
  int error = session_of(handle, &s);
  if (error) return error;
  struct group *group = pset_group(name);
  if (group) return group_give(group, newgroup);
  *newgroup = MPI_GROUP_NULL;
  return 0;
}
