/* Handles: what a program holds instead of a pointer.
 *
 * A user handle is kind, generation and index packed into 31 bits, above all
 * values that the MPI ABI predefines (those are below 0x1000). Each rank has
 * one table for all kinds. A handle is looked up, never dereferenced: one that
 * was freed, belongs to another kind, or was never made, finds NULL.
 * Invariant: an index in use carries the generation of the handle that names
 * it, and the generation changes when the handle is freed. */
#ifndef ORIEL_HANDLE_H
#define ORIEL_HANDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum handle_kind {
  HANDLE_COMM = 1,
  HANDLE_GROUP,
  HANDLE_DATATYPE,
  HANDLE_OP,
  HANDLE_WINDOW,
  HANDLE_REQUEST,
  HANDLE_INFO,
  HANDLE_ERRHANDLER,
  HANDLE_MESSAGE,
  HANDLE_FILE,
  HANDLE_SESSION,
  HANDLE_KEYVAL,
  HANDLE_TOOL_CVAR, /* of the tool interface */
  HANDLE_TOOL_PVAR,
  HANDLE_TOOL_SESSION,
};

/* A handle's bits, from the top of 31: kind (4), generation (7), index (20). */
enum { HANDLE_INDEX_BITS = 20, HANDLE_KIND_SHIFT = 27 };

struct handle_entry {
  union {
    void *object;
    uintptr_t next_free; /* its index + 1; 0 is none */
  };
  uint32_t handle; /* that names it; while it is free, of kind 0 */
  uint16_t tag;
};

/* One piece of memory, whose first line has the first few entries. All zero is
 * an empty table. */
struct handle_table {
  struct handle_entries {
    uint32_t count; /* entries ever used */
    uint32_t size;  /* entries allocated */
    uint32_t free;  /* head of the free list, as index + 1; 0 is none */
    _Alignas(16) struct handle_entry entry[];
  } * all;
};

/* Name `object`; the table keeps the pointer, not the object. Never fails
 * short of 2^20 live handles; 0 then. */
uintptr_t handle_new(struct handle_table *, enum handle_kind, void *object);

/* Small numbers, of which no two living handles of a rank share one. */
static inline uint32_t handle_index(uintptr_t handle)
{
  return handle & ((UINT32_C(1) << HANDLE_INDEX_BITS) - 1);
}

static inline struct handle_entry *handle_entry(const struct handle_table *t,
                                                enum handle_kind kind,
                                                uintptr_t handle)
{
  struct handle_entries *all = t->all;
  uint32_t index = handle_index(handle);
  if (handle >> HANDLE_KIND_SHIFT != kind || !all || index >= all->count)
    return NULL;
  return all->entry[index].handle == handle ? &all->entry[index] : NULL;
}

/* The object, or NULL when the handle does not name a live one of this kind. */
static inline void *handle_find(const struct handle_table *t,
                                enum handle_kind kind, uintptr_t handle)
{
  const struct handle_entry *e = handle_entry(t, kind, handle);
  return e ? e->object : NULL;
}

/* Of a handle that finds nothing: was it one of this kind, it seems? */
bool handle_is_gone(const struct handle_table *, enum handle_kind, uintptr_t);

/* Forget the handle; returns the object it named, or NULL. */
void *handle_free(struct handle_table *, enum handle_kind, uintptr_t);

/* A number that goes with a live handle; 0 from the start, and of any other. */
void handle_set_tag(struct handle_table *, enum handle_kind, uintptr_t,
                    uint16_t tag);
uint16_t handle_tag(const struct handle_table *, enum handle_kind, uintptr_t);

/* Let none of the calls here find a handle that lives, until it is shown again;
 * that returns the object, or NULL when it was not hidden. */
void handle_hide(struct handle_table *, enum handle_kind, uintptr_t);
void *handle_show(struct handle_table *, enum handle_kind, uintptr_t);

/* Call `each` for all live handles of a kind, in the order of their index. */
void handle_each(const struct handle_table *, enum handle_kind,
                 void (*each)(uintptr_t handle, void *object, void *arg),
                 void *arg);

#endif
