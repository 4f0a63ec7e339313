/* Groups against plain arrays: storage, sharing, look-up, set operations. */
#include "model/group/set.h"
#include "model/memory.h"

#include <mpi.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

enum { WORLD = 40 };

static struct group *group_of(int size, const int *ranks)
{
  return group_take(size, xmemdup(ranks, (size_t)size * sizeof *ranks));
}

static void check_members(struct group *g, int size, const int *ranks)
{
  assert_int_equal(group_size(g), size);
  for (int i = 0; i < size; i++)
    assert_int_equal(group_world(g, i), ranks[i]);
  for (int w = -1; w <= WORLD; w++) {
    int expected = MPI_UNDEFINED;
    for (int i = 0; i < size; i++)
      if (ranks[i] == w) expected = i;
    assert_int_equal(group_rank(g, w), expected);
  }
}

static void test_forms(void **state)
{
  static const int up[] = {3, 5, 7, 9}, down[] = {9, 6, 3, 0},
                   odd[] = {4, 1, 7, 2, 30}, one[] = {11};
  struct group *g;
  (void)state;
  g = group_of(4, up);
  check_members(g, 4, up);
  group_unref(g);
  g = group_of(4, down);
  check_members(g, 4, down);
  group_unref(g);
  g = group_of(5, odd);
  check_members(g, 5, odd);
  group_unref(g);
  g = group_of(1, one);
  check_members(g, 1, one);
  group_unref(g);
  g = group_of(0, NULL);
  assert_ptr_equal(g, &group_empty);
  check_members(g, 0, NULL);
}

/* All of a progression but one are a few numbers, too; but not more. */
static void test_holes(void **state)
{
  (void)state;
  for (int n = 2; n < 9; n++)
    for (int hole = 0; hole < n; hole++)
      for (int second = hole; second < n; second++)
        for (int stride = -3; stride <= 3; stride += 2) {
          int ranks[9], size = 0, holes = 0, last = n - 1;
          for (int i = 0; i < n; i++)
            if (i != hole && i != second) ranks[size++] = 20 + stride * i;
          holes = (hole > 0 && hole < last) + (second > hole && second < last);
          struct group *g = group_of(size, ranks), *h = group_of(size, ranks);
          check_members(g, size, ranks);
          assert_true(group_same(g, h));
          if (holes < 2) assert_null(g->ranks);
          group_unref(g);
          group_unref(h);
        }
}

static void test_equal_groups_are_shared(void **state)
{
  static const int ranks[] = {4, 1, 7, 2}, other[] = {4, 1, 7, 3};
  struct group *a = group_of(4, ranks), *b = group_of(4, ranks);
  struct group *c = group_of(4, other);
  (void)state;
  assert_ptr_equal(a, b);
  assert_ptr_not_equal(a, c);
  assert_true(group_same(a, b));
  assert_false(group_same(a, c));
  group_unref(a);
  check_members(b, 4, ranks);
  group_unref(b);
  group_unref(c);
  a = group_of(4, ranks); /* made anew */
  check_members(a, 4, ranks);
  group_unref(a);
}

/* More groups than the table of known ones starts with. */
static void test_many(void **state)
{
  struct group *groups[500];
  (void)state;
  for (int i = 0; i < 500; i++) {
    int ranks[] = {i, i + 1, i + 4};
    groups[i] = group_of(3, ranks);
  }
  for (int i = 0; i < 500; i++) {
    int ranks[] = {i, i + 1, i + 4};
    struct group *g = group_of(3, ranks);
    assert_ptr_equal(g, groups[i]);
    group_unref(g);
  }
  for (int i = 0; i < 500; i++)
    group_unref(groups[i]);
}

static void test_compare(void **state)
{
  static const int a[] = {0, 1, 2}, b[] = {2, 0, 1}, c[] = {0, 1, 3};
  struct group *ga = group_of(3, a), *gb = group_of(3, b), *gc = group_of(3, c);
  struct group *range = group_range(0, 1, 3), *longer = group_range(0, 1, 4);
  (void)state;
  assert_int_equal(group_compare(ga, range), MPI_IDENT);
  assert_int_equal(group_compare(ga, gb), MPI_SIMILAR);
  assert_int_equal(group_compare(ga, gc), MPI_UNEQUAL);
  assert_int_equal(group_compare(ga, longer), MPI_UNEQUAL);
  assert_int_equal(group_compare(&group_empty, &group_empty), MPI_IDENT);
  assert_int_equal(group_compare(&group_empty, ga), MPI_UNEQUAL);
  group_unref(ga);
  group_unref(gb);
  group_unref(gc);
  group_unref(range);
  group_unref(longer);
}

/* --- set operations on random groups --- */

static uint32_t seed = 1;

static int draw(int below)
{
  seed = seed * 1664525u + 1013904223u;
  return (int)((seed >> 8) % (uint32_t)below);
}

static int draw_ranks(int *ranks)
{
  int all[WORLD], size = draw(WORLD / 2);
  for (int i = 0; i < WORLD; i++)
    all[i] = i;
  for (int i = 0; i < size; i++) {
    int k = i + draw(WORLD - i), swap = all[k];
    all[k] = all[i];
    all[i] = swap;
    ranks[i] = swap;
  }
  return size;
}

static int has(int n, const int *ranks, int rank)
{
  for (int i = 0; i < n; i++)
    if (ranks[i] == rank) return 1;
  return 0;
}

static int keep(int na, const int *a, int nb, const int *b, int in, int *out)
{
  int n = 0;
  for (int i = 0; i < na; i++)
    if (has(nb, b, a[i]) == in) out[n++] = a[i];
  return n;
}

static void check_and_free(struct group *g, int n, const int *ranks)
{
  check_members(g, n, ranks);
  group_unref(g);
}

static void test_set_operations(void **state)
{
  (void)state;
  for (int round = 0; round < 300; round++) {
    int a[WORLD], b[WORLD], r[2 * WORLD], n;
    int na = draw_ranks(a), nb = draw_ranks(b);
    struct group *ga = group_of(na, a), *gb = group_of(nb, b);
    n = keep(na, a, nb, b, 1, r);
    check_and_free(group_intersection(ga, gb), n, r);
    n = keep(na, a, nb, b, 0, r);
    check_and_free(group_difference(ga, gb), n, r);
    for (int i = 0; i < na; i++)
      r[i] = a[i];
    n = na + keep(nb, b, na, a, 0, r + na);
    check_and_free(group_union(ga, gb), n, r);
    group_unref(ga);
    group_unref(gb);
  }
}

static void test_include_exclude(void **state)
{
  static const int ranks[] = {8, 3, 5, 1}, chosen[] = {3, 1}, in[] = {1, 3},
                   out[] = {8, 5};
  struct group *g = group_of(4, ranks);
  (void)state;
  check_and_free(group_incl(g, 2, chosen), 2, in);
  check_and_free(group_excl(g, 2, chosen), 2, out);
  check_and_free(group_incl(g, 0, NULL), 0, NULL);
  check_and_free(group_excl(g, 0, NULL), 4, ranks);
  group_unref(g);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_forms),
      cmocka_unit_test(test_holes),
      cmocka_unit_test(test_equal_groups_are_shared),
      cmocka_unit_test(test_many),
      cmocka_unit_test(test_compare),
      cmocka_unit_test(test_set_operations),
      cmocka_unit_test(test_include_exclude),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
