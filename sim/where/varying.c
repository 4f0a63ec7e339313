/* Reading what debug information says of arrays of variable length, and
 * evaluating it. */
#include "varying.h"

#include "../../model/memory.h"

#include <dwarf.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unwind.h>

enum { RBX = 3, RBP = 6, RSP = 7, R12 = 12, REGISTERS = 16, DEPTH = 16 };

/* What an expression says; without one, the number. */
struct value {
  const Dwarf_Op *ops;
  size_t count;
  int64_t number;
  unsigned size; /* of what is to be read there; 0: it is the value itself */
};

struct dimension {
  struct value bound;
  int64_t more; /* how many elements there are beyond the bound */
  struct dimension *next;
};

struct varying {
  struct value at;
  struct dimension *dimensions;
  size_t element;
  bool has_base;
  long base;
};

/* --- reading --- */

static bool is_register(uint8_t atom)
{
  return atom >= DW_OP_reg0 && atom <= DW_OP_reg31;
}

static bool is_frame(const Dwarf_Op *op)
{
  return op->atom == DW_OP_fbreg || op->atom == DW_OP_breg0 + RBP;
}

/* A variable's value, at a place. */
static bool read_variable(Dwarf_Die *die, Dwarf_Addr pc, struct value *v)
{
  Dwarf_Attribute attribute;
  Dwarf_Op *ops;
  Dwarf_Die type;
  Dwarf_Word size;
  if (!dwarf_attr_integrate(die, DW_AT_location, &attribute) ||
      dwarf_getlocation_addr(&attribute, pc, &ops, &v->count, 1) != 1 ||
      v->count == 0)
    return false;
  v->ops = ops;
  uint8_t last = ops[v->count - 1].atom;
  if (last == DW_OP_stack_value || is_register(last)) return true;
  if (v->count != 1 || !is_frame(&ops[0]) ||
      !dwarf_attr_integrate(die, DW_AT_type, &attribute) ||
      !dwarf_formref_die(&attribute, &type) ||
      dwarf_aggregate_size(&type, &size))
    return false;
  v->size = (unsigned)size;
  return size == sizeof(int32_t) || size == sizeof(int64_t);
}

static bool read_bound(Dwarf_Attribute *a, Dwarf_Addr pc, struct value *v)
{
  Dwarf_Sword number;
  Dwarf_Die die;
  Dwarf_Op *ops;
  *v = (struct value){0};
  if (dwarf_formref_die(a, &die)) return read_variable(&die, pc, v);
  if (dwarf_formsdata(a, &number) == 0) {
    v->number = number;
    return true;
  }
  if (dwarf_getlocation(a, &ops, &v->count)) return false;
  v->ops = ops;
  return v->count > 0;
}

static bool read_dimension(Dwarf_Die *subrange, Dwarf_Addr pc,
                           struct dimension *d)
{
  Dwarf_Attribute a;
  if (dwarf_attr(subrange, DW_AT_lower_bound, &a)) return false; /* not C's */
  if (dwarf_attr(subrange, DW_AT_count, &a))
    d->more = 0;
  else if (dwarf_attr(subrange, DW_AT_upper_bound, &a))
    d->more = 1;
  else
    return false;
  return read_bound(&a, pc, &d->bound);
}

static bool type_of(Dwarf_Die *die, Dwarf_Die *type)
{
  Dwarf_Attribute a;
  return dwarf_attr_integrate(die, DW_AT_type, &a) &&
         dwarf_formref_die(&a, type) && dwarf_peel_type(type, type) == 0;
}

/* Dimensions of arrays, and of arrays of these. */
static bool read_array(Dwarf_Die *array, Dwarf_Addr pc, struct varying *v)
{
  Dwarf_Die die, element;
  Dwarf_Word size;
  if (dwarf_child(array, &die) || !type_of(array, &element)) return false;
  do {
    if (dwarf_tag(&die) != DW_TAG_subrange_type) return false;
    struct dimension *d = xcalloc(1, sizeof *d);
    d->next = v->dimensions;
    v->dimensions = d;
    if (!read_dimension(&die, pc, d)) return false;
  } while (dwarf_siblingof(&die, &die) == 0);
  if (dwarf_aggregate_size(&element, &size) == 0) {
    v->element = size;
    return true;
  }
  return dwarf_tag(&element) == DW_TAG_array_type &&
         read_array(&element, pc, v);
}

/* Without a list of places an expression stands for all of the scope, also for
 * what comes before the declaration, where the frame has no array yet. */
static bool is_declared(Dwarf_Die *variable, Dwarf_Addr pc)
{
  Dwarf_Die unit;
  int line, column, own_line, own_column;
  Dwarf_Line *at = dwarf_diecu(variable, &unit, NULL, NULL)
                       ? dwarf_getsrc_die(&unit, pc)
                       : NULL;
  const char *file = at ? dwarf_linesrc(at, NULL, NULL) : NULL;
  const char *own_file = dwarf_decl_file(variable);
  if (!file || !own_file || strcmp(file, own_file) != 0 ||
      dwarf_lineno(at, &line) || dwarf_decl_line(variable, &own_line))
    return false;
  if (line != own_line) return line > own_line;
  return dwarf_linecol(at, &column) == 0 &&
         dwarf_decl_column(variable, &own_column) == 0 && column > own_column;
}

static bool read_place(Dwarf_Die *variable, Dwarf_Addr pc, struct value *v)
{
  Dwarf_Attribute a;
  Dwarf_Op *ops;
  if (!dwarf_attr(variable, DW_AT_location, &a) ||
      dwarf_getlocation_addr(&a, pc, &ops, &v->count, 1) != 1 || v->count == 0)
    return false;
  v->ops = ops;
  uint8_t last = ops[v->count - 1].atom;
  bool listed = dwarf_whatform(&a) != DW_FORM_exprloc;
  return last != DW_OP_stack_value && !is_register(last) &&
         (listed || is_declared(variable, pc));
}

static void varying_free(struct varying *v)
{
  while (v->dimensions) {
    struct dimension *d = v->dimensions;
    v->dimensions = d->next;
    free(d);
  }
  free(v);
}

struct varying *varying_read(Dwarf_Die *variable, Dwarf_Addr pc,
                             const long *base)
{
  Dwarf_Die type;
  Dwarf_Word size;
  if (!type_of(variable, &type) || dwarf_tag(&type) != DW_TAG_array_type ||
      dwarf_aggregate_size(&type, &size) == 0)
    return NULL;
  struct varying *v = xcalloc(1, sizeof *v);
  v->has_base = base;
  if (base) v->base = *base;
  if (read_place(variable, pc, &v->at) && read_array(&type, pc, v)) return v;
  varying_free(v);
  return NULL;
}

/* --- registers --- */

/* The registers that calls preserve, as they are in a frame of the stack in
 * place. */
struct registers {
  const void *site;
  const char *frame;
  bool found;
  uint64_t at[REGISTERS];
};

static bool is_preserved(unsigned number)
{
  return number == RBX || number == RBP || number == RSP ||
         (number >= R12 && number < REGISTERS);
}

static _Unwind_Reason_Code visit(struct _Unwind_Context *c, void *arg)
{
  struct registers *r = arg;
  if (_Unwind_GetIP(c) != (uintptr_t)r->site ||
      _Unwind_GetGR(c, RBP) != (uintptr_t)r->frame)
    return _URC_NO_REASON;
  for (unsigned i = 0; i < REGISTERS; i++)
    if (is_preserved(i) && i != RSP) r->at[i] = _Unwind_GetGR(c, (int)i);
  r->at[RSP] = _Unwind_GetCFA(c); /* of what it called */
  r->found = true;
  return _URC_NORMAL_STOP;
}

static bool registers_find(struct registers *r)
{
  if (!r->found) _Unwind_Backtrace(visit, r);
  return r->found;
}

/* --- evaluating --- */

struct machine {
  const struct varying *array;
  struct registers registers;
  uint64_t stack[DEPTH];
  int depth;
};

static bool push(struct machine *m, uint64_t value)
{
  if (m->depth == DEPTH) return false;
  m->stack[m->depth++] = value;
  return true;
}

static bool push_register(struct machine *m, unsigned number, int64_t offset)
{
  struct registers *r = &m->registers;
  if (number == RBP) return push(m, (uintptr_t)r->frame + (uint64_t)offset);
  return is_preserved(number) && registers_find(r) &&
         push(m, r->at[number] + (uint64_t)offset);
}

/* Only what lies at a known distance from the frame pointer is read. */
static bool read_at(uint64_t address, size_t size, uint64_t *value)
{
  *value = 0;
  if (size > sizeof *value) return false;
  memcpy(value, (const void *)(uintptr_t)address, size); // NOLINT
  return true;
}

static bool dereference(struct machine *m, const Dwarf_Op *before, size_t size)
{
  if (!before || !is_frame(before) || m->depth < 1) return false;
  uint64_t *top = &m->stack[m->depth - 1];
  return read_at(*top, size, top);
}

static bool calculate(struct machine *m, uint8_t atom)
{
  if (m->depth < 2) return false;
  uint64_t b = m->stack[--m->depth], *a = &m->stack[m->depth - 1];
  switch (atom) {
  case DW_OP_plus:
    *a += b;
    return true;
  case DW_OP_minus:
    *a -= b;
    return true;
  case DW_OP_mul:
    *a *= b;
    return true;
  case DW_OP_and:
    *a &= b;
    return true;
  case DW_OP_or:
    *a |= b;
    return true;
  case DW_OP_shl:
    *a = b < 64 ? *a << b : 0;
    return true;
  case DW_OP_shr:
    *a = b < 64 ? *a >> b : 0;
    return true;
  case DW_OP_shra:
    *a = (uint64_t)((int64_t)*a >> (b < 64 ? b : 63));
    return true;
  default:
    return false;
  }
}

static bool step(struct machine *m, const Dwarf_Op *op, const Dwarf_Op *before)
{
  const struct varying *v = m->array;
  uint8_t atom = op->atom;
  if (atom >= DW_OP_lit0 && atom <= DW_OP_lit31)
    return push(m, atom - DW_OP_lit0);
  if (is_register(atom)) return push_register(m, atom - DW_OP_reg0, 0);
  if (atom >= DW_OP_breg0 && atom <= DW_OP_breg31)
    return push_register(m, atom - DW_OP_breg0, (int64_t)op->number);
  if (atom >= DW_OP_const1u && atom <= DW_OP_consts) return push(m, op->number);
  switch (atom) {
  case DW_OP_fbreg:
    return v->has_base && push_register(m, RBP, v->base + (int64_t)op->number);
  case DW_OP_deref:
    return dereference(m, before, sizeof(uint64_t));
  case DW_OP_deref_size:
    return dereference(m, before, op->number);
  case DW_OP_plus_uconst:
    return push(m, op->number) && calculate(m, DW_OP_plus);
  case DW_OP_stack_value:
    return true;
  default:
    return calculate(m, atom);
  }
}

static bool evaluate(const struct value *v, struct machine *m, uint64_t *result)
{
  *result = (uint64_t)v->number;
  if (!v->ops) return true;
  m->depth = 0;
  for (const Dwarf_Op *op = v->ops; op < v->ops + v->count; op++)
    if (!step(m, op, op > v->ops ? op - 1 : NULL)) return false;
  if (m->depth != 1) return false;
  *result = m->stack[0];
  if (!v->size) return true;
  bool is_read = read_at(*result, v->size, result);
  if (v->size == sizeof(int32_t)) *result = (uint64_t)(int32_t)*result;
  return is_read;
}

bool varying_find(const struct varying *v, const void *site, const char *frame,
                  const char **from, const char **to)
{
  struct machine m = {.array = v, .registers = {.site = site, .frame = frame}};
  uint64_t at, size = v->element;
  if (!evaluate(&v->at, &m, &at) || at >= (uintptr_t)frame) return false;
  for (const struct dimension *d = v->dimensions; d; d = d->next) {
    uint64_t bound;
    if (!evaluate(&d->bound, &m, &bound)) return false;
    int64_t elements = (int64_t)bound + d->more;
    if (elements <= 0 ||
        __builtin_mul_overflow(size, (uint64_t)elements, &size))
      return false;
  }
  *from = frame - ((uintptr_t)frame - at);
  if (size > (uintptr_t)frame - at) return false; /* not all in the frame */
  *to = *from + size;
  return true;
}
