/* Functions that copy or compare memory, for who steps a program through them.
 *
 * Each is here twice: the C library's own, and what tells its accesses and then
 * does the same (library.c). Invariant: what a row says a function reads and
 * writes is all of it. */
#include "blocks.h"

#include "library.h"

#include "../../model/map.h"

#include <dlfcn.h>
#include <string.h>

/* Arguments by number; a size of -1: as far as the string goes. */
enum { NONE = -1 };
struct block {
  const char *name;
  int8_t writes, reads, also, size;
  uint8_t returns; /* bytes */
  uint8_t arguments;
};

static const struct block blocks[] = {
    {"memcpy", 0, 1, NONE, 2, 8, 3},     {"memmove", 0, 1, NONE, 2, 8, 3},
    {"mempcpy", 0, 1, NONE, 2, 8, 3},    {"bcopy", 1, 0, NONE, 2, 0, 3},
    {"memset", 0, NONE, NONE, 2, 8, 3},  {"bzero", 0, NONE, NONE, 1, 0, 2},
    {"memcmp", NONE, 0, 1, 2, 4, 3},     {"bcmp", NONE, 0, 1, 2, 4, 3},
    {"memchr", NONE, 0, NONE, 2, 8, 3},  {"strlen", NONE, 0, NONE, NONE, 8, 1},
    {"strnlen", NONE, 0, NONE, 1, 8, 2}, {"strcmp", NONE, 0, 1, NONE, 4, 2},
    {"strncmp", NONE, 0, 1, 2, 4, 3},    {"strchr", NONE, 0, NONE, NONE, 8, 2},
};
static struct map blocks_at; /* by the functions' addresses */

static void add(const void *function, const struct block *b)
{
  if (function) *map_place(&blocks_at, (uintptr_t)function) = (void *)b;
}

void blocks_open(void)
{
  static const char compiled[] = "__tsan_";
  for (unsigned i = 0; i < sizeof blocks / sizeof *blocks; i++) {
    const struct block *b = &blocks[i];
    add(dlsym(RTLD_NEXT, b->name), b);
    for (const struct libc_entry *e = library_table; e->name; e++) {
      bool other = strncmp(e->name, compiled, sizeof compiled - 1) == 0;
      const char *name = e->name + (other ? sizeof compiled - 1 : 0);
      if (strcmp(name, b->name) == 0) add(e->function, b);
    }
  }
}

static struct touch_span span(const struct touch_call *c, int at, int size)
{
  if (at == NONE) return (struct touch_span){0, 0};
  return (struct touch_span){c->arguments[at],
                             size == NONE ? SIZE_MAX : c->arguments[size]};
}

bool blocks_know(struct touch_call *c)
{
  const struct block *b = map_find(&blocks_at, (uintptr_t)c->function);
  if (!b) return false;
  c->strings = strncmp(b->name, "str", 3) == 0;
  c->reads[0] = span(c, b->reads, b->size);
  c->reads[1] = span(c, b->also, b->size);
  c->writes[0] = span(c, b->writes, b->size);
  c->copies = b->writes != NONE && b->reads != NONE;
  c->returns = b->returns;
  c->pointers = (1u << b->arguments) - 1;
  if (strcmp(b->name, "memset") == 0) {
    c->values = 1 << 1;
    c->pointers &= ~c->values;
  }
  return true;
}

void blocks_call(struct touch_call *c)
{
  union {
    const void *address;
    uint64_t (*function)(uint64_t, uint64_t, uint64_t);
  } f = {c->function};
  const uint64_t *a = c->arguments;
  uint64_t result = f.function(a[0], a[1], a[2]);
  c->result[0] = c->returns < 8 ? (uint32_t)result : result;
}
