/* Views of files against a plain list of their bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>

#include "../../model/file/view.h"

enum { BYTES = 400 }; /* of the streams that are looked at */

/* Where each byte of a stream lies. */
struct plain {
  MPI_Offset at[BYTES];
  int count;
};

static void note_block(MPI_Count at, MPI_Count bytes, void *arg)
{
  struct plain *p = arg;
  for (MPI_Count i = 0; i < bytes && p->count < BYTES; i++)
    p->at[p->count++] = at + i;
}

static void list(struct plain *p, MPI_Offset disp, const struct datatype *type)
{
  struct plain tile = {.count = 0};
  datatype_blocks(1, type, note_block, &tile);
  for (p->count = 0; p->count < BYTES; p->count++)
    p->at[p->count] = disp + p->count / tile.count * type->extent +
                      tile.at[p->count % tile.count];
}

static bool note_range(MPI_Offset at, MPI_Count bytes, void *arg)
{
  note_block(at, bytes, arg);
  return true;
}

static void compare(MPI_Offset disp, const struct datatype *type)
{
  struct plain expected, got;
  struct view v;
  list(&expected, disp, type);
  view_set(&v, disp, datatype_predefined(MPI_BYTE), type);
  for (int from = 0; from < 60; from += 7) {
    got.count = 0;
    view_each(&v, from, BYTES - from, note_range, &got);
    assert_int_equal(got.count, BYTES - from);
    for (int i = 0; i < got.count; i++)
      assert_int_equal(got.at[i], expected.at[from + i]);
  }
  for (int i = 0; i < BYTES; i++)
    assert_int_equal(view_locate(&v, i), expected.at[i]);
  for (MPI_Offset end = 0; end < expected.at[BYTES / 2]; end++) {
    int before = 0;
    while (expected.at[before] < end)
      before++;
    assert_int_equal(view_stream_end(&v, end), before);
  }
  view_clear(&v);
}

static void streams_are_the_type_maps(void **state)
{
  const struct datatype *byte = datatype_predefined(MPI_BYTE);
  (void)state;
  srand(7);
  for (int round = 0; round < 200; round++) {
    MPI_Count lengths[4], places[4], at = rand() % 3;
    int n = 1 + rand() % 4;
    for (int i = 0; i < n; i++) {
      lengths[i] = 1 + rand() % 5;
      places[i] = at;
      at += lengths[i] + rand() % 4;
    }
    struct datatype *type, *tile;
    assert_int_equal(datatype_hindexed(n, lengths, places, byte, &type), 0);
    assert_int_equal(datatype_resized(type, 0, at + rand() % 3, &tile), 0);
    assert_int_equal(view_check(byte, tile, true), 0);
    compare(rand() % 20, tile);
    datatype_unref(type);
    datatype_unref(tile);
  }
  compare(0, byte);
  compare(5, datatype_predefined(MPI_DOUBLE));
}

static void types_that_no_view_takes(void **state)
{
  const struct datatype *byte = datatype_predefined(MPI_BYTE);
  struct datatype *type;
  MPI_Count lengths[] = {2, 2}, descending[] = {4, 0}, twice[] = {0, 1};
  MPI_Count negative[] = {-1, 4};
  (void)state;
  datatype_hindexed(2, lengths, descending, byte, &type);
  assert_int_equal(view_check(byte, type, false), MPI_ERR_ARG);
  datatype_unref(type);
  datatype_hindexed(2, lengths, negative, byte, &type);
  assert_int_equal(view_check(byte, type, false), MPI_ERR_ARG);
  datatype_unref(type);
  datatype_hindexed(2, lengths, twice, byte, &type);
  assert_int_equal(view_check(byte, type, true), MPI_ERR_ARG);
  assert_int_equal(view_check(byte, type, false), 0);
  datatype_unref(type);
  datatype_contiguous(0, byte, &type);
  assert_int_equal(view_check(type, byte, false), MPI_ERR_ARG);
  assert_int_equal(view_check(byte, type, false), 0);
  datatype_unref(type);
  datatype_resized(byte, 0, 0, &type);
  assert_int_equal(view_check(byte, type, false), MPI_ERR_ARG);
  datatype_unref(type);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(streams_are_the_type_maps),
      cmocka_unit_test(types_that_no_view_takes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
