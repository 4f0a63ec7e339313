/* What the checker is told of the run, and asks of whoever opened it. */
#ifndef ORIEL_CHECK_OPTIONS_H
#define ORIEL_CHECK_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

enum check_memory_kind {
  CHECK_UNKNOWN,
  CHECK_GLOBAL,
  CHECK_HEAP,
  CHECK_FREED,
  CHECK_STACK,
  CHECK_DEAD,  /* the stack of a function that has returned */
  CHECK_LEFT,  /* that of a block that has ended */
  CHECK_ENDED, /* the thread-locals of a thread that has ended */
};

/* The object that an address belongs to. */
struct check_memory {
  enum check_memory_kind kind;
  const char *from, *to; /* NULL: not known */
  void *scope;           /* of CHECK_STACK: the variable's; or NULL */
};

struct check_options {
  bool separate;       /* --memory-model=separate */
  bool portability;    /* tell what needs the unified model */
  bool accumulate_ops; /* tell ops that differ: --check=strict only */
  bool unseen;         /* a program does not tell its loads and stores */
  /* Or may atomics that it does not tell order what its threads do? Asked when
   * there is one. NULL: no. */
  bool (*own_atomics)(void);
  /* From a return address to "halo.c:88", or "halo.c:95, update_edge()". */
  const char *(*place)(const void *site);
  const char *(*place_function)(const void *site);
  /* Accesses of the program to these bytes are to be told from now on (+1),
   * or one reason less is there (-1). NULL: they are never seen. */
  void (*track)(const char *from, const char *to, int reasons);
  /* What lies at an address: "array `edge`", "`edge` of main()"; into text. On
   * a stack, as the code before `access` sees it if that is in the function of
   * the frame. False: not known. May be NULL; as may `access`. */
  bool (*name)(const void *address, int rank, const void *access, char *text,
               size_t size);
  /* More of it. NULL: nothing is known of memory. */
  void (*memory)(const void *address, int rank, struct check_memory *);
  bool (*dead)(const void *address, int rank); /* CHECK_DEAD or _ENDED */
  /* CHECK_DEAD or CHECK_LEFT, if the function that calls has left the scope, to
   * which the address belongs; else CHECK_STACK. NULL: that is never known. */
  enum check_memory_kind (*left)(void *scope, const void *address, int rank);
};

/* What check_open was given. */
extern const struct check_options *checking;

#endif
