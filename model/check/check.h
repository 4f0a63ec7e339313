/* The checker: an observer that finds what is wrong with a program.
 *
 * check_open registers it; what it finds goes to report.h. It holds a history
 * of accesses by address, a vector clock for each strand, and says that two
 * accesses conflict when they share bytes, one of them writes, they are not
 * atomic with the same type and grid, and nothing orders them. Invariant: the
 * verdict does not depend on the instant at which the simulator moves data,
 * only on the order that MPI gives. */
#ifndef ORIEL_CHECK_H
#define ORIEL_CHECK_H

#include <stdbool.h>
#include <stddef.h>

enum check_memory_kind {
  CHECK_UNKNOWN,
  CHECK_GLOBAL,
  CHECK_HEAP,
  CHECK_FREED,
  CHECK_STACK,
  CHECK_DEAD, /* the stack of a function that has returned */
};

/* The object that an address belongs to. */
struct check_memory {
  enum check_memory_kind kind;
  const char *from, *to; /* NULL: not known */
};

struct check_options {
  bool separate;       /* --memory-model=separate */
  bool portability;    /* tell what needs the unified model */
  bool accumulate_ops; /* tell ops that differ: --check=strict only */
  bool unseen;         /* a program does not tell its loads and stores */
  /* From a return address to "halo.c:88", or "halo.c:95, update_edge()". */
  const char *(*place)(const void *site);
  const char *(*place_function)(const void *site);
  /* Accesses of the program to these bytes are to be told from now on (+1),
   * or one reason less is there (-1). NULL: they are never seen. */
  void (*track)(const char *from, const char *to, int reasons);
  /* What lies at an address: "array `edge`", "`edge` of main()"; into text.
   * False: not known. May be NULL. */
  bool (*name)(const void *address, int rank, char *text, size_t size);
  /* More of it. NULL: nothing is known of memory. */
  void (*memory)(const void *address, int rank, struct check_memory *);
  bool (*dead)(const void *address, int rank); /* CHECK_DEAD, and no more */
};

void check_open(const struct check_options *);
/* At the end of the run, at this date, however it ends. `regular`: all ranks
 * came to their end, so what is left is judged. */
void check_close(bool regular, double date);

#endif
