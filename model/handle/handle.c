/* The table of handles: an array of entries with a free list inside.
 *
 * The kind is never 0, so every handle is at least 2^27, far above the ABI's
 * predefined values. A generation that wraps makes a handle valid again that
 * was freed 128 times of the same index ago. */
#include "handle.h"

#include "../memory.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SIZE = 7 }; /* two lines */

#define INDEX_MAX ((UINT32_C(1) << HANDLE_INDEX_BITS) - 1)
#define GENERATION (UINT32_C(1) << HANDLE_INDEX_BITS)
#define KIND (UINT32_C(1) << HANDLE_KIND_SHIFT)
#define HIDDEN (UINT32_C(1) << 31) /* above the kind */

static void table_grow(struct handle_table *t)
{
  struct handle_entries *old = t->all;
  uint32_t size = old ? 2 * old->size + 1 : FIRST_SIZE;
  struct handle_entries *new =
      xaligned(sizeof *new + size * sizeof *new->entry);
  new->size = size;
  if (old) {
    new->count = old->count;
    memcpy(new->entry, old->entry, old->count * sizeof *old->entry);
  }
  free(old);
  t->all = new;
}

/* An entry that is free: the one freed last, or one never used. */
static struct handle_entry *entry_take(struct handle_table *t)
{
  struct handle_entries *all = t->all;
  if (all && all->free) {
    struct handle_entry *e = &all->entry[all->free - 1];
    all->free = (uint32_t)e->next_free;
    return e;
  }
  if (all && all->count > INDEX_MAX) return NULL;
  if (!all || all->count == all->size) table_grow(t);
  uint32_t index = t->all->count++;
  t->all->entry[index].handle = index;
  return &t->all->entry[index];
}

uintptr_t handle_new(struct handle_table *t, enum handle_kind kind,
                     void *object)
{
  struct handle_entry *e = entry_take(t);
  if (!e) return 0;
  e->object = object;
  e->handle += kind * KIND;
  e->tag = 0;
  return e->handle;
}

bool handle_is_gone(const struct handle_table *t, enum handle_kind kind,
                    uintptr_t handle)
{
  return handle >> HANDLE_KIND_SHIFT == kind && t->all &&
         handle_index(handle) < t->all->count;
}

void *handle_free(struct handle_table *t, enum handle_kind kind,
                  uintptr_t handle)
{
  struct handle_entry *e = handle_entry(t, kind, handle);
  if (!e) return NULL;
  void *object = e->object;
  e->handle = (e->handle + GENERATION) % KIND;
  e->next_free = t->all->free;
  t->all->free = handle_index(handle) + 1;
  return object;
}

void handle_set_tag(struct handle_table *t, enum handle_kind kind,
                    uintptr_t handle, uint16_t tag)
{
  struct handle_entry *e = handle_entry(t, kind, handle);
  if (e) e->tag = tag;
}

uint16_t handle_tag(const struct handle_table *t, enum handle_kind kind,
                    uintptr_t handle)
{
  const struct handle_entry *e = handle_entry(t, kind, handle);
  return e ? e->tag : 0;
}

void handle_hide(struct handle_table *t, enum handle_kind kind,
                 uintptr_t handle)
{
  struct handle_entry *e = handle_entry(t, kind, handle);
  if (e) e->handle |= HIDDEN;
}

void *handle_show(struct handle_table *t, enum handle_kind kind,
                  uintptr_t handle)
{
  uint32_t index = handle_index(handle);
  if (handle >> HANDLE_KIND_SHIFT != kind || !t->all || index >= t->all->count)
    return NULL;
  struct handle_entry *e = &t->all->entry[index];
  if (e->handle != (handle | HIDDEN)) return NULL;
  e->handle &= ~HIDDEN;
  return e->object;
}

void handle_each(const struct handle_table *t, enum handle_kind kind,
                 void (*each)(uintptr_t handle, void *object, void *arg),
                 void *arg)
{
  for (uint32_t i = 0; t->all && i < t->all->count; i++) {
    const struct handle_entry *e = &t->all->entry[i];
    if (e->handle >> HANDLE_KIND_SHIFT == kind) each(e->handle, e->object, arg);
  }
}
