/* Buffered sends and the buffer they live in. [MPI-4.1 3.6]
 *
 * Nothing is written into the program's buffer: copies lie in Oriel's memory,
 * and the buffer's size is an account. A message takes its bytes and
 * MPI_BSEND_OVERHEAD from the issue of its send until it has left.
 * Invariant: `used` is the sum over the pending messages, whose number is
 * `left.pending`. */
#include "p2p.h"

#include "../../model/memory.h"

#include <api.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

struct flush {
  struct request request;
  struct flush *next;
};

/* One rank's attached buffer. */
struct space {
  void *address; /* NULL: none is attached */
  MPI_Count size, used;
  struct counter left;
  struct flush *flushes; /* that wait until nothing is pending */
};

struct buffered {
  struct p2p_send send;
  struct space *space;
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

static void buffered_done(struct p2p_send *send)
{
  struct buffered *b = container_of(send, struct buffered, send);
  struct space *space = b->space;
  space->used -= b->bytes;
  free(b);
  counter_done(&space->left);
  while (space->left.pending == 0 && space->flushes) {
    struct flush *f = space->flushes;
    space->flushes = f->next;
    request_complete(&f->request);
  }
}

int bsend_start(const struct p2p_send *send)
{
  struct space *space = space_of_self();
  MPI_Count data = p2p_bytes(send->count, send->type);
  MPI_Count bytes = data + MPI_BSEND_OVERHEAD;
  if (!space->address)
    return fault(MPI_ERR_BUFFER, ": no buffer is attached [MPI-4.1 3.6]");
  if (space->address != MPI_BUFFER_AUTOMATIC &&
      bytes > space->size - space->used)
    return fault(MPI_ERR_BUFFER,
                 ": the message takes %lld bytes (%lld + MPI_BSEND_OVERHEAD),"
                 " of the attached buffer's %lld bytes %lld are free"
                 " [MPI-4.1 3.6]",
                 (long long)bytes, (long long)data, (long long)space->size,
                 (long long)(space->size - space->used));
  struct buffered *b = xmalloc(sizeof *b);
  *b = (struct buffered){.send = *send, .space = space, .bytes = bytes};
  b->send.done = buffered_done;
  space->used += bytes;
  space->left.pending++;
  p2p_send_start(&b->send, self->time);
  return 0;
}

int api_Buffer_attach(void *buffer, MPI_Count size)
{
  struct space *space = space_of_self();
  if (space->address)
    return fault(MPI_ERR_BUFFER,
                 ": a buffer is attached already [MPI-4.1 3.6]");
  if (!buffer) return fault(MPI_ERR_BUFFER, ": buffer is NULL [MPI-4.1 3.6]");
  if (size < 0)
    return fault(MPI_ERR_ARG, ": size is %lld [MPI-4.1 3.6]", (long long)size);
  space->address = buffer;
  space->size = buffer == MPI_BUFFER_AUTOMATIC ? 0 : size;
  return 0;
}

static void left_explain(const struct counter *c, char *text, size_t size)
{
  snprintf(text, size, "%ld buffered message%s to leave", c->pending,
           c->pending == 1 ? "" : "s");
}

int api_Buffer_flush(void)
{
  struct space *space = space_of_self();
  space->left.explain = left_explain;
  rank_wait(&space->left);
  return 0;
}

static int detach(void *address_out, MPI_Count *size)
{
  struct space *space = space_of_self();
  if (!space->address)
    return fault(MPI_ERR_BUFFER, ": no buffer is attached [MPI-4.1 3.6]");
  api_Buffer_flush();
  *(void **)address_out = space->address;
  *size = space->size;
  space->address = NULL;
  space->size = 0;
  return 0;
}

int api_Buffer_detach(void *address_out, int *size)
{
  MPI_Count wide = 0;
  int error = detach(address_out, &wide);
  if (!error) *size = wide > INT_MAX ? MPI_UNDEFINED : (int)wide;
  return error;
}

int api_Buffer_detach_c(void *address_out, MPI_Count *size)
{
  return detach(address_out, size);
}

static void flush_explain(const struct request *r, char *text, size_t size)
{
  (void)r;
  snprintf(text, size, "buffered messages to leave");
}

int api_Buffer_iflush(MPI_Request *handle)
{
  static const struct request_class class = {.name = "MPI_Buffer_iflush",
                                             .explain = flush_explain};
  struct space *space = space_of_self();
  struct flush *f = request_new(&class, sizeof *f);
  if (!f) return fault(MPI_ERR_OTHER, ": too many requests are open");
  *handle = f->request.handle;
  if (space->left.pending == 0) {
    request_complete(&f->request);
  } else {
    f->next = space->flushes;
    space->flushes = f;
  }
  return 0;
}
