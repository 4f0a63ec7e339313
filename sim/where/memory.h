/* What memory is: to which object of a rank an address belongs.
 *
 * For reports, and for checks of buffers. Extents are exact where they can be
 * known; what is not known is said to be unknown, never guessed. Invariant:
 * texts hold no addresses. */
#ifndef ORIEL_WHERE_MEMORY_H
#define ORIEL_WHERE_MEMORY_H

#include "variables.h"

#include <stdbool.h>
#include <stddef.h>

enum memory_kind {
  MEMORY_UNKNOWN,
  MEMORY_GLOBAL, /* of the program or its libraries */
  MEMORY_HEAP,
  MEMORY_FREED,  /* was on the heap, and was freed */
  MEMORY_STACK,  /* or a thread's thread-locals */
  MEMORY_DEAD,   /* on the stack of a function that has returned, or a thread
                    that has ended */
  MEMORY_ENDED,  /* was thread-local, of a thread that has ended */
  MEMORY_WINDOW, /* allocated by MPI for a window */
};

struct where_memory {
  enum memory_kind kind;
  bool mpi;              /* MPI_Alloc_mem gave it */
  const char *from, *to; /* of the object; NULL: not known */
  struct scope *scope;   /* of a variable on a stack (variables.h); or NULL */
  char name[256];        /* "`edge`", "`v` of main()", "memory allocated at
                            halo.c:20"; empty: not known */
};

/* Before the programs are opened (--check): note heaps and windows. */
void where_memory_open(void);
/* `rank` is of MPI_COMM_WORLD. */
void where_memory(const void *address, int rank, struct where_memory *);
/* The same without a name. */
void where_extent(const void *address, int rank, struct where_memory *);
/* Is it on the stack of a function that has returned, or of a thread that has
 * ended, or was that thread-local? */
bool where_dead(const void *address, int rank);
/* The address is of a variable of this scope. In the frame of the call that the
 * rank's strand is in now: has it left that? */
enum scope_left where_left(struct scope *, const void *address, int rank);
/* As check_options.name wants it. */
bool where_name(const void *address, int rank, const void *access, char *text,
                size_t size);

#endif
