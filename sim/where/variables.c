/* Variables of images by their symbols, of frames by libdw. */
#include "variables.h"

#include "file.h"

#include "../../model/memory.h"
#include "../image/image.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdlib.h>
#include <string.h>

/* --- of images --- */

char *__cxa_demangle(const char *, char *, size_t *, int *);

/* As in the source: compilers number a function's static variables, "count.0",
 * or put the function's name before them. */
static const char *plain_name(const char *name)
{
  char *plain =
      strncmp(name, "_Z", 2) ? NULL : __cxa_demangle(name, NULL, NULL, NULL);
  if (plain || !strchr(name, '.')) return plain ? plain : name;
  plain = xstrdup(name);
  char *dot = strrchr(plain, '.');
  if (strspn(dot + 1, "0123456789") == strlen(dot + 1)) *dot = 0;
  dot = strrchr(plain, '.');
  return dot ? dot + 1 : plain;
}

bool variable_global(const char *address, struct variable *v)
{
  const char *path = NULL;
  unsigned long at = image_file_address(address, &path);
  struct symbol_range *s = path ? file_object(file_open(path), at) : NULL;
  if (!s) return false;
  if (!s->plain) s->plain = plain_name(s->name);
  *v = (struct variable){.from = address - (at - s->low),
                         .to = address + (s->high - at),
                         .name = s->plain};
  return true;
}

/* --- of frames --- */

/* A frame: where it is in the file, and its two bases. */
struct frame {
  Dwarf_Addr pc;
  const char *pointer; /* %rbp */
  const char *base;    /* of DW_OP_fbreg; NULL: not known */
};

enum { RBP = 6, CALLER = 16 /* what a call and its frame pointer take */ };

static const char *frame_base(Dwarf_Die *function, const struct frame *f)
{
  Dwarf_Attribute attribute;
  Dwarf_Op *op;
  size_t n;
  if (!dwarf_attr_integrate(function, DW_AT_frame_base, &attribute) ||
      dwarf_getlocation_addr(&attribute, f->pc, &op, &n, 1) != 1 || n != 1)
    return NULL;
  if (op->atom == DW_OP_call_frame_cfa) return f->pointer + CALLER;
  if (op->atom == DW_OP_reg0 + RBP) return f->pointer;
  if (op->atom == DW_OP_breg0 + RBP) return f->pointer + (long)op->number;
  return NULL;
}

/* Where a variable is; NULL: not in memory, or not to be told. */
static const char *place_of(Dwarf_Die *die, const struct frame *f)
{
  Dwarf_Attribute attribute;
  Dwarf_Op *op;
  size_t n;
  const char *at = NULL;
  if (!dwarf_attr(die, DW_AT_location, &attribute) ||
      dwarf_getlocation_addr(&attribute, f->pc, &op, &n, 1) != 1 || n == 0)
    return NULL;
  if (op[0].atom == DW_OP_fbreg && f->base) at = f->base + (long)op[0].number;
  if (op[0].atom == DW_OP_breg0 + RBP) at = f->pointer + (long)op[0].number;
  if (n == 1) return at;
  /* An array of variable length: its address is there. */
  if (n == 2 && at && op[1].atom == DW_OP_deref) return *(char *const *)at;
  return NULL;
}

static size_t size_of(Dwarf_Die *die)
{
  Dwarf_Attribute attribute;
  Dwarf_Die type;
  Dwarf_Word size;
  if (!dwarf_attr_integrate(die, DW_AT_type, &attribute) ||
      !dwarf_formref_die(&attribute, &type) ||
      dwarf_aggregate_size(&type, &size))
    return 0;
  return size;
}

static bool find_in(Dwarf_Die *scope, const struct frame *f,
                    const char *address, struct variable *v)
{
  Dwarf_Die die;
  if (dwarf_child(scope, &die)) return false;
  do {
    int tag = dwarf_tag(&die);
    if (tag != DW_TAG_variable && tag != DW_TAG_formal_parameter) continue;
    const char *at = place_of(&die, f);
    size_t n = at ? size_of(&die) : 0;
    if (!n || address < at || address >= at + n) continue;
    v->from = at;
    v->to = at + n;
    v->name = dwarf_diename(&die);
    return v->name != NULL;
  } while (dwarf_siblingof(&die, &die) == 0);
  return false;
}

static bool is_function(Dwarf_Die *scope)
{
  int tag = dwarf_tag(scope);
  return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
}

/* From the innermost scope out to the function whose frame it is. */
static bool find_outward(Dwarf_Die *scopes, int n, struct frame *f,
                         const char *address, struct variable *v)
{
  bool found = false;
  for (int i = 0; i < n && !f->base; i++)
    if (dwarf_tag(&scopes[i]) == DW_TAG_subprogram)
      f->base = frame_base(&scopes[i], f);
  v->function = NULL;
  for (int i = 0; i < n && !(found && v->function); i++) {
    if (!found) {
      found = find_in(&scopes[i], f, address, v);
      if (found) v->function = NULL;
    }
    if (!v->function && is_function(&scopes[i]))
      v->function = dwarf_diename(&scopes[i]);
    if (!found && dwarf_tag(&scopes[i]) == DW_TAG_subprogram) break;
  }
  return found;
}

bool variable_local(const char *address, const void *site, const char *frame,
                    struct variable *v)
{
  const char *path = NULL;
  unsigned long pc = image_file_address((const char *)site - 1, &path);
  Dwarf_Die *unit = path ? file_unit(file_open(path), pc) : NULL;
  Dwarf_Die *at = NULL, *around = NULL;
  struct frame f = {.pc = pc, .pointer = frame};
  *v = (struct variable){0};
  int n = unit ? dwarf_getscopes(unit, pc, &at) : 0;
  /* As they are nested in the file, not as the source nests functions. */
  int m = n > 0 ? dwarf_getscopes_die(&at[0], &around) : 0;
  bool found = m > 0 && find_outward(around, m, &f, address, v);
  free(at);
  free(around);
  return found;
}
