/* Arrays of variable length: where one is in a frame, and how large.
 *
 * The compiler tells both by expressions of its debug information, whose values
 * are in the frame, or in registers that calls preserve. Private to sim/where.
 * What it does not tell for a place is not known; nothing is guessed. */
#ifndef ORIEL_WHERE_VARYING_H
#define ORIEL_WHERE_VARYING_H

#include <elfutils/libdw.h>
#include <stdbool.h>

struct varying;

/* The expressions of a variable, at a place in the program's file; `base`: of
 * DW_OP_fbreg, from the frame pointer. NULL: its length is fixed or not
 * known. */
struct varying *varying_read(Dwarf_Die *variable, Dwarf_Addr pc,
                             const long *base);
/* Evaluate them in the frame of the call that returns to `site`, whose frame
 * pointer is `frame`. */
bool varying_find(const struct varying *, const void *site, const char *frame,
                  const char **from, const char **to);

#endif
