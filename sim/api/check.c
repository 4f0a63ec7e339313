/* Checks that many calls share. */
#include "call.h"

#include "../p2p/explain.h"

#include <mpi.h>
#include <stdio.h>
#include <string.h>

int check_handle(uintptr_t handle)
{
  if (handle) return 0;
  return fault(MPI_ERR_OTHER, ": the rank holds more than 2^20 handles");
}

int check_count_failed(MPI_Count count, const char *argument)
{
  return fault(MPI_ERR_COUNT,
               ": %s is %lld, must not be negative [MPI-4.1 3.2.2]", argument,
               (long long)count);
}

const struct argument_names names_one = {"buf", "count", "datatype",
                                         .tag = "tag"};
const struct argument_names names_send = {"sendbuf", "sendcount", "sendtype",
                                          .tag = "sendtag"};
const struct argument_names names_recv = {"recvbuf", "recvcount", "recvtype",
                                          .tag = "recvtag"};
const struct argument_names names_sent = {"buf", "count", "datatype",
                                          .tag = "sendtag"};
const struct argument_names names_received = {"buf", "count", "datatype",
                                              .tag = "recvtag"};

int check_number(MPI_Count number, const char *argument, const char *section)
{
  if (number >= 0) return 0;
  return fault(MPI_ERR_ARG, ": %s is %lld, must not be negative [MPI-4.1 %s]",
               argument, (long long)number, section);
}

/* Who computes a rank may come to a number that is a name by chance. */
const char *rank_word(int rank)
{
  static char word[40];
  const char *name = rank == MPI_ANY_SOURCE  ? " (MPI_ANY_SOURCE)"
                     : rank == MPI_PROC_NULL ? " (MPI_PROC_NULL)"
                     : rank == MPI_ROOT      ? " (MPI_ROOT)"
                                             : "";
  snprintf(word, sizeof word, "%d%s", rank, name);
  return word;
}

int check_peer(const struct comm_view *view, int rank, int error_class,
               const char *argument, const char *section)
{
  char comm[EXPLAIN_COMM_MAX] = "the communicator";
  int size = group_size(comm_peers(view->comm));
  if (rank >= 0 && rank < size) return 0;
  if (view == self->world || view == self->own || (view->name && *view->name))
    explain_comm(view, comm);
  return fault(error_class,
               ": %s is %s; the %sranks of %s are 0 to %d "
               "[MPI-4.1 %s]",
               argument, rank_word(rank), view->comm->remote ? "remote " : "",
               comm, size - 1, section);
}

const char *entry_name(const char *array, MPI_Count i)
{
  static char name[80];
  snprintf(name, sizeof name, "%s[%lld]", array, (long long)i);
  return name;
}

/* How a call that takes handles of a kind speaks of them. */
struct kind {
  int class;
  const char *object, *null_name;
  const void *null;
  const char *gone; /* what else became of it than being freed */
  const char *section;
};

static const struct kind kinds[] = {
    [HANDLE_COMM] = {MPI_ERR_COMM, "communicator", "MPI_COMM_NULL",
                     MPI_COMM_NULL, NULL, "7.4"},
    [HANDLE_GROUP] = {MPI_ERR_GROUP, "group", "MPI_GROUP_NULL", MPI_GROUP_NULL,
                      NULL, "7.3"},
    [HANDLE_DATATYPE] = {MPI_ERR_TYPE, "datatype", "MPI_DATATYPE_NULL",
                         MPI_DATATYPE_NULL, NULL, "5.1"},
    [HANDLE_OP] = {MPI_ERR_OP, "operator", "MPI_OP_NULL", MPI_OP_NULL, NULL,
                   "6.9"},
    [HANDLE_WINDOW] = {MPI_ERR_WIN, "window", "MPI_WIN_NULL", MPI_WIN_NULL,
                       NULL, "12.2"},
    [HANDLE_REQUEST] = {MPI_ERR_REQUEST, "request", "MPI_REQUEST_NULL",
                        MPI_REQUEST_NULL, "completed or freed", "3.7.3"},
    [HANDLE_INFO] = {MPI_ERR_INFO, "info", "MPI_INFO_NULL", MPI_INFO_NULL, NULL,
                     "10"},
    [HANDLE_ERRHANDLER] = {MPI_ERR_ERRHANDLER, "error handler",
                           "MPI_ERRHANDLER_NULL", MPI_ERRHANDLER_NULL, NULL,
                           "9.3"},
    [HANDLE_MESSAGE] = {MPI_ERR_REQUEST, "message", "MPI_MESSAGE_NULL",
                        MPI_MESSAGE_NULL, "received", "3.8.3"},
    [HANDLE_FILE] = {MPI_ERR_FILE, "file", "MPI_FILE_NULL", MPI_FILE_NULL,
                     "closed", "14.2"},
    [HANDLE_SESSION] = {MPI_ERR_SESSION, "session", "MPI_SESSION_NULL",
                        MPI_SESSION_NULL, "finalized", "11.3.1"},
};

int check_no_object(enum handle_kind kind, uintptr_t handle,
                    const char *argument)
{
  const struct kind *k = &kinds[kind];
  const char *the = argument ? "" : "the ",
             *what = argument ? argument : k->object;
  if (handle == (uintptr_t)k->null)
    return fault(k->class, ": %s%s is %s [MPI-4.1 %s]", the, what, k->null_name,
                 k->section);
  if (handle_is_gone(&self->handles, kind, handle))
    return fault(k->class, ": %s%s was %s before [MPI-4.1 %s]", the, what,
                 k->gone ? k->gone : "freed", k->section);
  return fault(k->class, ": %s is not %s%s %s [MPI-4.1 %s]",
               argument ? argument : "the handle",
               argument ? "the handle of " : "",
               strchr("aeiou", *k->object) ? "an" : "a", k->object, k->section);
}

int check_name(const char *given, char kept[MPI_MAX_OBJECT_NAME])
{
  if (!given)
    return fault(MPI_ERR_ARG, ": the name is a null pointer [MPI-4.1 7.8]");
  *kept = '\0';
  strncat(kept, given, MPI_MAX_OBJECT_NAME - 1);
  return 0;
}

int check_array(const void *array, MPI_Count entries, const char *argument)
{
  if (array || entries <= 0) return 0;
  return fault(MPI_ERR_ARG, ": %s is a null pointer, must have %lld %s",
               argument, (long long)entries,
               entries == 1 ? "entry" : "entries");
}

static int count_too_large(MPI_Count count, const struct datatype *type)
{
  MPI_Count bytes;
  if (__builtin_mul_overflow(count, type->size, &bytes))
    return fault(MPI_ERR_COUNT,
                 ": %lld elements of %lld bytes exceed 2^63 bytes "
                 "[MPI-4.1 3.2.2]",
                 (long long)count, (long long)type->size);
  return fault(
      MPI_ERR_COUNT,
      ": %lld elements of extent %lld do not fit into 64-bit addresses "
      "[MPI-4.1 3.2.2]",
      (long long)count, (long long)type->extent);
}

int check_blocks(int blocks, MPI_Count count, const struct datatype *type)
{
  MPI_Count all, low, high;
  if (type->size == 0 || (!__builtin_mul_overflow(count, blocks, &all) &&
                          datatype_span(all, type, &low, &high)))
    return 0;
  return fault(MPI_ERR_COUNT,
               ": %d times %lld elements of extent %lld do not fit into 64-bit "
               "addresses [MPI-4.1 3.2.2]",
               blocks, (long long)count, (long long)type->extent);
}

int check_address(const void *buffer, MPI_Count count,
                  const struct datatype *type, const char *argument)
{
  if (buffer == MPI_IN_PLACE && count && type->size)
    return fault(MPI_ERR_BUFFER,
                 ": %s is MPI_IN_PLACE, which it must not be [MPI-4.1 2.5.4]",
                 argument);
  if (buffer || !count || !type->size || type->absolute) return 0;
  return fault(MPI_ERR_BUFFER,
               ": %s is a null pointer, but the count is %lld, of %lld bytes "
               "each [MPI-4.1 3.2.2]",
               argument, (long long)count, (long long)type->size);
}

int check_buffer(const void *buffer, MPI_Count count,
                 const struct datatype *type, const char *argument)
{
  MPI_Count low, high;
  if (!datatype_span(count, type, &low, &high))
    return count_too_large(count, type);
  return check_address(buffer, count, type, argument);
}
