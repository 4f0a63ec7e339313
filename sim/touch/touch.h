/* Touches: the program's own loads and stores.
 *
 * A program that was compiled with `orielcc --check` calls a function for each
 * of its accesses to memory (the compilers' thread instrumentation). Of these
 * accesses those to tracked memory (while several strands of the rank run: all)
 * are gathered into runs, of one place in the program, and told to the
 * observers. Invariant: all that a strand touched is told, on behalf of that
 * strand, before any other event is, and before another strand is in place; in
 * the order of first accesses.
 *
 * To open it, before the programs are (image_open binds them):
 *
 *   touch_open();
 *   check_open(&(struct check_options){.track = touch_track, ...});
 *
 * Unless it is open, and in a program that runs without orielrun, these
 * functions only do what the program asks for: an access costs a call and a
 * return. */
#ifndef ORIEL_TOUCH_H
#define ORIEL_TOUCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What programs are bound to where touches are not open, for libc_add_tables.
 */
struct libc_entry;
extern const struct libc_entry *const touch_tables[];

/* -1 when the addresses that it needs are not to be had: 32 GiB there. */
#define TOUCH_ADDRESS 0x510000000000
int touch_open(void);

/* What is between these addresses is tracked for one reason more (+1) or less
 * (-1); the same range as before. Accesses that reach at least one tracked
 * byte are told, whole. */
void touch_track(const char *from, const char *to, int reasons);

/* A call that a program is about to make, for who steps it and need not see how
 * it is done. */
struct touch_span {
  uint64_t at;
  size_t size; /* bytes; 0: there is none */
};
/* What is done with a word of memory: its old value returned, if anything. */
enum touch_sum {
  TOUCH_MIXES, /* something else */
  TOUCH_LOADS,
  TOUCH_STORES, /* the second argument */
  TOUCH_ADDS,
  TOUCH_SUBTRACTS
};
struct touch_call {
  const void *function;
  uint64_t arguments[7]; /* words; the last one lies on the stack */
  const void *site;      /* where it returns to */
  const void *frame;     /* the caller's frame pointer */
  struct touch_span reads[3], writes[2];
  bool strings; /* what it reads may end sooner, with a byte of 0 */
  bool copies;  /* what it writes is what it reads */
  enum touch_sum sum;
  unsigned pointers; /* by bits: the arguments that say where and how far; */
  unsigned values;   /* those that it stores, or goes by */
  uint8_t returns;   /* so many bytes, if any, in two words: */
  uint64_t result[2];
};
/* Before the first question: */
void touch_open_calls(void);
/* Does it tell of an access or a fence, or copy or compare memory as the C
 * library does, and nothing else? Notes what it accesses and returns. */
bool touch_knows(struct touch_call *);
/* Is it one of C11's atomic accesses? */
bool touch_is_atomic(const struct touch_call *);
/* Make it: it is known, and can access what it accesses. */
void touch_call(struct touch_call *);
/* Of a call that is made so: its site. */
extern const void *touch_site;

/* What a loop that waits looks at last in each round: its call has told of it,
 * and returned to `site`, but the load is still to come. */
struct touch_look {
  const char *site, *by; /* NULL: no load that matters */
  const char *from, *to;
};
struct touch_look touch_looks(const char *site);
/* The strand goes on, and makes that load. */
void touch_found(const struct touch_look *);

#endif
