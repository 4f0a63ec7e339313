/* Which types and operators an operation may combine. [MPI-4.1 12.3] */
#include "window.h"

#include "../error/fault.h"

#include <stdint.h>

/* The bytes of so many elements, or as many as there can be. */
static MPI_Count bytes_of(MPI_Count count, const struct datatype *type)
{
  MPI_Count bytes;
  return __builtin_mul_overflow(count, type->size, &bytes) ? INT64_MAX : bytes;
}

MPI_Count transfer_bytes(const struct transfer *t)
{
  bool sends = t->kind == ACCESS_PUT || t->kind == ACCESS_ACCUMULATE;
  return sends ? bytes_of(t->origin_count, t->origin_type)
               : bytes_of(t->access.count, t->access.type);
}

static int too_large(const struct window_view *v, const struct transfer *t,
                     MPI_Count count, const struct datatype *type,
                     const char *buffer)
{
  const struct access *a = &t->access;
  MPI_Count here = bytes_of(count, type);
  MPI_Count there = bytes_of(a->count, a->type);
  return fault(MPI_ERR_TRUNCATE,
               " to rank %d of %s: the %s holds %lld bytes (%lld x %lld), the "
               "target %lld (%lld x %lld); what is sent must fit without "
               "truncation [MPI-4.1 12.3]",
               a->target, window_label(v), buffer, (long long)here,
               (long long)count, (long long)type->size, (long long)there,
               (long long)a->count, (long long)a->type->size);
}

/* As in a message, the receiving buffer may be larger than what comes. */
static inline int check_sizes(const struct window_view *v,
                              const struct transfer *t, MPI_Count count,
                              const struct datatype *type, const char *buffer,
                              bool receives)
{
  MPI_Count here = bytes_of(count, type);
  MPI_Count there = bytes_of(t->access.count, t->access.type);
  bool fits = receives ? there <= here : here <= there;
  return fits ? 0 : too_large(v, t, count, type, buffer);
}

static int check_overlap(const struct window_view *v, const struct transfer *t,
                         MPI_Count count, const struct datatype *type,
                         const char *buffer)
{
  if (!datatype_overlaps(count, type)) return 0;
  return fault(MPI_ERR_TYPE,
               " to rank %d of %s: the %s datatype has overlapping entries, "
               "and is written through [MPI-4.1 12.3]",
               t->access.target, window_label(v), buffer);
}

static int check_buffer(const void *buffer, MPI_Count count,
                        const struct datatype *type, const char *name)
{
  MPI_Count low, high;
  if (!datatype_span(count, type, &low, &high))
    return fault(MPI_ERR_COUNT,
                 ": %lld elements of the %s datatype do not fit into 64-bit "
                 "addresses [MPI-4.1 12.3]",
                 (long long)count, name);
  if (buffer == MPI_IN_PLACE && low < high)
    return fault(
        MPI_ERR_BUFFER,
        ": %s_addr is MPI_IN_PLACE, which it must not be [MPI-4.1 2.5.4]",
        name);
  if (buffer || low == high || type->absolute) return 0;
  return fault(MPI_ERR_BUFFER,
               ": %s_addr is a null pointer, but %s_count is %lld, of %lld "
               "bytes each [MPI-4.1 12.3]",
               name, name, (long long)count, (long long)type->size);
}

/* Both ends are built of one and the same predefined type, which the operator
 * takes; a type without elements goes with every other. */
static int check_elements(const struct window_view *v, const struct transfer *t,
                          const struct datatype *type, const char *buffer)
{
  const struct datatype *here = type->element;
  const struct datatype *there = t->access.type->element;
  if (type->size == 0 || t->access.type->size == 0) return 0;
  if (here && there && here->predefined == there->predefined) return 0;
  return fault(MPI_ERR_TYPE,
               " to rank %d of %s: %s and target datatype must be built of one "
               "same predefined type, not %s and %s [MPI-4.1 12.3.4]",
               t->access.target, window_label(v), buffer,
               here ? datatype_default_name(here) : "one of several",
               there ? datatype_default_name(there) : "one of several");
}

static int check_op(const struct window_view *v, const struct transfer *t)
{
  const struct op *op = t->op;
  const struct datatype *element = t->access.type->element;
  if (!op->predefined)
    return fault(MPI_ERR_OP,
                 " to rank %d of %s: a user-defined operator cannot be used in "
                 "an accumulate [MPI-4.1 12.3.4]",
                 t->access.target, window_label(v));
  if (op->predefined == MPI_NO_OP && t->kind != ACCESS_FETCH)
    return fault(MPI_ERR_OP,
                 " to rank %d of %s: MPI_NO_OP is for MPI_Get_accumulate and "
                 "MPI_Fetch_and_op only [MPI-4.1 12.3.4]",
                 t->access.target, window_label(v));
  if (op->predefined == MPI_NO_OP || op->predefined == MPI_REPLACE) return 0;
  if (!element || op_defined(op, element) || op_tolerated(op, element))
    return 0;
  return fault(MPI_ERR_OP,
               " to rank %d of %s: %s is not defined on %s [MPI-4.1 6.9.2]",
               t->access.target, window_label(v), op->name,
               datatype_default_name(element));
}

static int check_origin(const struct window_view *v, const struct transfer *t)
{
  bool receives = t->kind == ACCESS_GET;
  int error =
      check_buffer(t->origin, t->origin_count, t->origin_type, "origin");
  if (!error)
    error = check_sizes(v, t, t->origin_count, t->origin_type, "origin buffer",
                        receives);
  if (!error && receives)
    error = check_overlap(v, t, t->origin_count, t->origin_type, "origin");
  if (!error && t->op) error = check_elements(v, t, t->origin_type, "origin");
  return error;
}

static int check_result(const struct window_view *v, const struct transfer *t)
{
  int error =
      check_buffer(t->result, t->result_count, t->result_type, "result");
  if (!error)
    error = check_sizes(v, t, t->result_count, t->result_type, "result buffer",
                        true);
  if (!error)
    error = check_overlap(v, t, t->result_count, t->result_type, "result");
  if (!error) error = check_elements(v, t, t->result_type, "result");
  if (error || !t->origin_type) return error;
  struct buffer origin = {t->origin, t->origin_count, t->origin_type};
  struct buffer result = {t->result, t->result_count, t->result_type};
  if (!buffers_meet(&origin, &result)) return 0;
  return fault(MPI_ERR_BUFFER,
               " to rank %d of %s: origin and result buffer overlap; they must "
               "be disjoint [MPI-4.1 12.3.4]",
               t->access.target, window_label(v));
}

int window_check_transfer(const struct window_view *v, const struct transfer *t)
{
  int error = t->op ? check_op(v, t) : 0;
  if (!error && t->origin_type) error = check_origin(v, t);
  if (!error && t->result_type) error = check_result(v, t);
  if (!error && t->kind != ACCESS_GET)
    error = check_overlap(v, t, t->access.count, t->access.type, "target");
  return error;
}
