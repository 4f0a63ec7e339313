/* Layouts: where the bytes of an element lie, as nested strided blocks.
 *
 * A layout is a block of bytes, copies of a layout at a constant stride, or a
 * list of pieces, each a block or a layout; in the order of the type map,
 * which is the order of the packed stream. Layouts are immutable and shared
 * by reference count. The layout of no bytes is NULL.
 *
 * Invariants (the normal form): the first byte of the stream lies at offset
 * 0; a stride is that of at least two copies, and of blocks never the block's
 * own size; in a list of pieces no block continues the one before it, and the
 * pieces are not copies at one stride. */
#ifndef ORIEL_LAYOUT_H
#define ORIEL_LAYOUT_H

#include <mpi.h>
#include <stdbool.h>

enum layout_kind { LAYOUT_BLOCK, LAYOUT_STRIDED, LAYOUT_PIECES };

struct layout_piece {
  MPI_Count at;               /* where its first byte lies */
  MPI_Count start;            /* of its bytes in the packed stream */
  const struct layout *child; /* NULL: a block */
};

struct layout {
  int references;
  enum layout_kind kind;
  int depth;           /* of nesting; a block has 0 */
  MPI_Count size;      /* bytes of the stream, > 0 */
  MPI_Count low, high; /* touches bytes in [low, high) */
  MPI_Count blocks;    /* how many, not counting that neighbours may touch */
  MPI_Count count;     /* copies or pieces */
  MPI_Count stride;    /* LAYOUT_STRIDED */
  const struct layout *child;  /* LAYOUT_STRIDED */
  struct layout_piece *pieces; /* LAYOUT_PIECES */
  bool flat;                   /* LAYOUT_PIECES: all are blocks */
  MPI_Count even; /* LAYOUT_PIECES: bytes of each, blocks of one size; or 0 */
  bool listless;  /* no list of pieces in it */
  unsigned char grouped; /* so often, of pieces that were spliced; 0: it was not
                          * made by that */
};

struct layout *layout_ref(const struct layout *);
void layout_unref(const struct layout *);

struct layout *layout_block(MPI_Count bytes);
/* `count` > 0 copies at a stride in bytes. */
struct layout *layout_repeat(MPI_Count count, MPI_Count stride,
                             const struct layout *);
/* The same as a temporary on the caller's stack, which borrows the child. */
void layout_repeat_borrowed(struct layout *, MPI_Count count, MPI_Count stride,
                            const struct layout *);
static inline bool layout_borrows(const struct layout *layout)
{
  return layout->references == 0;
}

/* Collects pieces. All zero is an empty one. */
struct layout_builder {
  struct layout_piece *pieces; /* `start` is the bytes of a block here */
  MPI_Count count, size;
};
void layout_add(struct layout_builder *, MPI_Count at, const struct layout *);
/* The layout of what was added; *first is where its first byte lies. The
 * builder is empty then. */
struct layout *layout_finish(struct layout_builder *, MPI_Count *first);

/* Bytes of piece i. */
static inline MPI_Count layout_piece_bytes(const struct layout *layout,
                                           MPI_Count i)
{
  MPI_Count next =
      i + 1 < layout->count ? layout->pieces[i + 1].start : layout->size;
  return next - layout->pieces[i].start;
}

/* Copy bytes [from, to) of the stream between the memory whose first byte of
 * the stream lies at `memory`, and `packed`, which starts at `from`. */
void layout_pack(const struct layout *, const char *memory, MPI_Count from,
                 MPI_Count to, char *packed);
void layout_unpack(const struct layout *, char *memory, MPI_Count from,
                   MPI_Count to, const char *packed);

/* Call `each` for the blocks in the order of the stream, those that touch
 * joined; `at` is what the layout's offset 0 is counted as. */
void layout_each(const struct layout *, MPI_Count at,
                 void (*each)(MPI_Count at, MPI_Count bytes, void *arg),
                 void *arg);

/* Is a byte touched twice? Exact, except that a layout of more than 2^24
 * blocks which interleave without a regular order counts as clean. */
bool layout_overlaps(const struct layout *);

#endif
