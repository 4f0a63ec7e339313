/* Objects: the files that make up a template, and what the loader knows of
 * each. Private to sim/image.
 *
 * All addresses in a `struct object` are those of the file (ELF's virtual
 * addresses); object_at() turns one into a pointer into the template, and
 * adding `offset` into an offset in every image. Invariant: `origin` is a
 * multiple of the page size, and [offset + origin, offset + end) belongs to
 * one object. */
#ifndef ORIEL_IMAGE_OBJECT_H
#define ORIEL_IMAGE_OBJECT_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PAGE = 4096, OBJECTS_MAX = 128 };

/* The one-line reason of a refusal. */
struct why {
  char *text;
  size_t size;
};
int refuse_file(struct why, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

struct array {
  Elf64_Addr at;
  size_t bytes;
};

struct image_template;

struct object {
  char *path;
  char *asked; /* of a library, the name by which it was first asked for */
  char *named; /* and its own, DT_SONAME; NULL: none */
  struct image_template *of;
  int fd; /* -1 once it is loaded */
  Elf64_Ehdr header;
  Elf64_Phdr *segments;
  Elf64_Addr origin, end; /* of its loadable segments, in whole pages */
  Elf64_Addr used;        /* and the end of what they use of those */
  size_t offset;          /* in the template, less origin */
  char *memory;           /* address in the template of file address 0 */
  bool checked;           /* compiled by orielcc --check: __tsan_init */
  bool allocates;         /* it is there to replace malloc() */
  bool variables;         /* it has some of its own, or may have */
  bool stack_runs;        /* it puts code on stacks: functions in functions */

  /* Its dynamic section, valid once its segments are in the template. */
  const Elf64_Dyn *dynamic;
  const Elf64_Sym *symbols;
  const char *strings;
  const uint32_t *gnu_hash, *hash;
  const Elf64_Versym *versions;
  const Elf64_Verneed *needs_versions;
  struct array rela, plt, relr;
  struct array preinit, init, fini;
  Elf64_Addr init_function, fini_function;

  Elf64_Addr unwind; /* .eh_frame_hdr, 0 if none */
  Elf64_Phdr tls;    /* p_memsz 0: none */
  size_t tls_offset; /* its block begins this far below %fs */

  struct object *needed[OBJECTS_MAX]; /* private libraries */
  int needed_count;
  bool ordered; /* while the order of constructors is found */
};

/* Open and check a file; not yet in memory. `what` is how a refusal calls it:
 * "program" or "library". */
int object_open(struct object *, const char *path, const char *what,
                struct why);
/* Read its segments to memory + origin and find its tables. */
int object_load(struct object *, struct why);
void object_close(struct object *);

/* The strings of DT_NEEDED and the like: `each` returns nonzero to stop, which
 * is handed back. */
int object_dynamic(const struct object *, Elf64_Sxword tag,
                   int (*each)(const char *text, void *arg), void *arg);

static inline void *object_at(const struct object *o, Elf64_Addr a)
{
  return o->memory + a;
}

/* A defined symbol of the object, or NULL. */
const Elf64_Sym *object_find(const struct object *, const char *name);
/* The last one that begins at or before an address; NULL if there is none. */
const Elf64_Sym *object_symbol_at(const struct object *, Elf64_Addr);
/* The version that an undefined symbol asks for, or NULL. */
const char *object_version(const struct object *, size_t symbol);

#endif
