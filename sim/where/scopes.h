/* What of a source an instruction lies in: blocks, inlined functions, the
 * function.
 *
 * Private to sim/where. */
#ifndef ORIEL_SCOPES_H
#define ORIEL_SCOPES_H

#include <elfutils/libdw.h>

/* Their number, and a list to be freed: from the innermost out to the function
 * that has the code, and on to those that it is written in. 0: none is known,
 * and there is no list. */
int scopes_at(Dwarf_Die *unit, Dwarf_Addr, Dwarf_Die **scopes);

#endif
