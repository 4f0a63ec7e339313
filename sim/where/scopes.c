/* Scopes, found by the code of their function.
 *
 * libdw walks through a unit for each address, and in C++ a unit holds what all
 * of its headers declare: milliseconds, for each of the thousands of places
 * that a checked program loads and stores at. So a unit is walked through once,
 * for its functions, whose code is sorted; then only the function that has the
 * address is. Invariant: code that begins at one address is in the order of its
 * functions, the last one first. */
#include "scopes.h"

#include "../../model/map.h"
#include "../../model/memory.h"
#include "../../model/search.h"

#include <dwarf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

struct function {
  Dwarf_Die die;
  int outer; /* the one it is written in, as that of a lambda; -1: none */
};

struct code {
  Dwarf_Addr low, high; /* [low, high) */
  int function;
};

struct functions {
  struct function *list;
  struct code *code;
  int count, code_count;
};

struct scopes {
  Dwarf_Die *list; /* the innermost first */
  int count;
};

/* --- the functions of a unit --- */

static void add_code(struct functions *f, int function)
{
  Dwarf_Addr base, low, high;
  ptrdiff_t at = 0;
  while ((at = dwarf_ranges(&f->list[function].die, at, &base, &low, &high)) >
         0) {
    f->code = xgrow(f->code, f->code_count, sizeof *f->code);
    f->code[f->code_count++] = (struct code){low, high, function};
  }
}

static int add_function(struct functions *f, const Dwarf_Die *die, int outer)
{
  int n = f->count++;
  f->list = xgrow(f->list, n, sizeof *f->list);
  f->list[n] = (struct function){*die, outer};
  add_code(f, n);
  return n;
}

static bool may_hold_functions(int tag)
{
  switch (tag) {
  case DW_TAG_subprogram:
  case DW_TAG_inlined_subroutine:
  case DW_TAG_lexical_block:
  case DW_TAG_namespace:
  case DW_TAG_class_type:
  case DW_TAG_structure_type:
  case DW_TAG_union_type:
    return true;
  default:
    return false;
  }
}

static void read_functions(Dwarf_Die *in, int outer, struct functions *f)
{
  Dwarf_Die die;
  if (dwarf_child(in, &die)) return;
  do {
    int tag = dwarf_tag(&die), within = outer;
    if (!may_hold_functions(tag) || dwarf_hasattr(&die, DW_AT_declaration))
      continue;
    if (tag == DW_TAG_subprogram) within = add_function(f, &die, outer);
    read_functions(&die, within, f);
  } while (dwarf_siblingof(&die, &die) == 0);
}

static int compare_code(const void *a, const void *b)
{
  const struct code *x = a, *y = b;
  if (x->low != y->low) return x->low < y->low ? -1 : 1;
  return y->function - x->function;
}

static const struct functions *functions_of(Dwarf_Die *unit)
{
  static struct map known; /* by unit */
  struct functions *f = map_find(&known, (uintptr_t)unit->addr);
  if (f) return f;
  f = xcalloc(1, sizeof *f);
  read_functions(unit, -1, f);
  if (f->code_count)
    qsort(f->code, (size_t)f->code_count, sizeof *f->code, compare_code);
  map_add(&known, (uintptr_t)unit->addr, f);
  return f;
}

/* -1: none. */
static int function_at(const struct functions *f, Dwarf_Addr a)
{
  int n = SEARCH_LEADING(f->code_count, i, f->code[i].low <= a);
  return n > 0 && a < f->code[n - 1].high ? f->code[n - 1].function : -1;
}

/* --- the scopes of an address --- */

static void add_scope(struct scopes *s, const Dwarf_Die *die)
{
  s->list = xgrow(s->list, s->count, sizeof *s->list);
  s->list[s->count++] = *die;
}

static bool has_code(Dwarf_Die *die)
{
  return dwarf_hasattr(die, DW_AT_low_pc) || dwarf_hasattr(die, DW_AT_ranges);
}

/* Those within: some have no code of their own, but what is in them has. */
static bool seek(Dwarf_Die *in, Dwarf_Addr a, struct scopes *s)
{
  Dwarf_Die die;
  if (dwarf_child(in, &die)) return false;
  do {
    int tag = dwarf_tag(&die);
    if (tag != DW_TAG_lexical_block && tag != DW_TAG_inlined_subroutine)
      continue;
    bool here = dwarf_haspc(&die, a) == 1;
    if (!here && (has_code(&die) || !seek(&die, a, s))) continue;
    if (here) seek(&die, a, s);
    add_scope(s, &die);
    return true;
  } while (dwarf_siblingof(&die, &die) == 0);
  return false;
}

int scopes_at(Dwarf_Die *unit, Dwarf_Addr a, Dwarf_Die **scopes)
{
  const struct functions *f = functions_of(unit);
  struct scopes s = {0};
  int at = function_at(f, a);
  if (at >= 0) seek(&f->list[at].die, a, &s);
  for (; at >= 0; at = f->list[at].outer)
    add_scope(&s, &f->list[at].die);
  *scopes = s.list;
  return s.count;
}
