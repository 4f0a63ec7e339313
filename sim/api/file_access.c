/* Reading and writing files. [MPI-4.1 14.4]
 *
 * All calls are one core: where the access begins (an offset, the rank's own
 * pointer, the shared one, or the shared one in the order of the ranks) and in
 * which form its result is told. Nonblocking and split accesses happen at
 * once: their requests are complete when they are made. */
#include "file.h"

#include "../../model/datatype/status.h"
#include "../coll/barrier.h"
#include "../rank/observed.h"
#include "../p2p/request.h"

#include <api.h>
#include <string.h>

enum where { AT, OWN, SHARED, ORDERED };

struct access {
  enum where where;
  bool writes, collective;
  MPI_Offset offset; /* AT: of the program; in etypes */
  void *buffer;      /* not written to when it writes */
  MPI_Count count;
  MPI_Datatype datatype;
  uint64_t pending; /* to the observers; 0: it is over when the call is */
};

/* --- where --- */

struct ordering {
  struct joint joint;
  struct file *file;
  MPI_Offset etypes; /* that it accesses */
  MPI_Offset offset; /* from where */
};

static int put_in_order(struct joint *const *all, int count)
{
  struct shared_file *shared = ((struct ordering *)all[0])->file->shared;
  for (int i = 0; i < count; i++) {
    struct ordering *o = (struct ordering *)all[i];
    o->offset = shared->pointer;
    shared->pointer += o->etypes;
  }
  return 0;
}

static int find_start(struct file *f, const struct access *a, MPI_Offset etypes,
                      MPI_Offset *start)
{
  struct ordering mine = {.file = f, .etypes = etypes};
  int error;
  rank_meet();
  switch (a->where) {
  case AT:
    *start = a->offset;
    break;
  case OWN:
    *start = f->pointer;
    break;
  case SHARED:
    *start = f->shared->pointer;
    f->shared->pointer += etypes;
    break;
  case ORDERED:
    error = file_meet(f->comm, &mine.joint, NEEDS_ALL, put_in_order);
    *start = mine.offset;
    return error;
  }
  return 0;
}

/* --- the core --- */

static int check_access(const struct file *f, const struct access *a,
                        const struct datatype **type)
{
  int error = a->writes ? check_writable(f) : check_readable(f);
  if (!error && (a->where == AT || a->where == OWN)) error = check_random(f);
  if (!error) error = check_count(a->count, "count");
  if (!error) error = committed_of(a->datatype, "datatype", type);
  if (!error) error = check_buffer(a->buffer, a->count, *type, "buf");
  if (error) return error;
  if (a->where == AT) error = check_number(a->offset, "offset", "14.4.2");
  if (error) return error;
  if (a->collective && f->split.call)
    return fault(MPI_ERR_IO, ": %s is still to come [MPI-4.1 14.4.5]",
                 f->split.call);
  return 0;
}

/* The bytes of the access, all of which must have a place in a file. */
static int measure(const struct file *f, const struct access *a,
                   const struct datatype *type, MPI_Count *bytes)
{
  MPI_Count etype = f->view.etype->size, tile = f->view.filetype->size, end;
  if (__builtin_mul_overflow(a->count, type->size, bytes) ||
      __builtin_mul_overflow(a->offset, etype, &end) ||
      __builtin_add_overflow(end, *bytes, &end) ||
      (tile && __builtin_mul_overflow(end / tile + 1, f->view.filetype->extent,
                                      &end)) ||
      __builtin_add_overflow(end, f->view.disp, &end))
    return fault(MPI_ERR_ARG, ": the access reaches beyond 2^63 bytes "
                              "[MPI-4.1 14.4]");
  if (*bytes % etype != 0)
    return fault(MPI_ERR_IO,
                 ": %lld bytes are not a multiple of the etype's %lld "
                 "[MPI-4.1 14.4.1]",
                 (long long)*bytes, (long long)etype);
  if (*bytes > 0 && f->view.count == 0)
    return fault(MPI_ERR_IO, ": the filetype holds no bytes [MPI-4.1 14.3]");
  return 0;
}

/* What observers hear of its buffer; returns how many elements have room. */
static MPI_Count told_buffer(const struct access *a,
                             const struct datatype *type)
{
  MPI_Count fit = a->count;
  if (a->count > 0)
    OBSERVE(buffer, OBSERVED_SELF, .argument = "buf",
            .data = {a->buffer, a->count, type}, .write = !a->writes,
            .pending = a->pending, .room = &fit, .date = self->time);
  return fit;
}

static int file_access(MPI_File handle, const struct access *a,
                       struct file **file, MPI_Count *bytes)
{
  const struct datatype *type;
  MPI_Offset start = 0;
  MPI_Count wanted;
  int error = file_of(handle, file);
  struct file *f = *file;
  if (error) return error;
  if (a->collective && a->where != ORDERED) coll_pass(f->comm);
  error = check_access(f, a, &type);
  if (!error) error = measure(f, a, type, &wanted);
  if (error) return error;
  MPI_Count etype = f->view.etype->size;
  error = find_start(f, a, wanted / etype, &start);
  if (error) return error;
  MPI_Count fit = told_buffer(a, type);
  error = a->writes ? disk_write(&f->shared->disk, &f->view, start * etype,
                                 a->buffer, a->count, type, bytes)
                    : disk_read(&f->shared->disk, &f->view, start * etype,
                                a->buffer, a->count, fit, type, bytes);
  if (error && a->pending)
    OBSERVE(buffer_end, OBSERVED_SELF, .pending = a->pending);
  if (a->where == OWN) f->pointer += (*bytes + etype - 1) / etype;
  return error;
}

/* --- the forms --- */

static int access_now(MPI_File handle, struct access a, MPI_Status *status)
{
  struct file *f;
  MPI_Count bytes;
  int error = file_access(handle, &a, &f, &bytes);
  if (error) return error;
  status_set(status, MPI_ANY_SOURCE, MPI_ANY_TAG, bytes, false);
  return 0;
}

static const struct request_class file_class = {.name = "an access to a file"};

static int access_request(MPI_File handle, struct access a,
                          MPI_Request *request)
{
  struct file *f;
  MPI_Count bytes;
  a.pending = pending_numbers(1);
  int error = file_access(handle, &a, &f, &bytes);
  if (error) return error;
  struct request *r = request_new(&file_class, sizeof *r);
  if (!r) return check_handle(0);
  r->source = MPI_ANY_SOURCE;
  r->tag = MPI_ANY_TAG;
  r->bytes = bytes;
  r->pending = a.pending;
  r->accesses = 1;
  request_complete(r);
  *request = r->handle;
  return 0;
}

static int access_begin(MPI_File handle, struct access a, const char *end)
{
  struct file *f;
  MPI_Count bytes;
  a.pending = pending_numbers(1);
  int error = file_access(handle, &a, &f, &bytes);
  if (error) return error;
  f->split = (struct split){end, a.buffer, bytes, a.pending};
  return 0;
}

static int access_end(MPI_File handle, const void *buffer, const char *end,
                      MPI_Status *status)
{
  struct file *f;
  int error = file_of(handle, &f);
  if (error) return error;
  coll_pass(f->comm);
  if (!f->split.call)
    return fault(MPI_ERR_IO, ": nothing has begun [MPI-4.1 14.4.5]");
  if (strcmp(f->split.call, end) != 0)
    return fault(MPI_ERR_IO, ": what has begun ends with %s [MPI-4.1 14.4.5]",
                 f->split.call);
  if (f->split.buffer != buffer)
    return fault(MPI_ERR_BUFFER, ": buf is not what the begin was given "
                                 "[MPI-4.1 14.4.5]");
  f->split.call = NULL;
  OBSERVE(buffer_end, OBSERVED_SELF, .pending = f->split.pending);
  status_set(status, MPI_ANY_SOURCE, MPI_ANY_TAG, f->split.bytes, false);
  return 0;
}

/* --- the calls --- */

#define DATA const_ void *buf, MPI_Count count, MPI_Datatype type
#define ACCESS(where, collective, offset)                                      \
  ((struct access){where, writes_, collective, offset, (void *)buf, count,     \
                   type, 0})

/* Calls that take an offset, and those that do not. */
#define CALLS_AT(call, icall, collective)                                      \
  int api_File_##call(MPI_File fh, MPI_Offset offset, DATA,                    \
                      MPI_Status *status)                                      \
  {                                                                            \
    return access_now(fh, ACCESS(AT, collective, offset), status);             \
  }                                                                            \
  int api_File_##icall(MPI_File fh, MPI_Offset offset, DATA,                   \
                       MPI_Request *request)                                   \
  {                                                                            \
    return access_request(fh, ACCESS(AT, collective, offset), request);        \
  }
#define CALLS(call, icall, where, collective)                                  \
  int api_File_##call(MPI_File fh, DATA, MPI_Status *status)                   \
  {                                                                            \
    return access_now(fh, ACCESS(where, collective, 0), status);               \
  }                                                                            \
  int api_File_##icall(MPI_File fh, DATA, MPI_Request *request)                \
  {                                                                            \
    return access_request(fh, ACCESS(where, collective, 0), request);          \
  }
#define CALL_ORDERED(call)                                                     \
  int api_File_##call(MPI_File fh, DATA, MPI_Status *status)                   \
  {                                                                            \
    return access_now(fh, ACCESS(ORDERED, true, 0), status);                   \
  }
#define END(call)                                                              \
  int api_File_##call##_end(MPI_File fh, const_ void *buf, MPI_Status *status) \
  {                                                                            \
    return access_end(fh, buf, "MPI_File_" #call "_end", status);              \
  }
#define SPLIT_AT(call)                                                         \
  int api_File_##call##_begin(MPI_File fh, MPI_Offset offset, DATA)            \
  {                                                                            \
    return access_begin(fh, ACCESS(AT, true, offset),                          \
                        "MPI_File_" #call "_end");                             \
  }                                                                            \
  END(call)
#define SPLIT(call, where)                                                     \
  int api_File_##call##_begin(MPI_File fh, DATA)                               \
  {                                                                            \
    return access_begin(fh, ACCESS(where, true, 0), "MPI_File_" #call "_end"); \
  }                                                                            \
  END(call)

#define const_
#define writes_ false
CALLS_AT(read_at, iread_at, false)
CALLS_AT(read_at_all, iread_at_all, true)
CALLS(read, iread, OWN, false)
CALLS(read_all, iread_all, OWN, true)
CALLS(read_shared, iread_shared, SHARED, false)
CALL_ORDERED(read_ordered)
SPLIT_AT(read_at_all)
SPLIT(read_all, OWN)
SPLIT(read_ordered, ORDERED)
#undef const_
#undef writes_

#define const_ const
#define writes_ true
CALLS_AT(write_at, iwrite_at, false)
CALLS_AT(write_at_all, iwrite_at_all, true)
CALLS(write, iwrite, OWN, false)
CALLS(write_all, iwrite_all, OWN, true)
CALLS(write_shared, iwrite_shared, SHARED, false)
CALL_ORDERED(write_ordered)
SPLIT_AT(write_at_all)
SPLIT(write_all, OWN)
SPLIT(write_ordered, ORDERED)
