/* Types made of each other, a member more each time: they share what they have
 * in common, and are what one call with all members makes. */
#include "typemap.h"

#include "model/datatype/layout.h"
#include "model/datatype/signature.h"

#include <stdlib.h>

enum { MEMBERS = 5000, PIECES_MOST = 256 };

static MPI_Count lengths[MEMBERS], places[MEMBERS];
static const struct datatype *types[MEMBERS];

/* At no stride, no basic type twice in a row, and each fourth is nested. */
static MPI_Count make_members(void)
{
  struct datatype *two;
  MPI_Count at = 0;
  datatype_hvector(2, 1, 8, basic(MPI_INT), &two);
  for (int i = 0; i < MEMBERS; i++) {
    lengths[i] = 1;
    places[i] = at;
    types[i] = i % 4 == 3 ? two : basic(i % 2 ? MPI_INT : MPI_FLOAT);
    at += 16 + i * 7 % 5 * 4;
  }
  return at;
}

static struct datatype *chain(bool backwards)
{
  struct datatype *type = datatype_ref(types[backwards ? MEMBERS - 1 : 0]);
  for (int i = 1; i < MEMBERS; i++) {
    int k = backwards ? MEMBERS - 1 - i : i;
    const struct datatype *forth[] = {type, types[k]},
                          *back[] = {types[k], type};
    MPI_Count one[] = {1, 1}, at[] = {0, places[k]};
    if (backwards) at[1] = places[k + 1] - places[k];
    struct datatype *next;
    assert_int_equal(
        datatype_struct(2, one, at, backwards ? back : forth, &next), 0);
    assert_true(next->layout->count <= PIECES_MOST);
    assert_true(next->layout->depth <= 64);
    assert_true(next->sequence->count <= PIECES_MOST);
    assert_true(next->sequence->depth <= 64);
    datatype_unref(type);
    type = next;
  }
  return type;
}

static void check_same(const struct datatype *a, const struct datatype *b,
                       size_t extent)
{
  enum { BYTES = 5 * MEMBERS };
  static char x[BYTES], y[BYTES];
  char *memory = malloc(extent), *copy = calloc(1, extent);
  for (size_t i = 0; i < extent; i++)
    memory[i] = (char)(i * 31 % 253);
  assert_int_equal(a->size, BYTES);
  assert_int_equal(a->true_extent, b->true_extent);
  assert_true(signature_equal(1, a->sequence, 1, b->sequence));
  datatype_pack(memory, 1, a, 0, BYTES, x);
  datatype_pack(memory, 1, b, 0, BYTES, y);
  assert_memory_equal(x, y, BYTES);
  datatype_unpack(copy, 1, a, 0, BYTES, x);
  datatype_pack(copy, 1, b, 0, BYTES, y);
  assert_memory_equal(x, y, BYTES);
  assert_false(datatype_overlaps(1, a));
  free(memory);
  free(copy);
}

static void test_chain(void **state)
{
  struct datatype *all;
  size_t extent = (size_t)make_members();
  (void)state;
  assert_int_equal(datatype_struct(MEMBERS, lengths, places, types, &all), 0);
  for (int backwards = 0; backwards < 2; backwards++) {
    struct datatype *type = chain(backwards);
    check_same(type, all, extent);
    datatype_unref(type);
  }
  datatype_unref(all);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_chain)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
