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

struct handle_entry;

/* All zero is an empty table. */
struct handle_table {
  struct handle_entry *entries;
  uint32_t count; /* entries ever used */
  uint32_t size;  /* entries allocated */
  uint32_t free;  /* head of the free list, as index + 1; 0 is none */
};

/* Name `object`; the table keeps the pointer, not the object. Never fails
 * short of 2^20 live handles; 0 then. */
uintptr_t handle_new(struct handle_table *, enum handle_kind, void *object);

/* The object, or NULL when the handle does not name a live one of this kind. */
void *handle_find(const struct handle_table *, enum handle_kind, uintptr_t);

/* Forget the handle; returns the object it named, or NULL. */
void *handle_free(struct handle_table *, enum handle_kind, uintptr_t);

/* Small numbers, of which no two living handles of a rank share one. */
uint32_t handle_index(uintptr_t);

/* A number that goes with a live handle; 0 from the start, and of any other. */
void handle_set_tag(struct handle_table *, enum handle_kind, uintptr_t,
                    uint16_t tag);
uint16_t handle_tag(const struct handle_table *, enum handle_kind, uintptr_t);

/* Call `each` for all live handles of a kind, in the order of their index. */
void handle_each(const struct handle_table *, enum handle_kind,
                 void (*each)(uintptr_t handle, void *object, void *arg),
                 void *arg);

/* Free the table's own memory. */
void handle_table_clear(struct handle_table *);

#endif
