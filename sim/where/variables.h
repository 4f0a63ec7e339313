/* Variables: which one an address of an image or of a stack belongs to.
 *
 * As good as the debug information: a variable that the compiler keeps
 * elsewhere, or does not tell of, is not found. */
#ifndef ORIEL_VARIABLES_H
#define ORIEL_VARIABLES_H

#include <stdbool.h>

struct variable {
  const char *from, *to;
  const char *name;     /* "edge"; lives to the end */
  const char *function; /* whose it is; NULL: a global's, or not known */
  bool fixed; /* a local one, or none: it is so in all frames of that site */
  struct scope *scope; /* as below; NULL: not known */
};

/* The variable of an image at this address. */
bool variable_global(const char *address, struct variable *);
/* The variable at this address in the frame of the call that returns to `site`,
 * whose frame pointer is `frame`. Where no variable is found, the function is
 * the one whose frame that is. */
bool variable_local(const char *address, const void *site, const char *frame,
                    struct variable *);
/* What is `at` bytes from the frame pointer there: the bytes of the variable,
 * from there, too. False: none is known, whatever the frame is. */
bool variable_extent(long at, const void *site, long *from, long *to);
/* Is the code before both of one function, in whose frame it is? */
bool variable_one_frame(const void *site, const void *other);
/* A scope is a function, one that was inlined, or, in C, a block. The code
 * before `site` goes on in that frame: has it left the scope? */
enum scope_left { SCOPE_STAYS, SCOPE_BLOCK_ENDED, SCOPE_RETURNED };
enum scope_left variable_left(struct scope *, const void *site);

#endif
