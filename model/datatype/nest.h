/* Loop nests: copies of blocks between two memories, each with strides of its
 * own.
 *
 * What a layout without lists is to a copy: the packed stream is the side
 * whose strides are those of contiguous data. Between two typed buffers both
 * sides are strided, and nothing passes through a buffer in between. */
#ifndef ORIEL_NEST_H
#define ORIEL_NEST_H

#include "layout.h"

enum { NEST_LEVELS = 12 };

struct nest_level {
  MPI_Count count;
  MPI_Count to, from; /* strides in bytes */
};

/* The innermost two loops, of blocks of n bytes. */
typedef void nest_plane(char *to, const char *from,
                        const struct nest_level *outer,
                        const struct nest_level *inner, size_t n);

struct nest {
  int levels; /* the innermost is the first */
  size_t block;
  struct nest_level level[NEST_LEVELS + 1];
  nest_plane *plane; /* nest_order's, as `tiled` */
  bool tiled;        /* the innermost two */
};

/* Can nest_pack and nest_unpack do it? */
static inline bool nest_fits(const struct layout *layout)
{
  return layout->listless && layout->depth <= NEST_LEVELS;
}
/* The copy of the first `count` copies of a LAYOUT_STRIDED (of a block: 1)
 * into the packed stream, and back. */
void nest_pack(struct nest *, const struct layout *, MPI_Count count);
void nest_unpack(struct nest *, const struct layout *, MPI_Count count);
/* Put one more loop around the nest. */
void nest_repeat(struct nest *, MPI_Count count, MPI_Count to, MPI_Count from);
/* The copy between two layouts, of as many bytes as the smaller one has; false
 * when their blocks cut each other in a way that no loop nest describes. */
bool nest_between(struct nest *, const struct layout *to,
                  const struct layout *from);

/* Where the `to` side has no byte twice, bring it into the order that suits the
 * caches, else leave it in that of the stream. Nothing more is added then. */
void nest_order(struct nest *);
/* Do it, ordered. The two memories are disjoint. */
void nest_run(const struct nest *, char *to, const char *from);

#endif
