/* Variables of images by their symbols, of frames by libdw. */
#include "variables.h"

#include "debug.h"
#include "large_stack.h"
#include "scopes.h"
#include "varying.h"

#include "../../model/map.h"
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
  struct symbol_range *s = path ? debug_object(debug_open(path), at) : NULL;
  if (!s) return false;
  if (!s->plain) s->plain = plain_name(s->name);
  *v = (struct variable){.from = address - (at - s->low),
                         .to = address + (s->high - at),
                         .name = s->plain};
  return true;
}

/* --- of frames --- */

/* A variable of a frame. */
struct local {
  bool sometimes; /* it is there at other places of its function */
  long offset;    /* from the frame pointer */
  bool follows;   /* its address is there */
  size_t size;
  struct varying *varying; /* an array of variable length; else NULL */
  const char *name, *function;
  struct scope *scope; /* as in struct variable */
};

/* A block, a function that was inlined, or the whole of a function. */
struct scope {
  bool whole;
  struct scope *inlined; /* the innermost that it is, or is in; NULL */
  struct scope *outer;   /* NULL: the function whose frame it is */
  Dwarf_Die die;
  int first, last; /* of a block: the lines of its code; 0: not asked yet */
};

/* What lies in the frames of one place of the program: read once. */
struct layout {
  const char *path;
  Dwarf_Addr pc;
  const char *function; /* whose frame it is; NULL: not known */
  const void *whole;    /* the same of the same function */
  struct local *locals; /* of inner scopes first */
  int count;
  struct scope **scopes; /* within the function, inner ones first */
  int scope_count;
  bool moves;    /* where some of them are is told by the frame itself */
  bool has_base; /* `base`, of DW_OP_fbreg, is known */
  long base;     /* from the frame pointer */
  struct layout *next;
};

enum { RBP = 6, CALLER = 16 /* what a call and its frame pointer take */ };

static void read_base(Dwarf_Die *function, struct layout *l)
{
  Dwarf_Attribute attribute;
  Dwarf_Op *op;
  size_t n;
  if (!dwarf_attr_integrate(function, DW_AT_frame_base, &attribute) ||
      dwarf_getlocation_addr(&attribute, l->pc, &op, &n, 1) != 1 || n != 1)
    return;
  l->has_base = true;
  if (op->atom == DW_OP_call_frame_cfa)
    l->base = CALLER;
  else if (op->atom == DW_OP_reg0 + RBP)
    l->base = 0;
  else if (op->atom == DW_OP_breg0 + RBP)
    l->base = (long)op->number;
  else
    l->has_base = false;
}

static bool is_memory(const Dwarf_Op *op, size_t n, const struct layout *l,
                      struct local *local)
{
  if (n == 0) return false;
  if (op[0].atom == DW_OP_fbreg && l->has_base)
    local->offset = l->base + (long)op[0].number;
  else if (op[0].atom == DW_OP_breg0 + RBP)
    local->offset = (long)op[0].number;
  else
    return false;
  local->follows = n == 2 && op[1].atom == DW_OP_deref;
  return n == 1 || local->follows;
}

/* Where a variable is; false: not in memory, or not to be told. An optimised
 * variable is in memory at some places and a mere value at others: its memory
 * is its own there, too, unless another variable is known to be in it. */
static bool read_place(Dwarf_Die *die, const struct layout *l,
                       struct local *local)
{
  Dwarf_Attribute attribute;
  Dwarf_Addr base, from, to;
  Dwarf_Op *op;
  size_t n;
  ptrdiff_t at = 0;
  if (!dwarf_attr(die, DW_AT_location, &attribute)) return false;
  if (dwarf_getlocation_addr(&attribute, l->pc, &op, &n, 1) == 1 &&
      is_memory(op, n, l, local))
    return true;
  local->sometimes = true;
  while ((at = dwarf_getlocations(&attribute, at, &base, &from, &to, &op, &n)) >
         0)
    if (is_memory(op, n, l, local) && !local->follows) return true;
  return false;
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

static bool read_local(Dwarf_Die *die, const struct layout *l,
                       struct local *local)
{
  local->varying = varying_read(die, l->pc, l->has_base ? &l->base : NULL);
  if (local->varying) return true;
  if (!read_place(die, l, local)) return false;
  local->size = size_of(die);
  return local->size;
}

/* The same for the same of libdw's. */
static struct scope *scope_of(const Dwarf_Die *die)
{
  static struct map scopes;
  struct scope *s = map_find(&scopes, (uintptr_t)die->addr);
  if (s) return s;
  s = xcalloc(1, sizeof *s);
  s->die = *die;
  map_add(&scopes, (uintptr_t)die->addr, s);
  return s;
}

static void note_scopes(Dwarf_Die *scopes, int n, struct layout *l)
{
  struct scope *inlined = NULL;
  l->scopes = xcalloc((size_t)n, sizeof *l->scopes);
  l->scope_count = n;
  for (int i = n - 1; i >= 0; i--) {
    struct scope *s = scope_of(&scopes[i]);
    if (dwarf_tag(&scopes[i]) == DW_TAG_inlined_subroutine) inlined = s;
    s->inlined = inlined;
    s->outer = i + 1 < n ? l->scopes[i + 1] : NULL;
    l->scopes[i] = s;
  }
}

/* What is declared further down is not in use yet, and its memory may be
 * another's: a compiler ends the life of a variable with its block, but begins
 * it where it is first used. */
static bool comes_later(Dwarf_Die *die, struct debug_spot at)
{
  Dwarf_Die whole = *die, unit;
  Dwarf_Attribute attribute;
  Dwarf_Files *files; /* which dwarf_decl_file needs */
  size_t count;
  int line, column;
  if (dwarf_attr(die, DW_AT_abstract_origin, &attribute))
    dwarf_formref_die(&attribute, &whole);
  if (!at.source || !dwarf_diecu(&whole, &unit, NULL, NULL) ||
      dwarf_getsrcfiles(&unit, &files, &count))
    return false;
  const char *source = dwarf_decl_file(&whole);
  if (!source || strcmp(source, at.source) || dwarf_decl_line(&whole, &line))
    return false;
  if (line != at.line) return line > at.line;
  return at.column && dwarf_decl_column(&whole, &column) == 0 &&
         column > at.column;
}

static void read_scope(Dwarf_Die *scope, struct layout *l, const char *function,
                       struct scope *s, struct debug_spot at)
{
  Dwarf_Die die;
  if (dwarf_child(scope, &die)) return;
  do {
    int tag = dwarf_tag(&die);
    struct local local = {.function = function, .scope = s};
    if (tag != DW_TAG_variable && tag != DW_TAG_formal_parameter) continue;
    local.name = dwarf_diename(&die);
    if (!local.name || comes_later(&die, at)) continue;
    if (!read_local(&die, l, &local)) continue;
    if (local.follows && s && s->whole) local.scope = NULL; /* anywhere */
    l->locals = xgrow(l->locals, l->count, sizeof *l->locals);
    l->locals[l->count++] = local;
  } while (dwarf_siblingof(&die, &die) == 0);
}

static const char *function_from(Dwarf_Die *scopes, int n, int i)
{
  for (; i < n; i++) {
    int tag = dwarf_tag(&scopes[i]);
    const char *name = NULL;
    if (tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine)
      name = dwarf_diename(&scopes[i]);
    if (name) return name;
  }
  return NULL;
}

static struct debug_spot spot_of(Dwarf_Die *unit, Dwarf_Addr pc)
{
  struct debug_spot s = {0};
  Dwarf_Line *line = dwarf_getsrc_die(unit, pc);
  if (!line || dwarf_lineno(line, &s.line) || !s.line) return s;
  if (dwarf_linecol(line, &s.column)) s.column = 0;
  s.source = dwarf_linesrc(line, NULL, NULL);
  return s;
}

static struct scope *whole_of(const Dwarf_Die *function)
{
  struct scope *s = scope_of(function);
  s->whole = true;
  return s;
}

/* From the innermost scope out to the function whose frame it is. */
static void read_scopes(Dwarf_Die *unit, Dwarf_Die *scopes, int n,
                        struct layout *l)
{
  struct debug_spot at = spot_of(unit, l->pc);
  for (int i = 0; i < n && !l->has_base; i++)
    if (dwarf_tag(&scopes[i]) == DW_TAG_subprogram) read_base(&scopes[i], l);
  int within = 0;
  while (within < n && dwarf_tag(&scopes[within]) != DW_TAG_subprogram)
    within++;
  l->function = function_from(scopes, n, within);
  struct scope *whole = within < n ? whole_of(&scopes[within]) : NULL;
  if (whole) l->whole = whole->die.addr;
  note_scopes(scopes, within, l);
  bool ends = !debug_open(l->path)->cxx; /* C++ does much at ends of blocks */
  for (int i = 0; i <= within && i < n; i++) {
    read_scope(&scopes[i], l, function_from(scopes, n, i),
               ends && i < within ? l->scopes[i] : whole, at);
    if (dwarf_tag(&scopes[i]) == DW_TAG_inlined_subroutine)
      at = debug_caller(unit, &scopes[i]);
  }
}

/* Where a function keeps no frame pointer, the register is another's, and the
 * address may be in any frame up to that one's: nothing is known. */
static void read_layout(void *arg)
{
  struct layout *l = arg;
  const struct debug *file = debug_open(l->path);
  if (!debug_has_frame_pointer(file, l->pc)) return;
  Dwarf_Die *unit = debug_unit(file, l->pc);
  Dwarf_Die *scopes = NULL;
  int n = unit ? scopes_at(unit, l->pc, &scopes) : 0;
  if (n > 0) read_scopes(unit, scopes, n, l);
  for (int i = 0; i < l->count; i++)
    l->moves |= l->locals[i].follows || l->locals[i].varying;
  free(scopes);
}

static const struct layout *layout_of(const char *path, Dwarf_Addr pc)
{
  static struct map layouts; /* lists, by pc */
  static const struct layout *latest;
  if (latest && latest->pc == pc && latest->path == path) return latest;
  struct layout *first = map_find(&layouts, pc);
  for (struct layout *l = first; l; l = l->next)
    if (l->path == path) return latest = l;
  struct layout *l = xcalloc(1, sizeof *l);
  l->path = path;
  l->pc = pc;
  on_large_stack(read_layout, l);
  if (!first) {
    map_add(&layouts, pc, l);
  } else {
    l->next = first->next;
    first->next = l;
  }
  return latest = l;
}

/* Those that are where the debug information says; arrays of variable length,
 * whose expressions take longer; those that are there at other places of the
 * function. */
enum certainty { ALWAYS, VARYING, SOMETIMES };

static enum certainty certainty_of(const struct local *local)
{
  if (local->varying) return VARYING;
  return local->sometimes ? SOMETIMES : ALWAYS;
}

/* The variable at an address. */
static bool find_local(const struct layout *l, const char *address,
                       const void *site, const char *frame, enum certainty c,
                       struct variable *v)
{
  for (int i = 0; i < l->count; i++) {
    const struct local *local = &l->locals[i];
    const char *at = frame + local->offset, *end;
    if (certainty_of(local) != c) continue;
    if (local->follows) at = *(char *const *)at;
    end = at + local->size;
    if (c == VARYING && !varying_find(local->varying, site, frame, &at, &end))
      continue;
    if (address < at || address >= end) continue;
    *v = (struct variable){at,        end,         local->name, local->function,
                           !l->moves, local->scope};
    return true;
  }
  return false;
}

/* What lies in the frame where the code before `site` is. NULL: not known. */
static const struct layout *layout_at(const void *site)
{
  const char *path = NULL;
  unsigned long pc = image_file_address((const char *)site - 1, &path);
  return path ? layout_of(path, pc) : NULL;
}

bool variable_one_frame(const void *site, const void *other)
{
  const struct layout *l = layout_at(site), *m = layout_at(other);
  return l && m && l->whole && l->whole == m->whole;
}

bool variable_local(const char *address, const void *site, const char *frame,
                    struct variable *v)
{
  const struct layout *l = layout_at(site);
  *v = (struct variable){0};
  if (!l) return false;
  v->function = l->function;
  v->fixed = !l->moves;
  return find_local(l, address, site, frame, ALWAYS, v) ||
         find_local(l, address, site, frame, VARYING, v) ||
         find_local(l, address, site, frame, SOMETIMES, v);
}

bool variable_extent(long at, const void *site, long *from, long *to)
{
  static const enum certainty order[] = {ALWAYS, SOMETIMES};
  const struct layout *l = layout_at(site);
  for (int i = 0; l && i < 2 * l->count; i++) {
    const struct local *v = &l->locals[i % l->count];
    *from = v->offset;
    *to = v->offset + (long)v->size;
    if (certainty_of(v) == order[i / l->count] && !v->follows && *from <= at &&
        at < *to)
      return true;
  }
  return false;
}

/* --- scopes that are left --- */

static bool is_in(const struct layout *l, const struct scope *s)
{
  for (int i = 0; i < l->scope_count; i++)
    if (l->scopes[i] == s) return true;
  return false;
}

static bool is_within(const struct scope *s, const struct scope *outer)
{
  while (s && s != outer)
    s = s->outer;
  return s;
}

/* Is that code of another function, which was put in place of its call? That
 * does not tell where in the function of the scope it is. */
static bool is_elsewhere(const struct layout *l, const struct scope *s)
{
  for (int i = 0; i < l->scope_count; i++) {
    const struct scope *f = l->scopes[i];
    if (f->inlined == f && !is_within(s, f)) return true;
  }
  return false;
}

static int line_at(Dwarf_Die *unit, Dwarf_Addr at)
{
  Dwarf_Line *line = dwarf_getsrc_die(unit, at);
  int number = 0;
  return line && dwarf_lineno(line, &number) == 0 ? number : 0;
}

static void note_line(struct scope *s, int line)
{
  if (line && (!s->first || line < s->first)) s->first = line;
  if (line > s->last) s->last = line;
}

static void note_lines(struct scope *s, Dwarf_Die *unit)
{
  Dwarf_Addr base, from, to;
  ptrdiff_t at = 0;
  if (s->first) return;
  while ((at = dwarf_ranges(&s->die, at, &base, &from, &to)) > 0)
    for (Dwarf_Addr pc = from; pc < to; pc++)
      note_line(s, line_at(unit, pc));
}

static bool has_line(const struct scope *s, int line)
{
  return line >= s->first - 1 && line <= s->last + 1;
}

/* Is the code of one of the scope's lines, though not within it? So clang puts
 * what is done at the end of a block, as for the attribute `cleanup`. */
struct end {
  struct scope *scope;
  const struct layout *layout;
  bool is;
};

static void find_end(void *arg)
{
  struct end *e = arg;
  const struct layout *l = e->layout;
  Dwarf_Die *unit = debug_unit(debug_open(l->path), l->pc);
  if (unit) note_lines(e->scope, unit);
  e->is = !unit || has_line(e->scope, line_at(unit, l->pc));
}

static bool is_end_of(struct scope *s, const struct layout *l)
{
  struct end e = {s, l, true};
  on_large_stack(find_end, &e);
  return e.is;
}

enum scope_left variable_left(struct scope *s, const void *site)
{
  const char *path = NULL;
  unsigned long pc = image_file_address((const char *)site - 1, &path);
  const struct layout *l = path ? layout_of(path, pc) : NULL;
  if (s->whole)
    return l && l->whole && l->whole != s->die.addr ? SCOPE_RETURNED
                                                    : SCOPE_STAYS;
  if (!l || !l->function || is_in(l, s) || is_elsewhere(l, s) ||
      is_end_of(s, l))
    return SCOPE_STAYS;
  return s->inlined && !is_in(l, s->inlined) ? SCOPE_RETURNED
                                             : SCOPE_BLOCK_ENDED;
}
