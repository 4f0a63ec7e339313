/* Sizes and bounds of datatypes: the standard's examples, padding of structs,
 * pairs, arrays, resizing, envelopes.
 *
 * run: np=1
 * stdout: ok
 */
#include "check.h"

#include <stddef.h>

/* size, lb, extent, true lb, true extent */
static void bounds(int line, MPI_Datatype type, int size, MPI_Aint lb,
                   MPI_Aint extent, MPI_Aint true_lb, MPI_Aint true_extent)
{
  int s;
  MPI_Aint l, e, tl, te;
  MPI_Type_size(type, &s);
  MPI_Type_get_extent(type, &l, &e);
  MPI_Type_get_true_extent(type, &tl, &te);
  if (s == size && l == lb && e == extent && tl == true_lb && te == true_extent)
    return;
  complain(__FILE__, line, "bounds");
  printf("  size %d, lb %ld, extent %ld, true lb %ld, true extent %ld\n", s,
         (long)l, (long)e, (long)tl, (long)te);
}

#define BOUNDS(...) bounds(__LINE__, __VA_ARGS__)

static void structs(void)
{
  struct padded {
    double d;
    char c;
  };
  int lengths[] = {1, 1};
  MPI_Aint places[] = {offsetof(struct padded, d), offsetof(struct padded, c)};
  MPI_Datatype types[] = {MPI_DOUBLE, MPI_CHAR}, type, vector;
  MPI_Type_create_struct(2, lengths, places, types, &type);
  BOUNDS(type, 9, 0, sizeof(struct padded), 0, 9);
  MPI_Type_vector(2, 3, 4, type, &vector); /* Example 5.3 */
  BOUNDS(vector, 54, 0, 112, 0, 105);
  MPI_Type_free(&vector);
  MPI_Type_vector(3, 1, -2, type, &vector); /* Example 5.4 */
  BOUNDS(vector, 27, -64, 80, -64, 73);
  MPI_Type_free(&vector);
  MPI_Type_free(&type);
}

static void pairs(void)
{
  BOUNDS(MPI_SHORT_INT, 6, 0, 8, 0, 8);
  BOUNDS(MPI_DOUBLE_INT, 12, 0, 16, 0, 12);
  BOUNDS(MPI_2INT, 8, 0, 8, 0, 8);
  BOUNDS(MPI_LONG_DOUBLE_INT, 20, 0, 32, 0, 20);
}

static void arrays(void)
{
  int sizes[] = {4, 6}, parts[] = {2, 3}, starts[] = {1, 2};
  int grid[] = {2, 2};
  int deal[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC};
  int by_default[] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG};
  MPI_Datatype type;
  MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT,
                           &type);
  BOUNDS(type, 24, 0, 96, 32, 36); /* 8 .. 10 and 14 .. 16 */
  MPI_Type_free(&type);
  MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_FORTRAN, MPI_INT,
                           &type);
  BOUNDS(type, 24, 0, 96, 36, 40); /* 9, 10, 13, 14, 17, 18 */
  MPI_Type_free(&type);
  /* process (1, 0) of 2 x 2: rows 2 and 3, columns 0, 2, 4 */
  MPI_Type_create_darray(4, 2, 2, sizes, deal, by_default, grid, MPI_ORDER_C,
                         MPI_INT, &type);
  BOUNDS(type, 24, 0, 96, 48, 44);
  MPI_Type_free(&type);
}

static void resizing(void)
{
  MPI_Datatype narrow, twice;
  MPI_Type_create_resized(MPI_INT, -3, 9, &narrow);
  BOUNDS(narrow, 4, -3, 9, 0, 4);
  MPI_Type_contiguous(2, narrow, &twice); /* explicit bounds are inherited */
  BOUNDS(twice, 8, -3, 18, 0, 13);
  MPI_Type_free(&twice);
  MPI_Type_free(&narrow);
  MPI_Type_contiguous(0, MPI_INT, &narrow);
  BOUNDS(narrow, 0, 0, 0, 0, 0);
  MPI_Type_free(&narrow);
}

/* A type knows the call that made it. */
static void contents(void)
{
  int lengths[] = {2, 1}, places[] = {4, 0}, n, a, t, combiner, integers[5];
  MPI_Datatype type, copy, old;
  MPI_Type_indexed(2, lengths, places, MPI_FLOAT, &type);
  MPI_Type_get_envelope(type, &n, &a, &t, &combiner);
  CHECK(combiner == MPI_COMBINER_INDEXED && n == 5 && a == 0 && t == 1);
  MPI_Type_get_contents(type, 5, 0, 1, integers, NULL, &old);
  CHECK(integers[0] == 2 && integers[1] == 2 && integers[2] == 1);
  CHECK(integers[3] == 4 && integers[4] == 0 && old == MPI_FLOAT);
  MPI_Type_dup(type, &copy);
  MPI_Type_free(&type);
  MPI_Type_get_envelope(copy, &n, &a, &t, &combiner);
  CHECK(combiner == MPI_COMBINER_DUP && n == 0 && a == 0 && t == 1);
  MPI_Type_get_contents(copy, 0, 0, 1, NULL, NULL, &old);
  BOUNDS(old, 12, 0, 24, 0, 24);
  MPI_Type_free(&old);
  MPI_Type_free(&copy);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  structs();
  pairs();
  arrays();
  resizing();
  contents();
  int failed = report();
  MPI_Finalize();
  return failed;
}
