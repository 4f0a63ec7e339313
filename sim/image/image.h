/* Images: each rank's private copy of the program.
 *
 * image_open() maps and relocates a position-independent executable and its
 * private libraries once, into a template; image_new() gives a rank a
 * copy-on-write mapping of it at an address of its own; grouped when the
 * kernel's mapping limit would be hit. System libraries (libc, libm, libgcc_s,
 * libstdc++, Oriel itself) are shared. libc functions whose state a program
 * can tell apart are bound to per-rank ones (libc.c). Invariant: an image is
 * writable by its rank alone, and lies at the same address in every run. */
#ifndef ORIEL_IMAGE_H
#define ORIEL_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct image_template;
struct image;
struct own;
struct rank;

/* -1 and one line in `why` when the file cannot be run: missing, not an
 * executable of this machine, not position-independent, linked against
 * another MPI, undefined symbols, thread-locals too large, ... */
int image_open(const char *path, struct image_template **, char *why,
               size_t why_size);
/* The MPI functions that a program refers to, by their names, each once. */
void image_calls(const struct image_template *,
                 void (*each)(const char *name, void *arg), void *arg);

/* Ranks begin in the function at this place of the program's file, instead of
 * main(). False: there is no code. */
bool image_enter(struct image_template *, size_t place);
/* Does the program, or one of its private libraries, tell its accesses to
 * memory? */
bool image_checked(const struct image_template *);
/* Does one of them put code on its stack? */
bool image_stack_runs(const struct image_template *);
/* The program, and those of its private libraries that call MPI, whose
 * accesses to memory are not told (no `orielcc --check`): calls each. */
void image_unchecked(const struct image_template *,
                     void (*each)(const char *path, void *arg), void *arg);

/* The first file of the program and its private libraries that tells its
 * accesses and has a function whose code is what is asked for; NULL: none. */
const char *image_checked_code(const struct image_template *,
                               bool (*found)(const unsigned char *from,
                                             const unsigned char *to));

/* Reserve room for `ranks` copies in all; before the first image_new. */
void image_plan(struct image_template *, int ranks);
struct image *image_new(struct image_template *);

/* Where its memory begins. */
const char *image_base(const struct image *);
/* Is it memory of this image? */
bool image_holds(const struct image *, const void *address);

/* Run the program of `r` on the calling context: constructors, main with a
 * deep copy of argv, then as exit() does. Returns the exit code; also when
 * the program calls exit(). */
int image_run(struct rank *r, int argc, char *const argv[], char *const envp[]);
/* Leave the program of self from inside it, as exit(code) does: unwinds to
 * image_run. */
void image_exit(int code) __attribute__((noreturn));

/* What a further thread of the program has of its own: thread-locals with their
 * initial values, the floating-point modes of who makes it. `used` is that of a
 * thread that has ended, to be as new, or NULL. */
struct own *image_thread_new(struct image *, struct own *used);
/* Run what the thread registered for its end: destructors of thread-locals and
 * of thread-specific data. On its stack. */
void image_thread_end(struct image *);

/* f(arg) of the program, with a frame below it that ends every search for a
 * handler of an exception. */
void *image_call(void *f, void *arg);

/* The thread of main(). */
struct own *image_main(struct image *);
/* The block that all thread-locals share (own.h), once a program has any. */
#pragma GCC visibility push(hidden)
extern struct image_block {
  uintptr_t from;
  size_t size;
} image_block;
#pragma GCC visibility pop
void *image_address_aside(const void *in_block);
/* What the program calls p is p, or aside, of the thread in place; and back. */
static inline void *image_own(const void *p)
{
  return (uintptr_t)p - image_block.from < image_block.size
             ? image_address_aside(p)
             : (void *)p;
}
void *image_program(void *own);

/* The template address (as in the file) of a code address in a rank's image,
 * and which file: for source lines. 0 when it is not in one. */
unsigned long image_file_address(const void *code, const char **path);
/* Is it in a library that does not tell its accesses to memory? */
bool image_untold(const void *code);
/* Is it one that calls, by the address to which that returns? */
static inline bool image_calls_at(const void *site)
{
  const char *path;
  return image_file_address((const char *)site - 1, &path) != 0;
}

#endif
