/* Unwinding: exceptions, and backtraces, that pass through images.
 *
 * The C++ run time asks _dl_find_object() where the unwind table of a code
 * address is. The C library knows only what its own loader mapped; this
 * definition, which comes before the C library's in the order of search,
 * knows the images and asks on for everything else. */
#include "template.h"

#include "../../model/memory.h"

#include <dlfcn.h>
#include <string.h>

static struct image_template **templates;
static int template_count;

void template_register(struct image_template *t)
{
  templates = xgrow(templates, template_count, sizeof *templates);
  templates[template_count++] = t;
}

struct image_template *template_of(const void *address, size_t *offset,
                                   char **base)
{
  for (int i = 0; i < template_count; i++) {
    struct image_template *t = templates[i];
    size_t images = t->shared ? 1 : t->planned;
    size_t in = (size_t)((const char *)address - t->arena);
    if ((const char *)address < t->arena || in >= images * t->size) continue;
    *offset = in % t->size;
    *base = t->arena + (in - *offset);
    return t;
  }
  return NULL;
}

const struct object *template_object(const struct image_template *t,
                                     size_t offset)
{
  for (int i = 0; i < t->object_count; i++) {
    const struct object *o = t->objects[i];
    if (offset >= o->offset + o->origin && offset < o->offset + o->end)
      return o;
  }
  return NULL;
}

#ifdef DLFO_STRUCT_HAS_EH_DBASE
__attribute__((visibility("default"))) int
_dl_find_object(void *address, struct dl_find_object *result)
{
  static int (*next)(void *, struct dl_find_object *);
  size_t offset;
  char *base;
  struct image_template *t = template_of(address, &offset, &base);
  if (!t) {
    if (!next) next = dlsym(RTLD_NEXT, "_dl_find_object");
    return next ? next(address, result) : -1;
  }
  const struct object *o = template_object(t, offset);
  if (!o || !o->unwind) return -1;
  memset(result, 0, sizeof *result);
  result->dlfo_map_start = base + o->offset + o->origin;
  result->dlfo_map_end = base + o->offset + o->end;
  result->dlfo_eh_frame = base + o->offset + o->unwind;
  return 0;
}
#endif
