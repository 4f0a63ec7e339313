/* Operators: handles of user-defined ones, and MPI_Reduce_local.
 * [MPI-4.1 6.9.5, 6.9.7] */
#include "../../model/op/op.h"

#include "../../model/datatype/kinds.h"
#include "../../model/window/window.h"
#include "call.h"
#include "../image/callback.h"
#include "../rank/observed.h"
#include "../rank/handles.h"

#include <api.h>

int op_of(MPI_Op handle, const struct op **op)
{
  *op = op_predefined(handle);
  if (!*op) *op = rank_handle_use(HANDLE_OP, (uintptr_t)handle);
  if (*op) return 0;
  return check_no_object(HANDLE_OP, (uintptr_t)handle, NULL);
}

static int op_give(struct op *op, MPI_Op *handle)
{
  uintptr_t h = rank_handle_new(HANDLE_OP, op);
  int error = check_handle(h);
  if (error)
    op_unref(op);
  else
    *handle = (MPI_Op)h;
  return error;
}

static int null_function(void)
{
  return fault(MPI_ERR_ARG, ": user_fn is a null pointer "
                            "[MPI-4.1 6.9.5]");
}

int api_Op_create(MPI_User_function *function, int commute, MPI_Op *op)
{
  if (!function) return null_function();
  return op_give(op_user(function, NULL, commute), op);
}

int api_Op_create_c(MPI_User_function_c *function, int commute, MPI_Op *op)
{
  if (!function) return null_function();
  return op_give(op_user(NULL, function, commute), op);
}

int api_Op_free(MPI_Op *handle)
{
  const struct op *op;
  int error = op_of(*handle, &op);
  if (error) return error;
  if (op->predefined)
    return fault(MPI_ERR_OP, ": %s cannot be freed [MPI-4.1 6.9.5]", op->name);
  op_unref(rank_handle_free(self, HANDLE_OP, (uintptr_t)*handle));
  *handle = MPI_OP_NULL;
  return 0;
}

int api_Op_commutative(MPI_Op handle, int *commute)
{
  const struct op *op;
  int error = op_of(handle, &op);
  if (!error) *commute = op->commutes;
  return error;
}

int op_check_reduction(const struct op *op, const struct datatype *type)
{
  if (!op->predefined) return 0;
  if (op->predefined == MPI_REPLACE || op->predefined == MPI_NO_OP)
    return fault(MPI_ERR_OP,
                 ": %s is for accumulates, not for reductions [MPI-4.1 12.3.4]",
                 op->name);
  if (!type->predefined && !datatype_is_unnamed(type))
    return fault(MPI_ERR_OP,
                 ": %s is not defined on a derived datatype "
                 "[MPI-4.1 6.9.2]",
                 op->name);
  if (type->element && op_tolerated(op, type->element))
    call_on_text(op->name, "6.9.2");
  else if (!type->element || !op_defined(op, type->element))
    return fault(MPI_ERR_OP, ": %s is not defined on %s [MPI-4.1 6.9.2]",
                 op->name, datatype_default_name(type));
  return 0;
}

int api_Reduce_local(const void *in, void *inout, MPI_Count count,
                     MPI_Datatype handle, MPI_Op op_handle)
{
  const struct datatype *type;
  const struct op *op;
  int error = check_count(count, "count");
  if (!error) error = committed_of(handle, "datatype", &type);
  if (!error) error = op_of(op_handle, &op);
  if (!error) error = op_check_reduction(op, type);
  if (!error) error = check_buffer(in, count, type, "inbuf");
  if (!error) error = check_buffer(inout, count, type, "inoutbuf");
  if (error || !count) return error;
  struct buffer read = {in, count, type}, written = {inout, count, type};
  if (buffers_meet(&read, &written))
    return fault(MPI_ERR_BUFFER, ": inbuf and inoutbuf overlap; they must be "
                                 "disjoint [MPI-4.1 6.9.7]");
  OBSERVE(buffer, OBSERVED_SELF, .argument = "inbuf", .data = {in, count, type},
          .date = self->time);
  OBSERVE(buffer, OBSERVED_SELF, .argument = "inoutbuf",
          .data = {inout, count, type}, .write = true, .replaces = true,
          .date = self->time);
  if (op->predefined)
    op_apply(op, type->element, in, inout, (size_t)count);
  else
    callback_op(op, (void *)in, inout, count, type, handle);
  return 0;
}
