/* Thread-locals: where a program's lie in the block below %fs, which own.h
 * lends to the thread in place, and what is in them at first.
 *
 * A program that is linked as an executable reaches its thread-locals at
 * fixed distances below %fs. The executable that runs the simulation keeps a
 * block there for it: its own only thread-local, an array that nobody uses.
 * Invariant: the thread-locals of the private libraries follow below the
 * program's, those of late libraries below these, and all of them fit into the
 * block. */
#include "template.h"

#include "../../model/memory.h"

#include <link.h>
#include <string.h>

/* Bytes for the thread-locals of late libraries, in programs that may open
 * some, and what these may be aligned to. */
enum { LATE_ROOM = 1024, LATE_ALIGNMENT = 64 };

/* The block for all thread-locals. */
struct reserve {
  size_t size, alignment;
};

static size_t round_up(size_t n, size_t to)
{
  return to > 1 ? (n + to - 1) / to * to : n;
}

/* The executable's thread-locals, if they lie right below %fs: the first of
 * the loaded files. */
static int find_reserve(struct dl_phdr_info *info, size_t size, void *arg)
{
  (void)size;
  struct reserve *reserve = arg;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const Elf64_Phdr *p = &info->dlpi_phdr[i];
    if (p->p_type == PT_TLS &&
        (unsigned long)info->dlpi_tls_data + p->p_memsz == own_block_end())
      *reserve = (struct reserve){p->p_memsz, p->p_align};
  }
  return 1;
}

int tls_plan(struct image_template *t, struct why why)
{
  size_t size = 0;
  struct reserve reserve = {0, 1};
  dl_iterate_phdr(find_reserve, &reserve);
  for (int i = 0; i < t->object_count; i++) {
    struct object *o = t->objects[i];
    size_t n = o->tls.p_memsz, align = o->tls.p_align;
    if (n == 0) continue;
    if (n <= reserve.size) size = round_up(size + n, align);
    if (n > reserve.size || size > reserve.size || align > reserve.alignment)
      return refuse_file(why,
                         "%s: has %zu bytes of thread-local variables aligned "
                         "to %zu; a program and its libraries may have %zu, "
                         "aligned to %zu",
                         o->path, n, align, reserve.size, reserve.alignment);
    o->tls_offset = size;
  }
  t->tls_used = t->tls_size = round_up(size, 16);
  if (t->opens) t->tls_size = round_up(size, LATE_ALIGNMENT) + LATE_ROOM;
  if (t->tls_size > reserve.size) t->tls_size = t->tls_used;
  if (t->tls_size > image_block.size) {
    image_block.size = t->tls_size;
    image_block.from = own_block_end() - t->tls_size;
  }
  return 0;
}

long tls_position(const struct object *o, Elf64_Addr in_block)
{
  return (long)in_block - (long)o->tls_offset;
}

int tls_plan_late(struct image_template *program, struct object *o,
                  struct why why)
{
  size_t n = o->tls.p_memsz, align = o->tls.p_align;
  if (n == 0) return 0;
  size_t used = n < program->tls_size ? round_up(program->tls_used + n, align)
                                      : program->tls_size + 1;
  if (used > program->tls_size || align > LATE_ALIGNMENT)
    return refuse_file(why,
                       "%s: has %zu bytes of thread-local variables; libraries "
                       "that are opened at run time may have %zu more",
                       o->path, n, program->tls_size - program->tls_used);
  program->tls_used = o->tls_offset = used;
  return 0;
}

/* `end`: of the thread's block, in place or aside. */
static void fill(const struct image *i, const struct object *o, char *end)
{
  if (o->tls.p_memsz)
    memcpy(end - o->tls_offset,
           image_place(i, o->of) + o->offset + o->tls.p_vaddr, o->tls.p_filesz);
}

void tls_add_late(const struct image *i, const struct object *o)
{
  const struct own *in_place = own_in_place();
  for (const struct image_thread *t = &i->main; t; t = t->next) {
    bool here = &t->own == in_place && !t->own.aside;
    char *block = here ? own_block(&t->own) : t->own.locals;
    fill(i, o, block + t->own.size);
  }
}

void tls_new(struct image_thread *thread)
{
  const struct image *i = thread->image;
  const struct image_template *t = i->of;
  struct own *own = &thread->own;
  own->size = t->tls_size;
  if (own->size == 0) return;
  if (!own->locals) own->locals = xmalloc(own->size);
  memset(own->locals, 0, own->size);
  for (int k = 0; k < t->object_count; k++)
    fill(i, t->objects[k], own->locals + own->size);
  for (int k = 0; k < i->late_count; k++)
    fill(i, i->late[k]->objects[0], own->locals + own->size);
}

/* --- addresses --- */

struct image_block image_block;

void *image_address_aside(const void *p)
{
  const struct own *o = own_in_place();
  size_t below = own_block_end() - (uintptr_t)p;
  return o && below <= o->size ? o->locals + (o->size - below) : (void *)p;
}

void *image_program(void *own)
{
  const struct own *o = own_in_place();
  size_t at = o ? (uintptr_t)own - (uintptr_t)o->locals : 0;
  return o && at < o->size ? own_block(o) + at : own;
}

/* What code in a private library, or compiled for one, calls. relocate.c
 * made the first word the module's distance from %fs. */
void *tls_get_address(const unsigned long *module_and_offset)
{
  return (void *)(own_block_end() + module_and_offset[0] +
                  module_and_offset[1]);
}
