/* Templates and images: what the files of sim/image share.
 *
 * A template is memory of one kind, relocated but for the base of the image:
 * `words` lists the offsets of the words that hold an offset in the template
 * and become addresses when the image's base is added. Invariant: nothing in
 * the template changes after image_plan(). */
#ifndef ORIEL_IMAGE_TEMPLATE_H
#define ORIEL_IMAGE_TEMPLATE_H

#include "image.h"
#include "libc.h"
#include "object.h"

#include "../engine/operators.h"
#include "../rank/folder.h"
#include "../rank/locale.h"
#include "../rank/own.h"

#include <setjmp.h>
#include <stdint.h>
#include <sys/types.h>

struct offsets {
  size_t *at;
  size_t count;
};

struct copy {
  size_t at, bytes;
  const void *from;
  struct copy *next;
};

struct system_library {
  char *name;
  void *handle; /* of dlopen */
};

/* A word that another template's image decides. */
struct outer {
  size_t at;
  struct image_template *of;
  bool resolver;
};

/* Offsets in the template of the operators new and delete that a program has of
 * its own; 0: C++'s library's. */
struct own_operators {
  size_t own[OPERATORS];
  bool any;
};

struct image_template {
  struct object *objects[OBJECTS_MAX]; /* the program, then its libraries */
  struct object *order[OBJECTS_MAX];   /* libraries before their users */
  int object_count;
  struct system_library system[OBJECTS_MAX];
  int system_count;

  int memory_file;    /* holds `group` copies of the template: */
  ino_t memory_inode; /* a program may close it, or open another in its place */
  char *memory;       /* the first of them, mapped while it is being made */
  size_t size;        /* of one copy, in whole pages */
  int group;          /* how many images one mapping makes */
  bool opens;         /* it refers to dlopen() */
  bool finds_leaks;   /* it is linked with a sanitizer's library for that */
  bool shared;        /* no variables of its own: one image for all ranks */

  /* Of a library that ranks open while they run: the program that it belongs
   * to; where its symbols are looked for after that; which mappings are
   * made. */
  struct image_template *program;
  const struct object *const *scope;
  struct outer *outer;
  size_t outer_count;
  bool *mapped;
  bool global; /* its symbols are there for what is opened later */

  struct image_template **late; /* of a program: those libraries */
  int late_count;

  struct offsets words;             /* += base */
  struct offsets resolvers;         /* word = function at (word + base)() */
  size_t variables[LIBC_VARIABLES]; /* where the program finds them */
  size_t tls_size;                  /* of all its thread-locals */
  size_t tls_used;                  /* the rest is for late libraries */
  struct own_operators operators;   /* of a program */
  size_t main;                      /* offset of main(), once known */
  size_t enter; /* where ranks begin instead, in the program; 0: nowhere */
  struct copy *copies; /* variables of system libraries */

  char *arena; /* address of the first image */
  int planned, made;
};

/* A thread of the program. */
struct image_thread {
  struct own own;
  struct image *image;
  struct image_thread *next;   /* of the image */
  struct exit_function *exits; /* destructors of thread-locals */
  const void **values;         /* thread-specific: of key k at k - 1 */
  unsigned value_count;
  uint64_t blocked, pending; /* signals: of n bit n - 1 */
  uint64_t to_process;       /* of those pending: not sent to the thread */
};

/* What the program sees of image `base`, and what libc keeps for it. */
struct image {
  _Alignas(64) struct program_name name; /* with ... */
  struct image_thread main; /* ... the thread of main() what switches need */
  struct folder folder;
  struct rank_locale locale;
  struct image_template *of;
  char *base;
  int number;                   /* of those of its template */
  struct image_template **late; /* what it has opened, in that order */
  int late_count;
  int argc;
  char **argv; /* its own copy */
  int exit_code;
  jmp_buf leave; /* to image_run, on the stack of main() */
  struct libc_state libc;
};

/* libraries.c: find all that the program needs, add what is private to the
 * objects, open what is shared. */
int libraries_find(struct image_template *, struct why);
/* What `by` means when it asks for this name at run time: a file of the
 * program's template or a late library, perhaps a new one; or one that all
 * share, with the C library's handle, or none for Oriel itself. */
int library_named(const struct object *by, const char *name, struct object **,
                  void **shared, struct why);
/* Does the rank have what this name means? */
bool library_is_there(const struct object *by, const char *name);

/* symbols.c. A symbol's value: in the template, or somewhere in this process.
 */
enum symbol_kind { SYMBOL_OFFSET, SYMBOL_ADDRESS, SYMBOL_RESOLVER };
struct symbol {
  enum symbol_kind kind;
  const struct object *object; /* SYMBOL_OFFSET: who defines it */
  struct image_template *of;   /* and in whose image it is */
  const Elf64_Sym *definition;
  size_t value;
  size_t size; /* 0 when it is not known */
};
/* 0, or -1 when nobody defines it and it is not weak. */
int symbol_find(struct image_template *, const struct object *by, size_t index,
                bool skip_program, struct symbol *);
/* The one that an object defines; -1 if it does not. */
int symbol_in(const struct object *, const char *name, struct symbol *);
/* What is outside of all images: libc.c's, Oriel's, the C library's. */
void *symbol_outside(const struct image_template *program, const char *name,
                     const char *version, bool checked);

/* template.c: `n` bytes at `at` are to be those of a system library's variable
 * when the first rank starts. */
void template_copy_later(struct image_template *, size_t at, const void *from,
                         size_t n);

/* relocate.c: needs objects in place in `memory`. */
int template_relocate(struct image_template *, struct why);
/* Call each(name) for every symbol that an object's relocations refer to. */
void template_references(const struct image_template *,
                         void (*each)(const struct object *, size_t symbol,
                                      void *arg),
                         void *arg);

/* template.c: make an empty template; lay out and load its files, once
 * libraries_find has found them; give it up. */
struct image_template *template_new(void);
int template_load(struct image_template *, struct why);
void template_close(struct image_template *);
/* Make the template final, when the first image is asked for. */
void template_complete(struct image_template *);
/* image.c: where a template lies for a rank: its program's, or a late one. */
char *image_place(const struct image *, const struct image_template *);
/* Map a late library for a rank, relocated. */
void image_map_late(const struct image *, struct image_template *);
/* End the run, a limit was met. */
void template_fail(const struct image_template *, const char *what)
    __attribute__((noreturn));
/* What the C start-up code calls in the place of __libc_start_main(). */
void image_start_main(void *main) __attribute__((noreturn));

/* run.c */
/* What the program is called from now on. */
void image_name(struct image *, char *name);
/* The thread of self. */
struct image_thread *image_thread_self(void);
void image_destructors(const struct image *);
/* The constructors of one file. */
void image_construct(const struct image *, const struct object *,
                     char *const envp[]);
/* Leave the program of self as _exit() does. */
void image_leave(int code) __attribute__((noreturn));

/* own_operators.c: once the objects of a program's template are in memory. */
void operators_find(struct image_template *);
/* Is it the name of an operator new or delete? */
bool operators_include(const char *name);

/* tls.c */
void *tls_get_address(const unsigned long *module_and_offset);
int tls_plan(struct image_template *, struct why);
/* Give a thread its initial values, in memory of their own. */
void tls_new(struct image_thread *);
/* The same for a late library: plan where its thread-locals lie, once for all
 * ranks; add their initial values, for all threads of an image that has mapped
 * it. */
int tls_plan_late(struct image_template *program, struct object *, struct why);
void tls_add_late(const struct image *, const struct object *);
/* Where a module's symbol lies, relative to %fs. */
long tls_position(const struct object *, Elf64_Addr in_block);

/* late.c: what library_named() finds is there for the rank of the image, with
 * all that it needs. */
int late_open(struct image *, const struct object *by, const char *name,
              bool global, struct object **, void **shared, struct why);
/* Has the rank of the image opened a late library? Or is that being made? */
bool late_is_there(const struct image *, const struct image_template *);
/* The late libraries that one leads to, itself first, then NULL. */
const struct object **late_reach(const struct image_template *program,
                                 const struct object *);

/* unwind.c: the image whose memory an address is in: its template and the
 * offset in it, NULL if there is none. */
void template_register(struct image_template *);
struct image_template *template_of(const void *address, size_t *offset,
                                   char **base);
const struct object *template_object(const struct image_template *,
                                     size_t offset);

#endif
