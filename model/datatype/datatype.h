/* Datatypes: where the bytes of an element lie, and what they are.
 *
 * A datatype is immutable once built, shared by reference count, and known by
 * a pointer: equal calls, of whatever ranks, give the same one. Handles, and
 * whether one was committed, are the business of sim/api. Counts and
 * displacements are 64 bit everywhere (the _c calls and the plain ones are the
 * same code). Sizes and displacements are in bytes.
 *
 * A type map is a sequence of (basic type, displacement); it is kept as a
 * normalised program of nested strided blocks (layout.h) beside a signature
 * (signature.h), never as a list of elements. Invariant: size, extents,
 * contiguity and signature hash are those of the type map from the moment a
 * constructor returns. [MPI-4.1 5.1] */
#ifndef ORIEL_DATATYPE_H
#define ORIEL_DATATYPE_H

#include "../memory.h"

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What one basic element is, for operators and signatures. The predefined
 * handles map onto these: MPI_INT is BASIC_INT32 with handle MPI_INT. */
enum basic {
  BASIC_NONE,
  BASIC_INT8,
  BASIC_INT16,
  BASIC_INT32,
  BASIC_INT64,
  BASIC_UINT8,
  BASIC_UINT16,
  BASIC_UINT32,
  BASIC_UINT64,
  BASIC_FLOAT16,
  BASIC_FLOAT,
  BASIC_DOUBLE,
  BASIC_LONG_DOUBLE,
  BASIC_COMPLEX_FLOAT,
  BASIC_COMPLEX_DOUBLE,
  BASIC_COMPLEX_LONG_DOUBLE,
  BASIC_BOOL,     /* C and C++ bool */
  BASIC_LOGICAL8, /* Fortran LOGICAL of 1 byte */
  BASIC_LOGICAL16,
  BASIC_LOGICAL32,
  BASIC_LOGICAL64,
  BASIC_LOGICAL128,
  BASIC_CHAR,   /* MPI_CHAR, which is text, too; see op_tolerated */
  BASIC_TEXT,   /* MPI_WCHAR, MPI_CHARACTER: no arithmetic */
  BASIC_BYTE,   /* MPI_BYTE, MPI_PACKED */
  BASIC_INT128, /* Fortran's INTEGER*16, REAL*16 and what is made of them */
  BASIC_FLOAT128,
  BASIC_COMPLEX_FLOAT16,
  BASIC_COMPLEX_FLOAT128,
  BASIC_FLOAT_INT, /* pairs, for MINLOC and MAXLOC */
  BASIC_DOUBLE_INT,
  BASIC_LONG_INT,
  BASIC_INT_INT,
  BASIC_SHORT_INT,
  BASIC_LONG_DOUBLE_INT,
  BASIC_FLOAT_FLOAT,
  BASIC_DOUBLE_DOUBLE,
  BASIC_OTHER, /* copied and compared, never computed with */
  BASIC_COUNT
};

/* No data lies below this address (the kernel's mmap_min_addr). */
enum { LOWEST_ADDRESS = 65536 };

struct datatype {
  long references;         /* not counted for predefined ones */
  MPI_Datatype predefined; /* the ABI handle, or 0 for a derived type */
  MPI_Count size;          /* bytes of data */
  MPI_Count lb, extent;    /* ub = lb + extent */
  MPI_Count true_lb, true_extent;
  bool contiguous;     /* n elements are n * size bytes from true_lb on */
  bool absolute;       /* may hold absolute addresses (MPI_BOTTOM) */
  bool has_lb, has_ub; /* explicit bounds, which types made of it inherit */
  MPI_Count alignment; /* of the strictest basic type */
  /* When all entries are of one predefined type: which. Otherwise NULL. A
   * pair type is one element. */
  const struct datatype *element;
  enum basic basic;   /* of `element`; BASIC_NONE when mixed */
  MPI_Count elements; /* entries of the type map; a pair is one */
  MPI_Count origin;   /* where the first byte of the packed stream lies */
  /* The layout's loop of the longest steps, as far as its memory is asked for
   * before it is moved. */
  MPI_Count step;
  int steps;
  const struct layout *layout;      /* relative to origin; NULL: no bytes */
  const struct signature *sequence; /* NULL: no elements */
  struct contents *contents;        /* how it was built; NULL: predefined */
  struct datatype *next;            /* contents.c's; then datatype.c's */
  /* What datatype_overlaps found: so many elements are clean, so many (0:
   * not known) overlap. */
  MPI_Count overlap_clean, overlap_found;
};

/* The predefined ones, by handle; all are made when the first is asked for. */
enum { DATATYPE_FIRST = 0x200, DATATYPE_HANDLES = 0x100 };
#pragma GCC visibility push(hidden)
extern struct datatype datatypes_predefined[DATATYPE_HANDLES];
#pragma GCC visibility pop
const struct datatype *datatype_predefined_made(MPI_Datatype handle);
/* The type of a predefined handle, or NULL. */
static inline const struct datatype *datatype_predefined(MPI_Datatype handle)
{
  uintptr_t index = (uintptr_t)handle - DATATYPE_FIRST;
  if (index >= DATATYPE_HANDLES) return NULL;
  const struct datatype *type = &datatypes_predefined[index];
  return type->references ? type : datatype_predefined_made(handle);
}
/* "MPI_INT" for a predefined one, else "derived datatype". */
const char *datatype_default_name(const struct datatype *);

struct datatype *datatype_ref(const struct datatype *);
void datatype_unref(struct datatype *);

/* Constructors: return a new reference through `*out`, or a fault's class.
 * Arguments are checked (negative counts, sizes out of range). The callers'
 * arrays are copied. */
int datatype_contiguous(MPI_Count count, const struct datatype *old,
                        struct datatype **out);
int datatype_dup(const struct datatype *old, struct datatype **out);
int datatype_vector(MPI_Count count, MPI_Count blocklength, MPI_Count stride,
                    const struct datatype *old, struct datatype **out);
int datatype_hvector(MPI_Count count, MPI_Count blocklength, MPI_Count stride,
                     const struct datatype *old, struct datatype **out);
int datatype_indexed(MPI_Count count, const MPI_Count blocklengths[],
                     const MPI_Count displacements[],
                     const struct datatype *old, struct datatype **out);
int datatype_hindexed(MPI_Count count, const MPI_Count blocklengths[],
                      const MPI_Count displacements[],
                      const struct datatype *old, struct datatype **out);
int datatype_indexed_block(MPI_Count count, MPI_Count blocklength,
                           const MPI_Count displacements[],
                           const struct datatype *old, struct datatype **out);
int datatype_hindexed_block(MPI_Count count, MPI_Count blocklength,
                            const MPI_Count displacements[],
                            const struct datatype *old, struct datatype **out);
int datatype_struct(MPI_Count count, const MPI_Count blocklengths[],
                    const MPI_Count displacements[],
                    const struct datatype *const types[],
                    struct datatype **out);
int datatype_subarray(int ndims, const MPI_Count sizes[],
                      const MPI_Count subsizes[], const MPI_Count starts[],
                      int order, const struct datatype *old,
                      struct datatype **out);
int datatype_darray(int size, int rank, int ndims, const MPI_Count gsizes[],
                    const int distribs[], const int dargs[], const int psizes[],
                    int order, const struct datatype *old,
                    struct datatype **out);
int datatype_resized(const struct datatype *old, MPI_Count lb, MPI_Count extent,
                     struct datatype **out);

/* Moving data. `base` is the buffer argument of the MPI call. */

/* What the next three have copied so far. */
struct copied {
  unsigned long times, bytes;
};
struct copied datatype_copied(void);

/* Copy bytes [offset, offset + bytes) of the packed stream of `count`
 * elements out of `base` into `out`. */
void datatype_pack(const void *base, MPI_Count count, const struct datatype *,
                   size_t offset, size_t bytes, void *out);
/* The reverse. */
void datatype_unpack(void *base, MPI_Count count, const struct datatype *,
                     size_t offset, size_t bytes, const void *in);
/* Element-wise copy between two typed buffers; copies the smaller number of
 * bytes. The buffers do not overlap. */
void datatype_copy(void *to, MPI_Count to_count, const struct datatype *to_type,
                   const void *from, MPI_Count from_count,
                   const struct datatype *from_type);
/* Ask for memory of an element, which is soon to be moved: where it begins, and
 * of what lies apart the first few places. */
static inline void datatype_prefetch(const void *base,
                                     const struct datatype *type)
{
  const char *begin = (const char *)base + type->origin;
  memory_ask(begin);
  for (int i = 0; i < type->steps; i++)
    memory_ask(begin += type->step);
}
/* Call `each` for every maximal contiguous block in type-map order; `offset`
 * is relative to the buffer argument and may be negative. */
void datatype_blocks(MPI_Count count, const struct datatype *,
                     void (*each)(MPI_Count offset, MPI_Count bytes, void *arg),
                     void *arg);

/* Bytes [*low, *high) that `count` elements touch, relative to the buffer
 * argument; both 0 when they touch none. False on 64-bit overflow. */
static inline bool datatype_span(MPI_Count count, const struct datatype *type,
                                 MPI_Count *low, MPI_Count *high)
{
  *low = *high = 0;
  if (!count || !type->size) return true;
  MPI_Count last, bytes, end = type->true_lb + type->true_extent;
  if (__builtin_mul_overflow(count - 1, type->extent, &last)) return false;
  if (__builtin_mul_overflow(count, type->size, &bytes)) return false;
  return !__builtin_add_overflow(type->true_lb, last < 0 ? last : 0, low) &&
         !__builtin_add_overflow(end, last > 0 ? last : 0, high);
}
/* Do `count` elements of this type write a byte twice? */
bool datatype_entries_meet(MPI_Count count, const struct datatype *);
static inline bool datatype_overlaps(MPI_Count count,
                                     const struct datatype *type)
{
  return !type->contiguous && datatype_entries_meet(count, type);
}
/* Are so many elements of the one as so many of the other? MPI_BYTE and
 * MPI_PACKED are like others here. */
bool datatype_same_signature(MPI_Count count_a, const struct datatype *a,
                             MPI_Count count_b, const struct datatype *b);

#endif
