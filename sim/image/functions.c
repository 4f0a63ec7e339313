/* Functions: where the code of each begins, by the table of the unwinder, in
 * which those are, too, that have no name. */
#include "template.h"

#include <string.h>

/* .eh_frame_hdr as all linkers write it: the offsets of a function and of what
 * is said of it, in the order of the former. */
struct unwind_table {
  unsigned char version, frame_encoding, count_encoding, encoding;
  int32_t frame;
  uint32_t count;
  int32_t rows[][2];
};

static const struct unwind_table *table_of(const struct object *o)
{
  enum { VERSION = 1, COUNT = 0x03, OFFSETS = 0x3b };
  const struct unwind_table *t = o->unwind ? object_at(o, o->unwind) : NULL;
  bool known = t && t->version == VERSION && t->count_encoding == COUNT &&
               t->encoding == OFFSETS;
  return known ? t : NULL;
}

/* What lies between two belongs to the first one. */
static bool in_segment(const struct object *o, const Elf64_Phdr *p,
                       bool (*found)(const unsigned char *from,
                                     const unsigned char *to))
{
  const struct unwind_table *t = table_of(o);
  const unsigned char *from = object_at(o, p->p_vaddr);
  const unsigned char *end = from + p->p_filesz;
  for (uint32_t i = 0; t && i < t->count; i++) {
    const unsigned char *next = (const unsigned char *)t + t->rows[i][0];
    if (next <= from || next >= end) continue;
    if (found(from, next)) return true;
    from = next;
  }
  return found(from, end);
}

static bool in_object(const struct object *o,
                      bool (*found)(const unsigned char *from,
                                    const unsigned char *to))
{
  for (int i = 0; i < o->header.e_phnum; i++) {
    const Elf64_Phdr *p = &o->segments[i];
    bool code = p->p_type == PT_LOAD && p->p_flags & PF_X;
    if (code && in_segment(o, p, found)) return true;
  }
  return false;
}

const char *image_checked_code(const struct image_template *t,
                               bool (*found)(const unsigned char *from,
                                             const unsigned char *to))
{
  for (int i = 0; i < t->object_count; i++) {
    const struct object *o = t->objects[i];
    if (o->checked && in_object(o, found)) return o->path;
  }
  for (int i = 0; i < t->late_count; i++) {
    const char *path = image_checked_code(t->late[i], found);
    if (path) return path;
  }
  return NULL;
}
