/* Which operators there are, what they are defined on, applying them. */
#include "op.h"

#include "loops.h"
#include "../memory.h"

#include <stdlib.h>
#include <string.h>

#define PREDEFINED(x, orderless)                                               \
  [OP_##x] = {.predefined = MPI_##x, .name = "MPI_" #x, .commutes = orderless}
static const struct op predefined[OP_NUMBERS] = {
    PREDEFINED(SUM, true),      PREDEFINED(MIN, true),
    PREDEFINED(MAX, true),      PREDEFINED(PROD, true),
    PREDEFINED(BAND, true),     PREDEFINED(BOR, true),
    PREDEFINED(BXOR, true),     PREDEFINED(LAND, true),
    PREDEFINED(LOR, true),      PREDEFINED(LXOR, true),
    PREDEFINED(MINLOC, true),   PREDEFINED(MAXLOC, true),
    PREDEFINED(REPLACE, false), PREDEFINED(NO_OP, false),
};

const struct op *op_predefined(MPI_Op handle)
{
  const struct op *op = &predefined[op_number(handle)];
  return handle && op->predefined == handle ? op : NULL;
}

struct op *op_user(MPI_User_function *function, MPI_User_function_c *function_c,
                   bool commutes)
{
  struct op *op = xcalloc(1, sizeof *op);
  op->references = 1;
  op->name = "user-defined operator";
  op->commutes = commutes;
  op->large = function_c != NULL;
  op->function = function;
  op->function_c = function_c;
  return op;
}

struct op *op_ref(const struct op *op)
{
  struct op *mutable = (struct op *)op;
  if (!mutable->predefined) mutable->references++;
  return mutable;
}

void op_unref(struct op *op)
{
  if (op && !op->predefined && --op->references == 0) free(op);
}

/* --- the table of MPI-4.1 6.9.2 --- */

static bool one_of(MPI_Datatype handle, const MPI_Datatype *handles, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (handles[i] == handle) return true;
  return false;
}

/* Fortran integers and the multi-language types look like C integers, but
 * have no logical operators. */
static bool is_c_integer(MPI_Datatype handle)
{
  static const MPI_Datatype others[] = {
      MPI_INTEGER,   MPI_INTEGER1, MPI_INTEGER2, MPI_INTEGER4, MPI_INTEGER8,
      MPI_INTEGER16, MPI_AINT,     MPI_COUNT,    MPI_OFFSET,
  };
  return !one_of(handle, others, sizeof others / sizeof *others);
}

static bool is_logical_op(MPI_Op op)
{
  return op == MPI_LAND || op == MPI_LOR || op == MPI_LXOR;
}

static bool is_integer(enum basic basic)
{
  return (basic >= BASIC_INT8 && basic <= BASIC_UINT64) ||
         basic == BASIC_INT128;
}

bool op_defined(const struct op *op, const struct datatype *element)
{
  if (!op->predefined || !op_loop_of(op->predefined, element->basic) ||
      element->basic == BASIC_CHAR)
    return false;
  if (is_logical_op(op->predefined) && is_integer(element->basic))
    return is_c_integer(element->predefined);
  return element->predefined != MPI_PACKED;
}

bool op_tolerated(const struct op *op, const struct datatype *element)
{
  return op->predefined && element->basic == BASIC_CHAR &&
         op_loop_of(op->predefined, BASIC_CHAR);
}

/* --- applying --- */

void op_apply(const struct op *op, const struct datatype *element,
              const void *in, void *inout, size_t n)
{
  if (op->predefined == MPI_NO_OP) return;
  if (op->predefined == MPI_REPLACE)
    memcpy(inout, in, n * (size_t)element->extent);
  else
    op_loop_of(op->predefined, element->basic)(in, inout, n);
}

struct application {
  op_loop *loop;
  const char *in;
  char *target;
  size_t element_size;
};

static void apply_block(MPI_Count at, MPI_Count bytes, void *arg)
{
  struct application *a = arg;
  a->loop(a->in, a->target + at, (size_t)bytes / a->element_size);
  a->in += bytes;
}

/* Pairs with padding: in the packed stream they have none, and a block may
 * hold half of one. Some at a time are brought into C's layout and back. */
static void apply_pairs(op_loop *loop, const char *in, void *target,
                        MPI_Count count, const struct datatype *type)
{
  enum { AT_A_TIME = 64, LARGEST_PAIR = 32 };
  char left[AT_A_TIME * LARGEST_PAIR], right[AT_A_TIME * LARGEST_PAIR];
  char packed[AT_A_TIME * LARGEST_PAIR];
  const struct datatype *pair = type->element;
  size_t total = (size_t)(count * type->size), size = (size_t)pair->size;
  for (size_t done = 0; done < total;) {
    size_t bytes = total - done;
    if (bytes > AT_A_TIME * size) bytes = AT_A_TIME * size;
    MPI_Count n = (MPI_Count)(bytes / size);
    datatype_unpack(left, n, pair, 0, bytes, in + done);
    datatype_pack(target, count, type, done, bytes, packed);
    datatype_unpack(right, n, pair, 0, bytes, packed);
    loop(left, right, (size_t)n);
    datatype_pack(right, n, pair, 0, bytes, packed);
    datatype_unpack(target, count, type, done, bytes, packed);
    done += bytes;
  }
}

void op_apply_typed(const struct op *op, const void *in, void *target,
                    MPI_Count count, const struct datatype *type)
{
  size_t bytes = (size_t)(count * type->size);
  if (op->predefined == MPI_NO_OP || !bytes) return;
  if (op->predefined == MPI_REPLACE) {
    datatype_unpack(target, count, type, 0, bytes, in);
    return;
  }
  op_loop *loop = op_loop_of(op->predefined, type->basic);
  size_t size = (size_t)type->element->size;
  if (type->contiguous && type->element->contiguous) {
    loop(in, (char *)target + type->true_lb, bytes / size);
  } else if (type->element->contiguous) {
    struct application a = {loop, in, target, size};
    datatype_blocks(count, type, apply_block, &a);
  } else {
    apply_pairs(loop, in, target, count, type);
  }
}
