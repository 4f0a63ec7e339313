/* When data moves, where MPI leaves it open: --order.
 *
 * MPI lets the bytes of a Put or Get move at any instant between its issue and
 * its completion, MPI_Win_start and MPI_Send block or not. The default is what
 * the timing model says; the other orders show whether a program depends on
 * it. Dates never change, only what memory holds in between, unless these calls
 * block or operations wait for what completes them. Accumulates keep their
 * order, which is defined. */
#ifndef ORIEL_ORDER_H
#define ORIEL_ORDER_H

#include <stdbool.h>
#include <stdint.h>

enum order {
  ORDER_TIMED,   /* at arrival */
  ORDER_EARLY,   /* at issue */
  ORDER_LATE,    /* at completion, in the order of issue */
  ORDER_REVERSE, /* at completion, the last issued first */
};

/* "early", "late", "reverse", "seed=N" (each operation draws its own), or NULL
 * for the default; checked by the caller. Before the run. */
void order_choose(const char *name);
/* The order of the operation with this number. */
enum order order_of(uint64_t number);
/* Are there some that move at issue? Only then it may depend on the number. */
bool order_hurries(void);
/* Do MPI_Win_start and MPI_Send wait for their partners? */
bool order_blocks(void);
/* Do operations in epochs of passive target communication begin only when their
 * rank calls what is to complete them? */
bool order_defers(void);

#endif
