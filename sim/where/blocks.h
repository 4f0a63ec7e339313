/* Blocks: pieces of memory that somebody allocated, by address.
 *
 * They are in a hash, large ones in a search tree, too, balanced by priorities
 * that depend on nothing but the order of insertion. Invariant: blocks do not
 * overlap. */
#ifndef ORIEL_WHERE_BLOCKS_H
#define ORIEL_WHERE_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct granule;
struct window_view;

enum block_kind { BLOCK_LIVE, BLOCK_FREED, BLOCK_WINDOW };

struct block {
  const char *from, *to; /* [from, to) */
  enum block_kind kind;
  int rank;
  uint32_t priority;                /* blocks.c's */
  bool mpi;                         /* MPI_Alloc_mem gave it */
  const void *site;                 /* who allocated it */
  const void *freed;                /* BLOCK_FREED: who freed it */
  const struct window_view *window; /* BLOCK_WINDOW */
  struct block *next_freed;
  struct granule *granule; /* blocks.c's, as what follows */
  struct block *beside, *left, *right;
};

/* The caller fills in the rest. */
struct block *blocks_add(const void *from, size_t size);
/* The block that begins there; NULL: none. */
struct block *blocks_at(const void *from);
/* The block that holds the byte, or ends there if it is empty; NULL: none. */
struct block *blocks_of(const void *byte);
/* The same, for a byte that most often lies in one of the two blocks that were
 * asked for last for the rank, and is the rank's own. */
struct block *blocks_of_rank(const void *byte, int rank);
void blocks_remove(struct block *);
/* It is in the cache; let what its removal needs come there, too. */
void blocks_remove_soon(const struct block *);

#endif
