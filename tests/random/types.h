/* Datatypes and operators of the random programs: what an element of a
 * contribution is, and how two are combined, without any MPI. Floating-point
 * numbers are small and whole, so that their sums are exact in any order.
 * Invariant: elements have no gaps. */
#ifndef TYPES_H
#define TYPES_H

#include "random.h"
#include <complex.h>

/* MPICH 4.0.2 takes unsigned numbers for signed ones in MPI_MAX and MPI_MIN,
 * crashes in some of its persistent collectives, and in a large MPI_Reduce in
 * place to another root than 0; -DPORTABLE leaves these out. */
#ifdef PORTABLE
enum { PORTABLE_ONLY = 1 };
#else
enum { PORTABLE_ONLY = 0 };
#endif

/* --- types: how one element of a contribution looks --- */

struct affine {
  unsigned a, b; /* x -> a x + b */
};

enum shape { INTEGER, FLOATING, COMPLEX, PAIR, AFFINE };

struct type {
  MPI_Datatype handle;
  enum shape shape;
  int size; /* of one element, which has no gaps */
};

static struct type types[20];
static int type_count;
static MPI_Op compose; /* user-defined, not commutative */

static void affine_compose(void *in, void *inout, int *count,
                           MPI_Datatype *type)
{
  struct affine *f = in, *g = inout; /* f comes before g in rank order */
  (void)type;
  for (int i = 0; i < *count; i++)
    g[i] = (struct affine){g[i].a * f[i].a, g[i].a * f[i].b + g[i].b};
}

static void add_type(MPI_Datatype handle, enum shape shape, size_t size)
{
  types[type_count++] = (struct type){handle, shape, (int)size};
}

static void make_types(void)
{
  static MPI_Datatype affine;
  add_type(MPI_INT8_T, INTEGER, 1);
  add_type(MPI_UINT8_T, INTEGER, 1);
  add_type(MPI_INT16_T, INTEGER, 2);
  add_type(MPI_UINT16_T, INTEGER, 2);
  add_type(MPI_INT, INTEGER, sizeof(int));
  add_type(MPI_UNSIGNED, INTEGER, sizeof(unsigned));
  add_type(MPI_LONG, INTEGER, sizeof(long));
  add_type(MPI_UINT64_T, INTEGER, 8);
  add_type(MPI_FLOAT, FLOATING, sizeof(float));
  add_type(MPI_DOUBLE, FLOATING, sizeof(double));
  add_type(MPI_C_DOUBLE_COMPLEX, COMPLEX, sizeof(double complex));
  add_type(MPI_2INT, PAIR, 2 * sizeof(int));
  MPI_Type_contiguous(2, MPI_UNSIGNED, &affine);
  MPI_Type_commit(&affine);
  add_type(affine, AFFINE, sizeof(struct affine));
  MPI_Op_create(affine_compose, 0, &compose);
}

/* Small numbers, so that sums of floating-point ones are exact. */
static void element(const struct type *t, int call, int rank, int i, void *to)
{
  uint64_t x = mixed((uint64_t)call, (uint64_t)rank, (uint64_t)i, 7);
  switch (t->shape) {
  case INTEGER:
    memcpy(to, &x, (size_t)t->size);
    break;
  case FLOATING:
    if (t->size == sizeof(float))
      *(float *)to = (float)(x % 9) - 4;
    else
      *(double *)to = (double)(x % 9) - 4;
    break;
  case COMPLEX:
    *(double complex *)to = (double)(x % 3) - 1 + ((double)(x / 3 % 3) - 1) * I;
    break;
  case PAIR:
    ((int *)to)[0] = (int)(x % 5);
    ((int *)to)[1] = rank;
    break;
  case AFFINE:
    *(struct affine *)to =
        (struct affine){(unsigned)x | 1, (unsigned)(x >> 32)};
    break;
  }
}

/* --- operators --- */

static MPI_Op draw_op(const struct type *t)
{
  static const MPI_Op integer[] = {MPI_SUM,  MPI_PROD, MPI_MAX,  MPI_MIN,
                                   MPI_BAND, MPI_BOR,  MPI_BXOR, MPI_LAND,
                                   MPI_LOR,  MPI_LXOR};
  static const MPI_Op floating[] = {MPI_SUM, MPI_MAX, MPI_MIN};
  switch (t->shape) {
  case INTEGER:
    return integer[PORTABLE_ONLY ? 4 + draw(6) : draw(10)];
  case FLOATING:
    return floating[draw(3)];
  case COMPLEX:
    return MPI_SUM;
  case PAIR:
    return draw(2) ? MPI_MINLOC : MPI_MAXLOC;
  case AFFINE:
    break;
  }
  return compose;
}

/* Nothing of MPI: acc becomes acc op x, acc being of the lower ranks. */
#define NUMBERS(type)                                                          \
  do {                                                                         \
    type *a = acc, b = *(const type *)x;                                       \
    if (op == MPI_SUM) *a = (type)(*a + b);                                    \
    if (op == MPI_MAX) *a = b > *a ? b : *a;                                   \
    if (op == MPI_MIN) *a = b < *a ? b : *a;                                   \
  } while (0)
#define BITS(type)                                                             \
  do {                                                                         \
    NUMBERS(type);                                                             \
    type *a = acc, b = *(const type *)x;                                       \
    if (op == MPI_PROD) *a = (type)((uint64_t)*a * (uint64_t)b);               \
    if (op == MPI_BAND) *a &= b;                                               \
    if (op == MPI_BOR) *a |= b;                                                \
    if (op == MPI_BXOR) *a ^= b;                                               \
    if (op == MPI_LAND) *a = *a && b;                                          \
    if (op == MPI_LOR) *a = *a || b;                                           \
    if (op == MPI_LXOR) *a = !*a != !b;                                        \
  } while (0)

static void combine_integer(const struct type *t, MPI_Op op, void *acc,
                            const void *x)
{
  if (t->handle == MPI_INT8_T) BITS(int8_t);
  if (t->handle == MPI_UINT8_T) BITS(uint8_t);
  if (t->handle == MPI_INT16_T) BITS(int16_t);
  if (t->handle == MPI_UINT16_T) BITS(uint16_t);
  if (t->handle == MPI_UNSIGNED) BITS(unsigned);
  if (t->handle == MPI_UINT64_T) BITS(uint64_t);
  if (t->handle == MPI_INT) { /* wrapping round is not C's, but ours */
    if (op == MPI_SUM)
      *(unsigned *)acc += *(const unsigned *)x;
    else
      BITS(int);
  }
  if (t->handle == MPI_LONG) {
    if (op == MPI_SUM)
      *(unsigned long *)acc += *(const unsigned long *)x;
    else
      BITS(long);
  }
}

static void combine(const struct type *t, MPI_Op op, void *acc, const void *x)
{
  if (t->shape == INTEGER) combine_integer(t, op, acc, x);
  if (t->handle == MPI_FLOAT) NUMBERS(float);
  if (t->handle == MPI_DOUBLE) NUMBERS(double);
  if (t->shape == COMPLEX) *(double complex *)acc += *(const double complex *)x;
  if (t->shape == PAIR) {
    int *a = acc;
    const int *b = x;
    int nearer = op == MPI_MINLOC ? b[0] < a[0] : b[0] > a[0];
    if (nearer || (b[0] == a[0] && b[1] < a[1])) memcpy(a, b, sizeof(int[2]));
  }
  if (t->shape == AFFINE) {
    struct affine copy = *(const struct affine *)x;
    affine_compose(acc, &copy, &(int){1}, NULL);
    *(struct affine *)acc = copy;
  }
}

#endif
