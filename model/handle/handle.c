/* The table of handles: an array of entries with a free list inside.
 *
 * A handle's bits, from the top of 31: kind (4), generation (7), index (20).
 * The kind is never 0, so every handle is at least 2^27, far above the ABI's
 * predefined values. A generation that wraps makes a handle valid again that
 * was freed 128 times of the same index ago. */
#include "handle.h"

#include "../memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

enum {
  INDEX_BITS = 20,
  GENERATION_BITS = 7,
  KIND_BITS = 4,
  KIND_SHIFT = INDEX_BITS + GENERATION_BITS,
};

struct handle_entry {
  void *object; /* NULL: free */
  uint32_t next_free;
  uint8_t kind, generation;
  uint16_t tag;
};

static uint32_t mask(int bits)
{
  return (UINT32_C(1) << bits) - 1;
}

uint32_t handle_index(uintptr_t handle)
{
  return handle & mask(INDEX_BITS);
}

static uintptr_t handle_of(const struct handle_table *t, uint32_t index)
{
  const struct handle_entry *e = &t->entries[index];
  return (uintptr_t)e->kind << KIND_SHIFT |
         (uintptr_t)e->generation << INDEX_BITS | index;
}

static struct handle_entry *entry_find(const struct handle_table *t,
                                       enum handle_kind kind, uintptr_t handle)
{
  uint32_t index = handle_index(handle);
  if (index >= t->count) return NULL;
  struct handle_entry *e = &t->entries[index];
  if (!e->object || e->kind != kind || handle_of(t, index) != handle)
    return NULL;
  return e;
}

/* An index for a new entry: the one freed last, or one never used. */
static bool index_take(struct handle_table *t, uint32_t *index)
{
  if (t->free) {
    *index = t->free - 1;
    t->free = t->entries[*index].next_free;
    return true;
  }
  if (t->count > mask(INDEX_BITS)) return false;
  if (t->count == t->size) {
    t->size = t->size ? 2 * t->size : 8;
    t->entries = xrealloc(t->entries, t->size * sizeof *t->entries);
  }
  *index = t->count++;
  t->entries[*index] = (struct handle_entry){.object = NULL};
  return true;
}

uintptr_t handle_new(struct handle_table *t, enum handle_kind kind,
                     void *object)
{
  uint32_t index;
  if (!index_take(t, &index)) return 0;
  t->entries[index].object = object;
  t->entries[index].kind = kind;
  t->entries[index].tag = 0;
  return handle_of(t, index);
}

void *handle_find(const struct handle_table *t, enum handle_kind kind,
                  uintptr_t handle)
{
  const struct handle_entry *e = entry_find(t, kind, handle);
  return e ? e->object : NULL;
}

void *handle_free(struct handle_table *t, enum handle_kind kind,
                  uintptr_t handle)
{
  struct handle_entry *e = entry_find(t, kind, handle);
  if (!e) return NULL;
  void *object = e->object;
  e->object = NULL;
  e->generation = (e->generation + 1) & mask(GENERATION_BITS);
  e->next_free = t->free;
  t->free = (uint32_t)(e - t->entries) + 1;
  return object;
}

void handle_set_tag(struct handle_table *t, enum handle_kind kind,
                    uintptr_t handle, uint16_t tag)
{
  struct handle_entry *e = entry_find(t, kind, handle);
  if (e) e->tag = tag;
}

uint16_t handle_tag(const struct handle_table *t, enum handle_kind kind,
                    uintptr_t handle)
{
  const struct handle_entry *e = entry_find(t, kind, handle);
  return e ? e->tag : 0;
}

void handle_each(const struct handle_table *t, enum handle_kind kind,
                 void (*each)(uintptr_t handle, void *object, void *arg),
                 void *arg)
{
  for (uint32_t i = 0; i < t->count; i++)
    if (t->entries[i].object && t->entries[i].kind == kind)
      each(handle_of(t, i), t->entries[i].object, arg);
}

void handle_table_clear(struct handle_table *t)
{
  free(t->entries);
  *t = (struct handle_table){.entries = NULL};
}
