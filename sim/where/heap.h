/* Heap: what a program allocates and frees, under --check.
 *
 * Programs are bound to wrappers of the allocation functions: each block is
 * noted with its size and the place that asked for it. What is freed is kept
 * for a while before the C library gets it back, so that who still uses it is
 * found; the observers hear of it at once. */
#ifndef ORIEL_HEAP_H
#define ORIEL_HEAP_H

#include <stdbool.h>
#include <stddef.h>

/* Before the programs are opened; unless it is called nothing is noted. */
void heap_open(void);

/* Self has got these bytes from the C library, for `site`; returns them. */
void *heap_made(void *, size_t size, const void *site);
/* The same, by MPI_Alloc_mem. */
void *heap_made_by_mpi(void *, size_t size, const void *site);
/* Self frees what it got from the C library, by a call of this name, which
 * lives to the end. Memory of a window stays: it is MPI's. */
void heap_free(void *, const char *call, const void *site);
/* Self asks for another size of such memory, NULL for none, by a call of this
 * name. */
void *heap_resize(void *, size_t size, const char *call, const void *site);
/* Under --check: what self never got from the C library, nor by a window. */
bool heap_strange(const void *);

#endif
