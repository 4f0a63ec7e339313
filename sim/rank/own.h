/* What a thread of the program has of its own, beside its stack: thread-local
 * variables, the exceptions that it handles, the function that it is about to
 * execute once, how floating point rounds when it begins, the name of its
 * program, its working directory, and its locale.
 *
 * All threads of all ranks have their thread-locals at one address, a block
 * below %fs. While the program's code runs, those of the thread in place are
 * there; while MPI's or the engine's does, they are aside, as every other
 * thread's always are, at an address of their own, by which everything else
 * knows them. So data that is moved there arrives, and an address there belongs
 * to one thread. Invariant: at most one thread is in place, and only its
 * thread-locals may be in the block. */
#ifndef ORIEL_OWN_H
#define ORIEL_OWN_H

#include <locale.h>
#include <stdbool.h>
#include <stddef.h>

struct folder;
struct rank_locale;

/* What err() and assert() call a program. */
struct program_name {
  char *whole, *base;
};

/* What std::call_once leaves for the C library to call back. */
struct once {
  void *callable;
  void (*call)(void);
};

/* First what every switch needs. */
struct own {
  char *locals;        /* aside; NULL: it has none */
  void *exceptions[2]; /* that it is handling: the C++ run time's */
  const struct program_name *name;
  bool aside;     /* the thread-locals are there although it is in place */
  bool fresh;     /* it has not run yet, and begins with these modes */
  bool once_left; /* there is something in `once` */
  unsigned short x87_mode;
  unsigned sse_mode; /* rounding and traps; later its context keeps them */

  struct once once; /* what it executes once: the C++ run time's */
  size_t size;      /* of all thread-locals of the program */
  const struct folder *folder;
  const struct rank_locale *locale;
  locale_t thread_locale; /* by uselocale(); NULL: that of its rank */
};

/* The thread begins anew, with its caller's modes of floating point. */
void own_renew(struct own *);
/* How a process starts: rounding to nearest, no traps. */
void own_renew_as_process(struct own *);

/* Put it in place; called at every switch to another rank or strand. NULL:
 * nothing changes. */
void own_switch(struct own *);
/* The one in place, or NULL. */
struct own *own_in_place(void);
/* How often own_switch changed something. */
unsigned long own_switches(void);

/* Put the thread-locals aside, or back; returns where they were. */
#pragma GCC visibility push(hidden)
extern char *own_locals; /* of the thread in place; NULL: it has none */
#pragma GCC visibility pop
__attribute__((noinline)) bool own_move_locals(bool aside); /* few have any */
static inline bool own_set_aside(bool aside)
{
  return own_locals ? own_move_locals(aside) : aside;
}

/* Where the block ends. */
static inline unsigned long own_block_end(void)
{
  unsigned long fs;
  __asm__("movq %%fs:0, %0" : "=r"(fs));
  return fs;
}
/* Where it begins for this thread. */
static inline char *own_block(const struct own *o)
{
  return (char *)own_block_end() - o->size;
}

#endif
