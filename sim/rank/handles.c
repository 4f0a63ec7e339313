/* Handles that the observers hear of. What a rank makes outside calls, such as
 * its world's communicator, is no program's business. */
#include "handles.h"

#include "observed.h"

static const char *const kinds[] = {
    [HANDLE_COMM] = "communicator", [HANDLE_GROUP] = "group",
    [HANDLE_DATATYPE] = "datatype", [HANDLE_OP] = "operator",
    [HANDLE_WINDOW] = "window",     [HANDLE_REQUEST] = "request",
    [HANDLE_INFO] = "info",         [HANDLE_ERRHANDLER] = "error handler",
    [HANDLE_MESSAGE] = "message",   [HANDLE_FILE] = "file",
    [HANDLE_SESSION] = "session",
};

static void tell(const struct rank *r, const struct call *call,
                 enum handle_kind kind, uintptr_t handle,
                 enum observed_handle_event event)
{
  OBSERVE(handle, .strand = observed_strand(r->strand), .kind = kinds[kind],
          .handle = (int)handle, .event = event,
          .session = call ? call->session_number : 0,
          .call = call ? call->function->name : NULL,
          .site = call ? call->site : NULL, .date = r->time);
}

uintptr_t rank_handle_new(enum handle_kind kind, void *object)
{
  uintptr_t handle = handle_new(&self->handles, kind, object);
  if (handle) tell(self, self->call, kind, handle, OBSERVED_MADE);
  return handle;
}

/* That is under way; NULL: none. */
static const struct call *call_now(void)
{
  return self ? self->call : NULL;
}

void *rank_handle_free(struct rank *r, enum handle_kind kind, uintptr_t handle)
{
  void *object = handle_free(&r->handles, kind, handle);
  if (object) tell(r, call_now(), kind, handle, OBSERVED_ENDS);
  return object;
}

void rank_handle_given_up(const struct rank *r, enum handle_kind kind,
                          uintptr_t handle)
{
  tell(r, call_now(), kind, handle, OBSERVED_ENDS);
}

void *rank_handle_use(enum handle_kind kind, uintptr_t handle)
{
  void *object = handle_find(&self->handles, kind, handle);
  if (rank_shares && object && self->call)
    tell(self, self->call, kind, handle, OBSERVED_USED);
  return object;
}
