/* Buffered sends and the buffers they live in: the communicator's, if it has
 * one, else that of the session it comes from, else the rank's. [MPI-4.1 3.6]
 *
 * Nothing is written into the program's buffer: copies lie in Oriel's memory,
 * and the buffer's size is an account. A message takes its bytes and
 * MPI_BSEND_OVERHEAD from the issue of its send until it has left.
 * Invariant: `used` is the sum over the pending messages, which are listed from
 * `first` on, and whose number is `left`; a space that its communicator
 * gave up goes with the last of them. */
#include "p2p.h"
#include "session.h"
#include "../p2p/explain.h"
#include "../rank/observed.h"

#include "../../model/memory.h"

#include <api.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/* Waits until nothing is pending of what was when it began. */
struct flush {
  struct request request;
  const struct space *space;
  uint64_t last; /* the last of these */
  long pending;
  struct flush *next;
};

/* An attached buffer, or the place for one. */
struct space {
  void *address; /* NULL: none is attached */
  MPI_Count size, used;
  uint64_t pending;   /* MPI has it, as observers are told; 0: they are not */
  struct space *told; /* the next one of the rank, beginning with its own */
  long left;          /* how many are pending */
  struct buffered *first, *last; /* pending, in the order of their sends */
  uint64_t sends;                /* so far */
  struct flush *flushes;
  bool given_up;
};

struct buffered {
  struct p2p_send send;
  struct comm_view *view;
  struct space *space;
  struct buffered *before, *after;
  uint64_t number; /* among the sends of its space */
  MPI_Count bytes;
};

static struct space **spaces; /* by world rank, made on first use */

static struct space *space_of_self(void)
{
  if (!spaces) spaces = xcalloc(ranks_count(), sizeof(struct space *));
  struct space **space = &spaces[self->id];
  if (!*space) *space = xcalloc(1, sizeof **space);
  return *space;
}

/* --- messages --- */

static void list_add(struct space *space, struct buffered *b)
{
  b->before = space->last;
  *(space->last ? &space->last->after : &space->first) = b;
  space->last = b;
}

static void list_remove(struct space *space, struct buffered *b)
{
  *(b->before ? &b->before->after : &space->first) = b->after;
  *(b->after ? &b->after->before : &space->last) = b->before;
}

/* Which may end flushes that began after its send. */
static void tell_flushes(struct space *space, uint64_t number)
{
  struct flush **at = &space->flushes;
  while (*at) {
    struct flush *f = *at;
    if (number > f->last || --f->pending > 0) {
      at = &f->next;
      continue;
    }
    *at = f->next;
    request_complete(&f->request);
  }
}

static void buffered_done(struct p2p_send *send)
{
  struct buffered *b = container_of(send, struct buffered, send);
  struct comm_view *view = b->view;
  struct space *space = b->space;
  space->used -= b->bytes;
  list_remove(space, b);
  space->left--;
  tell_flushes(space, b->number);
  free(b);
  if (space->left == 0 && space->given_up) free(space);
  comm_view_unref(view); /* the buffer may be its own */
}

/* The buffer that a send of this communicator goes through. */
static struct space *space_for(const struct comm_view *view)
{
  if (view->space && view->space->address) return view->space;
  const struct session *session = session_behind(view);
  if (session && session->space && session->space->address)
    return session->space;
  return space_of_self();
}

static bool fits(const struct space *space, MPI_Count bytes)
{
  return space->address == MPI_BUFFER_AUTOMATIC ||
         bytes <= space->size - space->used;
}

/* What has left by the rank's time has done so when the clock is there. */
static bool has_room(const struct space *space, MPI_Count bytes)
{
  if (!fits(space, bytes)) rank_meet();
  return fits(space, bytes);
}

int bsend_check(const struct p2p_send *send, const struct comm_view *view)
{
  const struct space *space = space_for(view);
  MPI_Count data = p2p_bytes(send->count, send->type);
  MPI_Count bytes = data + MPI_BSEND_OVERHEAD;
  if (!space->address)
    return fault(MPI_ERR_BUFFER, ": no buffer is attached [MPI-4.1 3.6]");
  if (has_room(space, bytes)) return 0;
  return fault(MPI_ERR_BUFFER,
               ": the message takes %lld bytes (%lld + MPI_BSEND_OVERHEAD),"
               " of the attached buffer's %lld bytes %lld are free"
               " [MPI-4.1 3.6]",
               (long long)bytes, (long long)data, (long long)space->size,
               (long long)(space->size - space->used));
}

void bsend_start(const struct p2p_send *send, struct comm_view *view)
{
  struct space *space = space_for(view);
  MPI_Count bytes = p2p_bytes(send->count, send->type) + MPI_BSEND_OVERHEAD;
  struct buffered *b = xmalloc(sizeof *b);
  *b = (struct buffered){.send = *send,
                         .view = comm_view_ref(view),
                         .space = space,
                         .number = ++space->sends,
                         .bytes = bytes};
  b->send.done = buffered_done;
  space->used += bytes;
  space->left++;
  list_add(space, b);
  p2p_send_start(&b->send, self->time);
  OBSERVE_ORDER(RELEASE, self->strand, p2p_carrier(b->send.number),
                .releases = 1);
}

/* --- what the calls do, whatever the buffer belongs to --- */

/* From now on its memory is MPI's: whether a message is in it or not, others
 * may use it when it is detached. [MPI-4.1 3.6] */
static void tell_attached(struct space *space)
{
  if (space->address == MPI_BUFFER_AUTOMATIC || space->size == 0) return;
  struct space *own = space_of_self();
  space->pending = pending_numbers(1);
  if (space != own) space->told = own->told;
  if (space != own) own->told = space;
  OBSERVE(buffer, OBSERVED_SELF, .argument = "buffer",
          .data = {space->address, space->size, NULL}, .write = true,
          .pending = space->pending, .date = self->time);
}

static void tell_detached(struct space *space)
{
  if (!space || !space->pending) return;
  OBSERVE(buffer_end, OBSERVED_SELF, .pending = space->pending);
  space->pending = 0;
  struct space **at = &space_of_self()->told;
  while (*at && *at != space)
    at = &(*at)->told;
  if (*at) *at = space->told;
}

static int attach(struct space *space, void *buffer, MPI_Count size)
{
  if (space->address)
    return fault(MPI_ERR_BUFFER,
                 ": a buffer is attached already [MPI-4.1 3.6]");
  if (!buffer)
    return fault(MPI_ERR_BUFFER, ": buffer is a null pointer [MPI-4.1 3.6]");
  int error = check_number(size, "size", "3.6");
  if (error) return error;
  space->address = buffer;
  space->size = buffer == MPI_BUFFER_AUTOMATIC ? 0 : size;
  if (observers_hear.buffer) tell_attached(space);
  return 0;
}

static void space_explain(const struct space *space, long n, char *text,
                          size_t size)
{
  if (!n) return;
  const struct buffered *first = space->first;
  char comm[EXPLAIN_COMM_MAX], peer[EXPLAIN_RANK];
  explain_comm(first->view, comm);
  explain_peer(first->view, first->send.to, peer);
  snprintf(text, size,
           "%ld buffered message%s to leave, %s to %s with tag %d in %s", n,
           n == 1 ? "" : "s", n == 1 ? "which is" : "the first", peer,
           first->send.envelope.tag, comm);
}

static void flush_explain(const struct request *r, char *text, size_t size)
{
  const struct flush *f = container_of(r, struct flush, request);
  space_explain(f->space, f->pending, text, size);
}

static const struct request_class flush_class = {.name = "a flush of a buffer",
                                                 .explain = flush_explain};

/* `space` may be NULL: nothing is pending. */
static void flush_begin(struct flush *f, struct space *space)
{
  if (!space || space->left == 0) {
    request_complete(&f->request);
    return;
  }
  f->space = space;
  f->last = space->sends;
  f->pending = space->left;
  f->next = space->flushes;
  space->flushes = f;
}

static int flush(struct space *space)
{
  struct flush f;
  request_init(&f.request, &flush_class);
  flush_begin(&f, space);
  return request_wait(&f.request);
}

static int detach(struct space *space, void *address_out, MPI_Count *size)
{
  if (!space || !space->address)
    return fault(MPI_ERR_BUFFER, ": no buffer is attached [MPI-4.1 3.6]");
  flush(space);
  tell_detached(space);
  *(void **)address_out = image_program(space->address);
  *size = space->size;
  space->address = NULL;
  space->size = 0;
  return 0;
}

static int detach_int(struct space *space, void *address_out, int *size)
{
  MPI_Count wide = 0;
  int error = detach(space, address_out, &wide);
  if (!error) *size = wide > INT_MAX ? MPI_UNDEFINED : (int)wide;
  return error;
}

static int iflush(struct space *space, MPI_Request *handle)
{
  struct flush *f = request_new(&flush_class, sizeof *f);
  if (!f) return check_handle(0);
  *handle = f->request.handle;
  flush_begin(f, space);
  return 0;
}

/* --- the rank's --- */

int api_Buffer_attach(void *buffer, MPI_Count size)
{
  return attach(space_of_self(), buffer, size);
}

int api_Buffer_detach(void *address_out, int *size)
{
  return detach_int(space_of_self(), address_out, size);
}

int api_Buffer_detach_c(void *address_out, MPI_Count *size)
{
  return detach(space_of_self(), address_out, size);
}

int api_Buffer_flush(void)
{
  return flush(space_of_self());
}

int api_Buffer_iflush(MPI_Request *request)
{
  return iflush(space_of_self(), request);
}

/* --- a communicator's --- */

int api_Comm_attach_buffer(MPI_Comm comm, void *buffer, MPI_Count size)
{
  struct comm_view *view;
  int error = comm_of(comm, &view);
  if (error) return error;
  if (!view->space) view->space = xcalloc(1, sizeof *view->space);
  return attach(view->space, buffer, size);
}

int api_Comm_detach_buffer(MPI_Comm comm, void *address_out, int *size)
{
  struct comm_view *view;
  int error = comm_of(comm, &view);
  return error ? error : detach_int(view->space, address_out, size);
}

int api_Comm_detach_buffer_c(MPI_Comm comm, void *address_out, MPI_Count *size)
{
  struct comm_view *view;
  int error = comm_of(comm, &view);
  return error ? error : detach(view->space, address_out, size);
}

int api_Comm_flush_buffer(MPI_Comm comm)
{
  struct comm_view *view;
  int error = comm_of(comm, &view);
  return error ? error : flush(view->space);
}

int api_Comm_iflush_buffer(MPI_Comm comm, MPI_Request *request)
{
  struct comm_view *view;
  int error = comm_of(comm, &view);
  return error ? error : iflush(view->space, request);
}

/* --- a session's --- */

int api_Session_attach_buffer(MPI_Session session, void *buffer, MPI_Count size)
{
  struct session *s;
  int error = session_of(session, &s);
  if (error) return error;
  if (!s->space) s->space = xcalloc(1, sizeof *s->space);
  return attach(s->space, buffer, size);
}

int api_Session_detach_buffer(MPI_Session session, void *address_out, int *size)
{
  struct session *s;
  int error = session_of(session, &s);
  return error ? error : detach_int(s->space, address_out, size);
}

int api_Session_detach_buffer_c(MPI_Session session, void *address_out,
                                MPI_Count *size)
{
  struct session *s;
  int error = session_of(session, &s);
  return error ? error : detach(s->space, address_out, size);
}

int api_Session_flush_buffer(MPI_Session session)
{
  struct session *s;
  int error = session_of(session, &s);
  return error ? error : flush(s->space);
}

int api_Session_iflush_buffer(MPI_Session session, MPI_Request *request)
{
  struct session *s;
  int error = session_of(session, &s);
  return error ? error : iflush(s->space, request);
}

/* --- the end --- */

void bsend_flush(struct space *space)
{
  flush(space);
}

void bsend_give_up(struct space **owner)
{
  struct space *space = *owner;
  if (!space) return;
  *owner = NULL;
  tell_detached(space);
  space->given_up = true;
  if (space->left == 0) free(space);
}

void bsend_close_rank(void)
{
  struct space *own = spaces ? spaces[self->id] : NULL;
  while (own && own->told)
    tell_detached(own->told);
  tell_detached(own);
}
