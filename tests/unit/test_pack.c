/* external32: the bytes that the standard prescribes, and random types there
 * and back; then the packing calls. */
#include "typemap.h"

#include "model/datatype/external32.h"
#include "sim/api/datatype.h"
#include "sim/cost/cost.h"

#include <api.h>
#include <math.h>
#include <wchar.h>

/* --- external32 --- */

static void check_external(MPI_Datatype handle, const void *native,
                           const unsigned char *external, MPI_Count bytes)
{
  unsigned char out[64], back[64];
  const struct datatype *type = basic(handle);
  assert_int_equal(external32_size(1, type), bytes);
  memset(out, 0xee, sizeof out);
  external32_pack(native, 1, type, out);
  assert_memory_equal(out, external, (size_t)bytes);
  assert_int_equal(out[bytes], 0xee);
  memset(back, 0, sizeof back);
  external32_unpack(back, 1, type, external);
  assert_memory_equal(back, native, (size_t)type->true_extent);
}

#define EXTERNAL(handle, type, value, ...)                                     \
  do {                                                                         \
    static const unsigned char external[] = {__VA_ARGS__};                     \
    const type native = value;                                                 \
    check_external(handle, &native, external, sizeof external);                \
  } while (0)

static void test_bytes(void **state)
{
  (void)state;
  EXTERNAL(MPI_CHAR, char, 'a', 0x61);
  EXTERNAL(MPI_SHORT, short, -2, 0xff, 0xfe);
  EXTERNAL(MPI_INT, int, 0x01020304, 1, 2, 3, 4);
  EXTERNAL(MPI_LONG, long, -3, 0xff, 0xff, 0xff, 0xfd);
  EXTERNAL(MPI_UNSIGNED_LONG, unsigned long, 0xfffffffd, 0xff, 0xff, 0xff,
           0xfd);
  EXTERNAL(MPI_LONG_LONG, long long, 0x0102030405060708, 1, 2, 3, 4, 5, 6, 7,
           8);
  EXTERNAL(MPI_AINT, MPI_Aint, -2, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
           0xfe);
  EXTERNAL(MPI_WCHAR, wchar_t, 0x1234, 0x12, 0x34);
  EXTERNAL(MPI_C_BOOL, bool, true, 1);
  EXTERNAL(MPI_LOGICAL, int, 1, 0, 0, 0, 1);
  EXTERNAL(MPI_FLOAT, float, 1.0f, 0x3f, 0x80, 0, 0);
  EXTERNAL(MPI_DOUBLE, double, -2.0, 0xc0, 0, 0, 0, 0, 0, 0, 0);
}

static void check_long_double(long double value, const unsigned char *external)
{
  unsigned char out[16];
  long double back;
  external32_pack(&value, 1, basic(MPI_LONG_DOUBLE), out);
  assert_memory_equal(out, external, 16);
  external32_unpack(&back, 1, basic(MPI_LONG_DOUBLE), external);
  if (isnan(value))
    assert_true(isnan(back));
  else
    assert_true(back == value);
}

/* The 80-bit format becomes a binary128. */
static void test_long_double(void **state)
{
  (void)state;
  assert_int_equal(external32_size(3, basic(MPI_LONG_DOUBLE)), 48);
  check_long_double(1.0L, (unsigned char[16]){0x3f, 0xff});
  check_long_double(-1.5L, (unsigned char[16]){0xbf, 0xff, 0x80});
  check_long_double(0.0L, (unsigned char[16]){0});
  check_long_double(INFINITY, (unsigned char[16]){0x7f, 0xff});
  check_long_double(1.0L + 0x1p-63L,
                    (unsigned char[16]){0x3f, 0xff, 0, 0, 0, 0, 0, 0, 0, 2});
  check_long_double(0x1p-16445L, /* the least subnormal */
                    (unsigned char[16]){0, 0, 0, 0, 0, 0, 0, 0, 0, 2});
  check_long_double(NAN, (unsigned char[16]){0x7f, 0xff, 0x80});
}

static void test_composed(void **state)
{
  struct {
    short value;
    int index;
  } pair = {1, 2}, back = {0, 0};
  unsigned char out[6];
  (void)state;
  assert_int_equal(external32_size(1, basic(MPI_SHORT_INT)), 6);
  external32_pack(&pair, 1, basic(MPI_SHORT_INT), out);
  assert_memory_equal(out, ((unsigned char[]){0, 1, 0, 0, 0, 2}), 6);
  external32_unpack(&back, 1, basic(MPI_SHORT_INT), out);
  assert_int_equal(back.value, 1);
  assert_int_equal(back.index, 2);
  double complex[] = {1.0, 2.0};
  unsigned char parts[16];
  external32_pack(complex, 1, basic(MPI_C_DOUBLE_COMPLEX), parts);
  assert_int_equal(parts[0], 0x3f);
  assert_int_equal(parts[8], 0x40);
}

enum { ARENA = 1 << 15 };
static unsigned char memory[ARENA], back[ARENA], packed[ARENA];

static void check_round_trip(const struct twin *twin, MPI_Count count)
{
  MPI_Count low, high;
  if (!datatype_span(count, twin->type, &low, &high)) return;
  if (low < -ARENA / 2 || high > ARENA / 2 || twin->map.n > 400) return;
  if (datatype_overlaps(count, twin->type)) return;
  MPI_Count size = external32_size(count, twin->type);
  MPI_Count expected = 0;
  for (int i = 0; i < twin->map.n; i++)
    expected += external32_size(1, twin->map.entries[i].basic);
  assert_int_equal(size, expected * count);
  if (size > ARENA) return;
  memset(back, 0, ARENA);
  memset(memory, 0, ARENA);
  /* only what the type touches, in values that survive */
  for (MPI_Count k = 0; k < count; k++)
    for (int i = 0; i < twin->map.n; i++)
      memory[ARENA / 2 + k * twin->type->extent + twin->map.entries[i].at] =
          (unsigned char)(i + 1);
  external32_pack(memory + ARENA / 2, count, twin->type, packed);
  external32_unpack(back + ARENA / 2, count, twin->type, packed);
  assert_memory_equal(memory, back, ARENA);
}

static void test_round_trips(void **state)
{
  struct random r = {3};
  (void)state;
  for (int i = 0; i < 2000; i++) {
    struct twin twin = random_type(&r, (int)random_in(&r, 1, 3));
    check_round_trip(&twin, random_in(&r, 0, 3));
    twin_free(&twin);
  }
}

/* --- the calls --- */

static struct rank rank;
static struct comm_view world;

static int start(void **state)
{
  (void)state;
  self = &rank;
  rank.world = &world;
  rank.state = RANK_RUNNING;
  cost.copy = 1e9;
  return 0;
}

static int end(void **state)
{
  (void)state;
  self = NULL;
  return 0;
}

static void test_calls(void **state)
{
  const int data[] = {1, 2, 3};
  int there[3] = {0}, position = 0, size;
  char buffer[16];
  (void)state;
  assert_int_equal(api_Pack_size(3, MPI_INT, MPI_COMM_WORLD, &size), 0);
  assert_int_equal(size, 12);
  assert_int_equal(
      api_Pack(data, 2, MPI_INT, buffer, 16, &position, MPI_COMM_WORLD), 0);
  assert_int_equal(position, 8);
  assert_int_equal(
      api_Pack(data + 2, 1, MPI_INT, buffer, 16, &position, MPI_COMM_WORLD), 0);
  assert_int_equal(position, 12);
  assert_true(rank.time > 11.9e-9 && rank.time < 12.1e-9);
  assert_int_equal(
      api_Pack(data, 2, MPI_INT, buffer, 16, &position, MPI_COMM_WORLD),
      MPI_ERR_ARG);
  assert_string_equal(fault_text(), ": position 12 + 8 packed bytes exceed the "
                                    "buffer's 16 [MPI-4.1 5.2]");
  assert_int_equal(position, 12);
  position = 0;
  assert_int_equal(
      api_Unpack(buffer, 12, &position, there, 3, MPI_INT, MPI_COMM_WORLD), 0);
  assert_memory_equal(there, data, sizeof data);
  assert_int_equal(
      api_Unpack(buffer, 12, &position, there, 1, MPI_INT, MPI_COMM_WORLD),
      MPI_ERR_ARG);
  assert_int_equal(
      api_Pack(data, -1, MPI_INT, buffer, 16, &position, MPI_COMM_WORLD),
      MPI_ERR_COUNT);
  assert_int_equal(
      api_Pack(NULL, 1, MPI_INT, buffer, 16, &position, MPI_COMM_WORLD),
      MPI_ERR_BUFFER);
  assert_int_equal(api_Pack(data, 1, MPI_DATATYPE_NULL, buffer, 16, &position,
                            MPI_COMM_WORLD),
                   MPI_ERR_TYPE);
  assert_int_equal(
      api_Pack(data, 1, MPI_INT, buffer, 16, &position, MPI_COMM_NULL),
      MPI_ERR_COMM);
}

static void test_external_calls(void **state)
{
  const long data[] = {5, -5};
  long there[2];
  MPI_Aint position = 0, size;
  char buffer[8];
  (void)state;
  assert_int_equal(api_Pack_external_size("external32", 2, MPI_LONG, &size), 0);
  assert_int_equal(size, 8);
  assert_int_equal(api_Pack_external_size("native", 2, MPI_LONG, &size),
                   MPI_ERR_ARG);
  assert_int_equal(
      api_Pack_external("external32", data, 2, MPI_LONG, buffer, 8, &position),
      0);
  assert_int_equal(position, 8);
  assert_int_equal(
      api_Pack_external("external32", data, 1, MPI_LONG, buffer, 8, &position),
      MPI_ERR_ARG);
  position = 0;
  assert_int_equal(api_Unpack_external("external32", buffer, 8, &position,
                                       there, 2, MPI_LONG),
                   0);
  assert_memory_equal(there, data, sizeof data);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bytes),
      cmocka_unit_test(test_long_double),
      cmocka_unit_test(test_composed),
      cmocka_unit_test(test_round_trips),
      cmocka_unit_test_setup_teardown(test_calls, start, end),
      cmocka_unit_test_setup_teardown(test_external_calls, start, end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
