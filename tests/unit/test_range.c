/* Where accesses fall: exposures, regions of dynamic windows, arithmetic at
 * the ends of 64 bits. */
#include "window_by_hand.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

static const struct datatype *of(MPI_Datatype handle)
{
  return datatype_predefined(handle);
}

/* The class for an access of `count` ints at `disp`, and the place if any. */
static int range_of(struct window_view *v, int target, MPI_Aint disp,
                    MPI_Count count, const struct datatype *type, char **at)
{
  struct access a = {target, disp, count, type};
  *at = (char *)1;
  return window_range(v, &a, at);
}

static void inside(struct window_view *v, int target, MPI_Aint disp,
                   MPI_Count count, const struct datatype *type,
                   const char *expected)
{
  char *at;
  assert_int_equal(range_of(v, target, disp, count, type, &at), 0);
  assert_ptr_equal(at, expected);
}

static void refused(struct window_view *v, int target, MPI_Aint disp,
                    MPI_Count count, const struct datatype *type, int class,
                    const char *text)
{
  char *at;
  assert_int_equal(range_of(v, target, disp, count, type, &at), class);
  if (fault_says(text)) return;
  print_error("\"%s\" lacks \"%s\"\n", fault_text(), text);
  fail();
}

static void test_exposure(void **state)
{
  struct window_view *v = window_by_hand(MPI_WIN_FLAVOR_CREATE);
  char *m = by_hand_memory;
  const struct datatype *i = of(MPI_INT), *b = of(MPI_BYTE);
  (void)state;
  inside(v, 1, 0, 1, i, m);
  inside(v, 1, 24, 1, i, m + 96);
  inside(v, 1, 0, 25, i, m);
  inside(v, 1, 3, 88, b, m + 12);
  refused(v, 1, 25, 1, i, MPI_ERR_RMA_RANGE,
          " to rank 1 of the window: bytes [100, 104) lie outside the "
          "100-byte exposure (disp 25 x unit 4) [MPI-4.1 12.3]");
  refused(v, 1, 0, 26, i, MPI_ERR_RMA_RANGE, "bytes [0, 104)");
  refused(v, 1, 0, 100, i, MPI_ERR_RMA_RANGE,
          "(disp 0 x unit 4); the size of a window is in bytes [MPI-4.1 12.3]");
  refused(v, 1, 0, 99, i, MPI_ERR_RMA_RANGE, "(disp 0 x unit 4) [MPI-4.1");
  refused(v, 1, 0, 101, i, MPI_ERR_RMA_RANGE, "(disp 0 x unit 4) [MPI-4.1");
  refused(v, 1, 3, 89, b, MPI_ERR_RMA_RANGE, "bytes [12, 101)");
  refused(v, 1, -1, 1, i, MPI_ERR_DISP, "target_disp is -1, must not be negative");
  refused(v, 2, 0, 1, b, MPI_ERR_RMA_RANGE,
          "bytes [0, 1) lie outside the 0-byte exposure (disp 0 x unit 1)");
  v->label = "window \"halo\"";
  refused(v, 1, 25, 1, i, MPI_ERR_RMA_RANGE, " of window \"halo\": ");
  by_hand_exposures[1].size = 6;
  refused(v, 1, 1, 1, i, MPI_ERR_RMA_RANGE, "; the size of a window is in");
}

/* What touches no byte may lie anywhere but before the window. */
static void test_nothing(void **state)
{
  struct window_view *v = window_by_hand(MPI_WIN_FLAVOR_ALLOCATE);
  (void)state;
  inside(v, 1, 1000, 0, of(MPI_INT), NULL);
  inside(v, 2, 0, 0, of(MPI_INT), NULL);
  refused(v, 2, -4, 0, of(MPI_INT), MPI_ERR_DISP, "-4, must not be negative");
}

static void test_overflow(void **state)
{
  struct window_view *v = window_by_hand(MPI_WIN_FLAVOR_CREATE);
  const struct datatype *i = of(MPI_INT), *b = of(MPI_BYTE);
  (void)state;
  /* disp x unit, + bytes, count x size: each alone */
  refused(v, 1, INT64_MAX / 4 + 1, 1, b, MPI_ERR_RMA_RANGE,
          "1 elements at disp 2305843009213693952 do not fit");
  refused(v, 1, INT64_MAX / 4, 4, b, MPI_ERR_RMA_RANGE, "do not fit");
  refused(v, 1, 0, INT64_MAX / 4 + 1, i, MPI_ERR_RMA_RANGE, "do not fit");
  refused(v, 1, INT64_MAX, INT64_MAX, i, MPI_ERR_RMA_RANGE, "do not fit");
  refused(v, 2, 100, INT64_MAX - 99, b, MPI_ERR_RMA_RANGE, "do not fit");
}

/* Addresses differ from run to run. */
static void test_no_addresses(void **state)
{
  struct window_view *v = window_by_hand(MPI_WIN_FLAVOR_CREATE);
  struct datatype *type;
  MPI_Count at = (MPI_Count)(intptr_t)by_hand_memory;
  (void)state;
  assert_int_equal(
      datatype_hindexed(1, (MPI_Count[]){1}, &at, of(MPI_INT), &type), 0);
  refused(v, 1, 0, 1, type, MPI_ERR_RMA_RANGE, "an absolute address");
  refused(v, 2, at, 1, of(MPI_INT), MPI_ERR_RMA_RANGE, "an absolute address");
  refused(v, 1, 2, (MPI_Count)1 << 50, of(MPI_INT), MPI_ERR_RMA_RANGE,
          "bytes [8, 4503599627370504) lie outside");
  datatype_unref(type);
}

/* Types that begin before their buffer argument. */
static void test_negative_bounds(void **state)
{
  struct window_view *v = window_by_hand(MPI_WIN_FLAVOR_CREATE);
  struct datatype *back;
  (void)state;
  assert_int_equal(datatype_vector(3, 1, -2, of(MPI_INT), &back), 0);
  inside(v, 1, 4, 1, back, by_hand_memory + 16);
  refused(v, 1, 3, 1, back, MPI_ERR_RMA_RANGE, "bytes [-4, 16)");
  inside(v, 1, 24, 1, back, by_hand_memory + 96);
  refused(v, 1, 25, 1, back, MPI_ERR_RMA_RANGE, "bytes [84, 104)");
  by_hand_exposures[1].size = 102;
  refused(v, 1, 3, 1, back, MPI_ERR_RMA_RANGE, "(disp 3 x unit 4) [MPI-4.1");
  datatype_unref(back);
}

/* --- dynamic windows --- */

static void attach(char *base, MPI_Aint size, int class)
{
  assert_int_equal(window_attach(&by_hand_views[1], base, size), class);
}

static void detach(const char *base, int class)
{
  assert_int_equal(window_detach(&by_hand_views[1], base), class);
}

static MPI_Aint address(const char *p)
{
  return (MPI_Aint)(intptr_t)p;
}

static void test_regions(void **state)
{
  struct window_view *v = window_by_hand(MPI_WIN_FLAVOR_DYNAMIC);
  char *m = by_hand_memory;
  const struct datatype *b = of(MPI_BYTE);
  (void)state;
  refused(v, 1, address(m), 1, b, MPI_ERR_RMA_RANGE,
          "1 of its 1 bytes lie outside the target's 0 attached regions");
  attach(m + 40, 20, 0);
  attach(m, 20, 0);
  attach(m + 80, 20, 0);
  inside(v, 1, address(m), 20, b, m);
  inside(v, 1, address(m + 59), 1, b, m + 59);
  inside(v, 1, address(m + 80), 20, b, m + 80);
  refused(v, 1, address(m), 21, b, MPI_ERR_RMA_RANGE,
          "1 of its 21 bytes lie outside the target's 3 attached regions");
  refused(v, 1, address(m) - 1, 3, b, MPI_ERR_RMA_RANGE, "1 of its 3 bytes");
  refused(v, 1, address(m), 60, b, MPI_ERR_RMA_RANGE, "20 of its 60 bytes");
  refused(v, 1, 0, 1, b, MPI_ERR_RMA_RANGE,
          "3 attached regions; displacements of a dynamic window are addresses,"
          " as from MPI_Get_address [MPI-4.1 12.2.4]");
  refused(v, 1, INT64_MAX, 2, b, MPI_ERR_RMA_RANGE, "do not fit");
  detach(m + 40, 0);
  refused(v, 1, address(m + 40), 1, b, MPI_ERR_RMA_RANGE, "2 attached regions");
  inside(v, 1, address(m + 19), 1, b, m + 19);
  inside(v, 1, address(m + 80), 1, b, m + 80);
  detach(m + 40, MPI_ERR_BASE);
  detach(m + 1, MPI_ERR_BASE);
  detach(m, 0);
  detach(m + 80, 0);
  free(by_hand_exposures[1].regions);
}

/* A type may reach over what is not attached, and over two regions. */
static void test_regions_and_types(void **state)
{
  struct window_view *v = window_by_hand(MPI_WIN_FLAVOR_DYNAMIC);
  char *m = by_hand_memory;
  struct datatype *far;
  (void)state;
  assert_int_equal(datatype_vector(3, 1, 10, of(MPI_INT), &far), 0);
  attach(m, 8, 0);
  attach(m + 40, 4, 0);
  attach(m + 44, 40, 0);
  inside(v, 1, address(m), 1, far, m);
  inside(v, 1, address(m + 40), 12, of(MPI_INT16_T), m + 40);
  refused(v, 1, address(m + 4), 1, far, MPI_ERR_RMA_RANGE, "4 of its 12 bytes");
  refused(v, 1, address(m) - 4, 1, far, MPI_ERR_RMA_RANGE, "8 of its 12 bytes");
  datatype_unref(far);
  free(by_hand_exposures[1].regions);
}

static void test_attach_refused(void **state)
{
  window_by_hand(MPI_WIN_FLAVOR_DYNAMIC);
  char *m = by_hand_memory;
  (void)state;
  attach(m + 20, 20, 0);
  attach(m + 39, 1, MPI_ERR_RMA_ATTACH);
  attach(m + 20, 1, MPI_ERR_RMA_ATTACH);
  attach(m + 10, 11, MPI_ERR_RMA_ATTACH);
  attach(m + 10, 40, MPI_ERR_RMA_ATTACH);
  attach(m, -1, MPI_ERR_SIZE);
  attach(m, INT64_MAX, MPI_ERR_SIZE);
  attach(NULL, 1, MPI_ERR_RMA_ATTACH);
  attach(m + 40, 1, 0); /* they may touch */
  attach(m + 10, 10, 0);
  assert_int_equal(by_hand_exposures[1].region_count, 3);
  free(by_hand_exposures[1].regions);
  window_by_hand(MPI_WIN_FLAVOR_ALLOCATE);
  attach(m, 4, MPI_ERR_RMA_FLAVOR);
  detach(m, MPI_ERR_RMA_FLAVOR);
}

/* Regions of no bytes are attached and detached as others, and hide nothing. */
static void test_empty_regions(void **state)
{
  struct window_view *v = window_by_hand(MPI_WIN_FLAVOR_DYNAMIC);
  char *m = by_hand_memory;
  const struct datatype *b = of(MPI_BYTE);
  (void)state;
  attach(m, 0, 0);
  attach(NULL, 0, 0);
  refused(v, 1, address(m), 1, b, MPI_ERR_RMA_RANGE, "2 attached regions");
  attach(m, 20, 0);
  attach(m + 10, 0, 0);
  inside(v, 1, address(m), 20, b, m);
  inside(v, 1, address(m + 12), 8, b, m + 12);
  detach(m, 0);
  detach(NULL, 0);
  detach(m + 10, 0);
  detach(m, 0);
  detach(m, MPI_ERR_BASE);
  free(by_hand_exposures[1].regions);
}

/* Against a list: which regions are there, what they refuse. */
static void test_many_regions(void **state)
{
  enum { CELLS = sizeof by_hand_memory / 4, STEPS = 20000 };
  struct window_view *v = window_by_hand(MPI_WIN_FLAVOR_DYNAMIC);
  int size[CELLS] = {0}, count = 0; /* in cells, by the first */
  bool taken[CELLS] = {false};
  unsigned draw = 1;
  (void)state;
  for (int s = 0; s < STEPS; s++) {
    draw = draw * 1103515245 + 12345;
    int i = (int)(draw >> 8) % CELLS, n = 1 + (int)(draw >> 20) % 3;
    char *at = by_hand_memory + 4 * i;
    bool room = i + n <= CELLS;
    for (int k = i; room && k < i + n; k++)
      room = !taken[k];
    if (draw >> 24 & 1) {
      detach(at, size[i] ? 0 : MPI_ERR_BASE);
      count -= size[i] > 0;
      for (int k = i; k < i + size[i]; k++)
        taken[k] = false;
      size[i] = 0;
    } else if (i + n <= CELLS) {
      attach(at, 4 * n, room ? 0 : MPI_ERR_RMA_ATTACH);
      count += room;
      for (int k = i; room && k < i + n; k++)
        taken[k] = true;
      if (room) size[i] = n;
    }
    assert_int_equal(by_hand_exposures[1].region_count, count);
    const struct region *r = window_region(&by_hand_views[1], at);
    assert_int_equal(r ? r->size : 0, 4 * size[i]);
    if (taken[i]) inside(v, 1, address(at), 4, of(MPI_BYTE), at);
  }
  free(by_hand_exposures[1].regions);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_exposure),
      cmocka_unit_test(test_nothing),
      cmocka_unit_test(test_overflow),
      cmocka_unit_test(test_no_addresses),
      cmocka_unit_test(test_negative_bounds),
      cmocka_unit_test(test_regions),
      cmocka_unit_test(test_regions_and_types),
      cmocka_unit_test(test_attach_refused),
      cmocka_unit_test(test_empty_regions),
      cmocka_unit_test(test_many_regions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
