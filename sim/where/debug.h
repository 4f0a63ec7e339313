/* The debug information and the symbols of a program's file.
 *
 * Addresses are those of the file. Private to sim/where. Invariant: units and
 * symbols are sorted by their addresses, and live to the end. */
#ifndef ORIEL_DEBUG_H
#define ORIEL_DEBUG_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>

struct unit {
  Dwarf_Addr low, high; /* [low, high) */
  Dwarf_Die die;
};

struct symbol_range {
  Dwarf_Addr low, high;
  const char *name;
  const char *plain; /* as in the source; variables.c's */
};

struct symbols {
  struct symbol_range *at;
  size_t count;
};

struct debug {
  char *path;
  Dwarf *dwarf;      /* NULL: no debug information */
  Dwarf_CFI *frames; /* how to unwind; NULL: not known */
  struct unit *units;
  size_t unit_count;
  bool cxx; /* some unit is C++ */
  struct symbols functions, objects;
  void *names; /* of its sources, and */
  void *alike; /* which of them have one base name: sources.c's */
  struct debug *next;
};

/* A place in a source. */
struct debug_spot {
  const char *source; /* NULL: not told */
  int line, column;   /* from 1; column 0: not told */
};

/* Never NULL; empty when the file cannot be read. The path stays as it is to
 * the end: it is known by where it lies. */
struct debug *debug_open(const char *path);
/* What an address belongs to; NULL: nothing that is known. */
Dwarf_Die *debug_unit(const struct debug *, Dwarf_Addr);
const struct symbol_range *debug_function(const struct debug *, Dwarf_Addr);
struct symbol_range *debug_object(const struct debug *, Dwarf_Addr);
/* Where a function that was inlined is called. */
struct debug_spot debug_caller(Dwarf_Die *unit, Dwarf_Die *inlined);
/* Is the frame pointer there that of the function's own frame? */
bool debug_has_frame_pointer(const struct debug *, Dwarf_Addr);
/* How a function's frame ends there: so far above what a register holds, with a
 * return address. False: it is not told, or not so. */
struct debug_frame {
  bool by_pointer; /* the frame pointer; else the stack pointer */
  long above;
  long saved; /* the caller's frame pointer, from that end; 0: it is in use */
};
bool debug_frame(const struct debug *, Dwarf_Addr, struct debug_frame *);

#endif
