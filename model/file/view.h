/* Views of files: which bytes a rank sees, and in what order. [MPI-4.1 14.3]
 *
 * A view is a displacement and a filetype, laid end to end from there on; the
 * data bytes of these tiles, in order, are its stream. Invariants: the blocks
 * of a tile are in the order of the stream and of the file, none continues
 * the one before it; the view holds a reference of each of its types. */
#ifndef ORIEL_FILE_VIEW_H
#define ORIEL_FILE_VIEW_H

#include "../datatype/datatype.h"

#include <mpi.h>
#include <stdbool.h>

struct view_block {
  MPI_Offset at;   /* relative to the tile */
  MPI_Count start; /* of its bytes in the tile's part of the stream */
  MPI_Count bytes;
};

struct view {
  MPI_Offset disp;
  struct datatype *etype, *filetype;
  struct view_block *blocks;
  MPI_Count count;
};

/* 0, or a fault's class: what MPI asks of the two types, more of them when the
 * file is written. */
int view_check(const struct datatype *etype, const struct datatype *filetype,
               bool writes);
void view_set(struct view *, MPI_Offset disp, const struct datatype *etype,
              const struct datatype *filetype);
void view_clear(struct view *);

/* Call `each` for the ranges of the file that bytes [from, from + bytes) of
 * the stream lie in, as long as it returns true. */
void view_each(const struct view *, MPI_Count from, MPI_Count bytes,
               bool (*each)(MPI_Offset at, MPI_Count bytes, void *arg),
               void *arg);
/* Where byte `at` of the stream lies in the file. */
MPI_Offset view_locate(const struct view *, MPI_Count at);
/* From which byte of the stream on all lie at or after `end` of the file. */
MPI_Count view_stream_end(const struct view *, MPI_Offset end);

#endif
