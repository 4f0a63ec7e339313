/* Where: from a code address to a source line, by libdw.
 *
 * Results are cached for the run and hold no addresses of this process:
 * "halo.c:88", or "main+0x1f" without debug information, or "?" when nothing
 * is known. Base names of files only. */
#ifndef ORIEL_WHERE_H
#define ORIEL_WHERE_H

#include <stdbool.h>
#include <stdint.h>

/* The place of the call that returns to `site`. Valid until the run ends. */
const char *where_call(const void *site);
/* "halo.c:95, update_edge()". */
const char *where_function(const void *site);

/* The site that was asked for first of all those of one expression, of which a
 * compiler may have made several, as where it unrolls a loop; in the same image
 * as this one. What stands at one column of a line of the program is one. */
const void *where_expression(const void *site);

/* A file of the program, without its folder, of which offsets were given since
 * it has no debug information; NULL: there is none. */
const char *where_bare(void);

/* Whose is the code before `site`? The program's own, or in a function that its
 * file has from one of the system's headers, as those of C++'s containers. */
enum where_origin {
  WHERE_ELSEWHERE = 1, /* it is in none of the program's files */
  WHERE_HOME,
  WHERE_ABROAD, /* the function has a frame pointer */
  WHERE_LOST    /* it has none */
};
enum where_origin where_origin(const void *site);

/* The code of a function of the program's. */
struct where_code {
  const unsigned char *low, *high; /* [low, high) */
  const char *name;                /* its symbol */
};
/* The function before `site`; false: it is not known. */
bool where_code(const void *site, struct where_code *);

/* A function that waits for what it has called: where it goes on, with which
 * stack and frame pointers. */
struct where_frame {
  const void *site;
  uintptr_t stack, pointer;
};
/* On to who called it, by what the file tells of its frames, if all that is
 * read lies between `frame->stack` and `end`; false: not so. */
bool where_go_out(struct where_frame *frame, uintptr_t end);

#endif
