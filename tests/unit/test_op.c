/* Every predefined operator on every predefined type: which are defined,
 * and what they give, against plain loops; then the user's, and accumulation
 * into typed buffers. */
#include "typemap.h"

#include "model/op/half.h"
#include "model/op/op.h"

#include <complex.h>
#include <math.h>

enum { N = 37 }; /* no multiple of a vector's length */

static const MPI_Op ops[] = {
    MPI_SUM,    MPI_PROD,   MPI_MAX,     MPI_MIN,   MPI_LAND,
    MPI_LOR,    MPI_LXOR,   MPI_BAND,    MPI_BOR,   MPI_BXOR,
    MPI_MINLOC, MPI_MAXLOC, MPI_REPLACE, MPI_NO_OP,
};
enum { OPS = sizeof ops / sizeof *ops };

/* --- where operators are defined: the table of MPI-4.1 6.9.2, by letters ---
 */

/* C integer, Fortran integer, floating, logical, complex, byte, multi-language,
 * pair, none. */
static char class_of(const char *name)
{
  static const char *const classes[][2] = {
      {"MPI_AINT MPI_COUNT MPI_OFFSET ", "m"},
      {"MPI_SHORT MPI_INT MPI_LONG MPI_LONG_LONG MPI_UNSIGNED_SHORT "
       "MPI_UNSIGNED MPI_UNSIGNED_LONG MPI_UNSIGNED_LONG_LONG MPI_SIGNED_CHAR "
       "MPI_UNSIGNED_CHAR MPI_INT8_T MPI_INT16_T MPI_INT32_T MPI_INT64_T "
       "MPI_UINT8_T MPI_UINT16_T MPI_UINT32_T MPI_UINT64_T ",
       "i"},
      {"MPI_INTEGER MPI_INTEGER1 MPI_INTEGER2 MPI_INTEGER4 MPI_INTEGER8 "
       "MPI_INTEGER16 ",
       "f"},
      {"MPI_FLOAT MPI_DOUBLE MPI_REAL MPI_DOUBLE_PRECISION MPI_LONG_DOUBLE "
       "MPI_REAL2 MPI_REAL4 MPI_REAL8 MPI_REAL16 ",
       "r"},
      {"MPI_LOGICAL MPI_C_BOOL MPI_CXX_BOOL MPI_LOGICAL1 MPI_LOGICAL2 "
       "MPI_LOGICAL4 MPI_LOGICAL8 MPI_LOGICAL16 ",
       "l"},
      {"MPI_COMPLEX MPI_DOUBLE_COMPLEX MPI_C_FLOAT_COMPLEX "
       "MPI_C_DOUBLE_COMPLEX MPI_C_LONG_DOUBLE_COMPLEX MPI_CXX_FLOAT_COMPLEX "
       "MPI_CXX_DOUBLE_COMPLEX MPI_CXX_LONG_DOUBLE_COMPLEX MPI_COMPLEX4 "
       "MPI_COMPLEX8 MPI_COMPLEX16 MPI_COMPLEX32 ",
       "c"},
      {"MPI_BYTE ", "b"},
      {"MPI_FLOAT_INT MPI_DOUBLE_INT MPI_LONG_INT MPI_2INT MPI_SHORT_INT "
       "MPI_LONG_DOUBLE_INT MPI_2REAL MPI_2DOUBLE_PRECISION MPI_2INTEGER ",
       "p"},
      {"MPI_CHAR MPI_WCHAR MPI_CHARACTER MPI_PACKED MPI_LB MPI_UB ", "n"},
  };
  size_t length = strlen(name);
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    for (const char *at = classes[i][0]; *at; at = strchr(at, ' ') + 1)
      if (strncmp(at, name, length) == 0 && at[length] == ' ')
        return classes[i][1][0];
  fail_msg("%s has no class", name);
  return 0;
}

static const char *classes_of(MPI_Op op)
{
  if (op == MPI_MAX || op == MPI_MIN) return "ifrm";
  if (op == MPI_SUM || op == MPI_PROD) return "ifrcm";
  if (op == MPI_LAND || op == MPI_LOR || op == MPI_LXOR) return "il";
  if (op == MPI_BAND || op == MPI_BOR || op == MPI_BXOR) return "ifbm";
  if (op == MPI_MINLOC || op == MPI_MAXLOC) return "p";
  return ""; /* MPI_REPLACE, MPI_NO_OP */
}

static void check_defined(const struct datatype *type)
{
  char class = class_of(datatype_default_name(type));
  for (int i = 0; i < OPS; i++)
    assert_int_equal(op_defined(op_predefined(ops[i]), type),
                     strchr(classes_of(ops[i]), class) != NULL);
}

static void test_defined(void **state)
{
  (void)state;
  for (int i = 0; i < DATATYPE_HANDLES; i++)
    if (datatype_predefined((MPI_Datatype)(intptr_t)(DATATYPE_FIRST + i)))
      check_defined(&datatypes_predefined[i]);
  assert_null(op_predefined(MPI_OP_NULL));
  assert_null(op_predefined((MPI_Op)0x12345));
  assert_string_equal(op_predefined(MPI_BXOR)->name, "MPI_BXOR");
  assert_true(op_predefined(MPI_SUM)->commutes);
  assert_false(op_predefined(MPI_REPLACE)->commutes);
}

/* --- results --- */

/* Apply, with both buffers off their alignment, and compare with
 * `expected`. The element after the last must stay. */
static void check(MPI_Op op, MPI_Datatype type, const void *in,
                  const void *inout, const void *expected)
{
  static char left[(N + 2) * 32], right[(N + 2) * 32];
  const struct datatype *element = basic(type);
  size_t bytes = N * (size_t)element->extent;
  assert_true(op_defined(op_predefined(op), element));
  memcpy(left + 1, in, bytes);
  memcpy(right + 3, inout, bytes);
  memset(right + 3 + bytes, 0x5a, 8);
  op_apply(op_predefined(op), element, left + 1, right + 3, N);
  assert_memory_equal(right + 3, expected, bytes);
  for (int i = 0; i < 8; i++)
    assert_int_equal(right[3 + bytes + i], 0x5a);
}

/* expected[i] = expression of a and b, for one type. */
#define CHECK(op, handle, type, expression)                                    \
  do {                                                                         \
    type expected[N];                                                          \
    for (int i = 0; i < N; i++) {                                              \
      type a = in[i], b = inout[i];                                            \
      expected[i] = (type)(expression);                                        \
    }                                                                          \
    check(op, handle, in, inout, expected);                                    \
  } while (0)

#define OPERANDS(type, left, right)                                            \
  type in[N], inout[N];                                                        \
  for (int i = 0; i < N; i++) {                                                \
    in[i] = (type)(left);                                                      \
    inout[i] = (type)(right);                                                  \
  }

#define TEST_ARITHMETIC(handle, type)                                          \
  CHECK(MPI_SUM, handle, type, a + b);                                         \
  CHECK(MPI_PROD, handle, type, a *b)
#define TEST_ORDER(handle, type)                                               \
  CHECK(MPI_MAX, handle, type, a < b ? b : a);                                 \
  CHECK(MPI_MIN, handle, type, b < a ? b : a)
#define TEST_BITS(handle, type)                                                \
  CHECK(MPI_BAND, handle, type, a &b);                                         \
  CHECK(MPI_BOR, handle, type, a | b);                                         \
  CHECK(MPI_BXOR, handle, type, a ^ b)
#define TEST_LOGIC(handle, type)                                               \
  CHECK(MPI_LAND, handle, type, a &&b);                                        \
  CHECK(MPI_LOR, handle, type, a || b);                                        \
  CHECK(MPI_LXOR, handle, type, (a != 0) ^ (b != 0))

/* Some operands are zero, some negative, products stay small. */
#define INTEGER_TEST(name, type)                                               \
  static void integer_##name(MPI_Datatype handle)                              \
  {                                                                            \
    OPERANDS(type, i % 4 - 1, i % 5 - 2)                                       \
    TEST_ARITHMETIC(handle, type);                                             \
    TEST_ORDER(handle, type);                                                  \
    TEST_BITS(handle, type);                                                   \
  }                                                                            \
  static void logic_##name(MPI_Datatype handle)                                \
  {                                                                            \
    OPERANDS(type, i % 4 - 1, i % 5 - 2)                                       \
    TEST_LOGIC(handle, type);                                                  \
  }

INTEGER_TEST(short, short)
INTEGER_TEST(int, int)
INTEGER_TEST(long, long)
INTEGER_TEST(long_long, long long)
INTEGER_TEST(unsigned_short, unsigned short)
INTEGER_TEST(unsigned_, unsigned)
INTEGER_TEST(unsigned_long, unsigned long)
INTEGER_TEST(unsigned_long_long, unsigned long long)
INTEGER_TEST(signed_char, signed char)
INTEGER_TEST(unsigned_char, unsigned char)
INTEGER_TEST(int8_t, int8_t)
INTEGER_TEST(int16_t, int16_t)
INTEGER_TEST(int32_t, int32_t)
INTEGER_TEST(int64_t, int64_t)
INTEGER_TEST(uint8_t, uint8_t)
INTEGER_TEST(uint16_t, uint16_t)
INTEGER_TEST(uint32_t, uint32_t)
INTEGER_TEST(uint64_t, uint64_t)

/* Fortran's and the multi-language ones have no logical operators. */
static const struct {
  MPI_Datatype handle;
  void (*integer)(MPI_Datatype), (*logic)(MPI_Datatype);
} integers[] = {
    {MPI_SHORT, integer_short, logic_short},
    {MPI_INT, integer_int, logic_int},
    {MPI_LONG, integer_long, logic_long},
    {MPI_LONG_LONG, integer_long_long, logic_long_long},
    {MPI_UNSIGNED_SHORT, integer_unsigned_short, logic_unsigned_short},
    {MPI_UNSIGNED, integer_unsigned_, logic_unsigned_},
    {MPI_UNSIGNED_LONG, integer_unsigned_long, logic_unsigned_long},
    {MPI_UNSIGNED_LONG_LONG, integer_unsigned_long_long,
     logic_unsigned_long_long},
    {MPI_SIGNED_CHAR, integer_signed_char, logic_signed_char},
    {MPI_UNSIGNED_CHAR, integer_unsigned_char, logic_unsigned_char},
    {MPI_INT8_T, integer_int8_t, logic_int8_t},
    {MPI_INT16_T, integer_int16_t, logic_int16_t},
    {MPI_INT32_T, integer_int32_t, logic_int32_t},
    {MPI_INT64_T, integer_int64_t, logic_int64_t},
    {MPI_UINT8_T, integer_uint8_t, logic_uint8_t},
    {MPI_UINT16_T, integer_uint16_t, logic_uint16_t},
    {MPI_UINT32_T, integer_uint32_t, logic_uint32_t},
    {MPI_UINT64_T, integer_uint64_t, logic_uint64_t},
    {MPI_INTEGER, integer_int32_t, NULL},
    {MPI_INTEGER1, integer_int8_t, NULL},
    {MPI_INTEGER2, integer_int16_t, NULL},
    {MPI_INTEGER4, integer_int32_t, NULL},
    {MPI_INTEGER8, integer_int64_t, NULL},
    {MPI_AINT, integer_int64_t, NULL},
    {MPI_COUNT, integer_int64_t, NULL},
    {MPI_OFFSET, integer_int64_t, NULL},
};

static void test_integers(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) {
    integers[i].integer(integers[i].handle);
    if (integers[i].logic) integers[i].logic(integers[i].handle);
  }
  MPI_Datatype handle = MPI_INTEGER16;
  OPERANDS(__int128, i % 4 - 1, i % 5 - 2)
  TEST_ARITHMETIC(handle, __int128);
  TEST_ORDER(handle, __int128);
  TEST_BITS(handle, __int128);
}

/* Sums and products wrap around. */
static void test_wrap(void **state)
{
  int16_t a[N], b[N], sum[N], product[N];
  (void)state;
  for (int i = 0; i < N; i++) {
    a[i] = b[i] = (int16_t)0xffff;
    if (i % 2) a[i] = b[i] = INT16_MIN;
    sum[i] = i % 2 ? 0 : -2;
    product[i] = i % 2 ? 0 : 1;
  }
  check(MPI_SUM, MPI_INT16_T, a, b, sum);
  check(MPI_PROD, MPI_INT16_T, a, b, product);
  check(MPI_PROD, MPI_UINT16_T, a, b, product);
}

#define REAL_TEST(name, handle, other, type)                                   \
  static void real_##name(void)                                                \
  {                                                                            \
    OPERANDS(type, i % 7 - 3 + 0.25, i % 5 - 2.5)                              \
    TEST_ARITHMETIC(handle, type);                                             \
    TEST_ORDER(handle, type);                                                  \
    TEST_ARITHMETIC(other, type);                                              \
    TEST_ORDER(other, type);                                                   \
  }

REAL_TEST(float, MPI_FLOAT, MPI_REAL4, float)
REAL_TEST(real, MPI_REAL, MPI_REAL, float)
REAL_TEST(double, MPI_DOUBLE, MPI_REAL8, double)
REAL_TEST(double_precision, MPI_DOUBLE_PRECISION, MPI_REAL8, double)
REAL_TEST(float128, MPI_REAL16, MPI_REAL16, __float128)

/* Only 10 of its 16 bytes have a value. */
static void real_long_double(void)
{
  long double in[N], inout[N], sum[N], least[N];
  for (int i = 0; i < N; i++) {
    in[i] = i / 3.0L;
    inout[i] = 7.0L - i;
    sum[i] = in[i] + inout[i];
    least[i] = in[i] < inout[i] ? in[i] : inout[i];
  }
  long double result[N];
  const struct datatype *type = basic(MPI_LONG_DOUBLE);
  memcpy(result, inout, sizeof result);
  op_apply(op_predefined(MPI_SUM), type, in, result, N);
  for (int i = 0; i < N; i++)
    assert_true(result[i] == sum[i]);
  memcpy(result, inout, sizeof result);
  op_apply(op_predefined(MPI_MIN), type, in, result, N);
  for (int i = 0; i < N; i++)
    assert_true(result[i] == least[i]);
}

static void test_reals(void **state)
{
  (void)state;
  real_float();
  real_real();
  real_double();
  real_double_precision();
  real_float128();
  real_long_double();
}

static void test_half(void **state)
{
  uint16_t in[N], inout[N], sum[N], most[N];
  (void)state;
  for (int bits = 0; bits < 0x7c00; bits++) { /* all finite ones, both signs */
    uint16_t half = (uint16_t)bits;
    assert_int_equal(half_from_float(half_to_float(half)), half);
    half |= 0x8000;
    assert_int_equal(half_from_float(half_to_float(half)), half);
  }
  assert_true(half_to_float(0x3c00) == 1.0f);
  assert_true(half_to_float(0x0001) == 0x1p-24f);
  assert_true(isinf(half_to_float(0x7c00)));
  assert_true(isnan(half_to_float(half_from_float(NAN))));
  assert_int_equal(half_from_float(65519.0f), 0x7bff);
  assert_int_equal(half_from_float(65520.0f), 0x7c00);
  assert_int_equal(half_from_float(1.0f + 0x1p-11f), 0x3c00); /* to even */
  assert_int_equal(half_from_float(1.0f + 0x3p-11f), 0x3c02);
  for (int i = 0; i < N; i++) {
    in[i] = half_from_float((float)i);
    inout[i] = half_from_float(10.5f - (float)i);
    sum[i] = half_from_float(10.5f);
    most[i] = half_from_float(fmaxf((float)i, 10.5f - (float)i));
  }
  check(MPI_SUM, MPI_REAL2, in, inout, sum);
  check(MPI_MAX, MPI_REAL2, in, inout, most);
}

#define COMPLEX_TEST(name, type)                                               \
  static void complex_##name(MPI_Datatype handle)                              \
  {                                                                            \
    OPERANDS(type, i - 3 + (i % 4) * I, 2 - i % 6 + (1 - i % 3) * I)           \
    TEST_ARITHMETIC(handle, type);                                             \
  }

COMPLEX_TEST(float, float complex)
COMPLEX_TEST(double, double complex)

static void test_complex(void **state)
{
  (void)state;
  complex_float(MPI_C_FLOAT_COMPLEX);
  complex_float(MPI_CXX_FLOAT_COMPLEX);
  complex_float(MPI_COMPLEX);
  complex_float(MPI_COMPLEX8);
  complex_double(MPI_C_DOUBLE_COMPLEX);
  complex_double(MPI_CXX_DOUBLE_COMPLEX);
  complex_double(MPI_DOUBLE_COMPLEX);
  complex_double(MPI_COMPLEX16);
  long double complex a = 1 + 2 * I, b = 3 - I;
  op_apply(op_predefined(MPI_PROD), basic(MPI_C_LONG_DOUBLE_COMPLEX), &a, &b,
           1);
  assert_true(b == 5 + 5 * I);
  __float128 c[] = {1, 2}, d[] = {3, -1};
  op_apply(op_predefined(MPI_PROD), basic(MPI_COMPLEX32), c, d, 1);
  assert_true(d[0] == 5 && d[1] == 5);
  op_apply(op_predefined(MPI_SUM), basic(MPI_COMPLEX32), c, d, 1);
  assert_true(d[0] == 6 && d[1] == 7);
  uint16_t e[] = {half_from_float(1), half_from_float(2)};
  uint16_t f[] = {half_from_float(3), half_from_float(-1)};
  op_apply(op_predefined(MPI_PROD), basic(MPI_COMPLEX4), e, f, 1);
  assert_true(half_to_float(f[0]) == 5 && half_to_float(f[1]) == 5);
}

#define LOGICAL_TEST(name, type)                                               \
  static void logical_##name(MPI_Datatype handle)                              \
  {                                                                            \
    OPERANDS(type, i % 2, i / 2 % 2)                                           \
    TEST_LOGIC(handle, type);                                                  \
  }

LOGICAL_TEST(bool, bool)
LOGICAL_TEST(8, int8_t)
LOGICAL_TEST(16, int16_t)
LOGICAL_TEST(32, int32_t)
LOGICAL_TEST(64, int64_t)
LOGICAL_TEST(128, __int128)

static void test_logical(void **state)
{
  (void)state;
  logical_bool(MPI_C_BOOL);
  logical_bool(MPI_CXX_BOOL);
  logical_32(MPI_LOGICAL);
  logical_8(MPI_LOGICAL1);
  logical_16(MPI_LOGICAL2);
  logical_32(MPI_LOGICAL4);
  logical_64(MPI_LOGICAL8);
  logical_128(MPI_LOGICAL16);
  OPERANDS(unsigned char, i * 7, i * 5)
  TEST_BITS(MPI_BYTE, unsigned char);
}

/* --- pairs --- */

#define PAIR_TEST(name, handle, value_type, index_type)                        \
  static void pair_##name(void)                                                \
  {                                                                            \
    struct {                                                                   \
      value_type value;                                                        \
      index_type index;                                                        \
    } in[N], most[N], least[N];                                                \
    memset(in, 0, sizeof in);                                                  \
    memset(most, 0, sizeof most);                                              \
    for (int i = 0; i < N; i++) {                                              \
      in[i].value = (value_type)(i % 5);                                       \
      in[i].index = (index_type)(i % 3);                                       \
      most[i].value = (value_type)(i % 4);                                     \
      most[i].index = (index_type)(i % 2 + 1);                                 \
    }                                                                          \
    memcpy(least, most, sizeof most);                                          \
    op_apply(op_predefined(MPI_MAXLOC), basic(handle), in, most, N);           \
    op_apply(op_predefined(MPI_MINLOC), basic(handle), in, least, N);          \
    for (int i = 0; i < N; i++) {                                              \
      int v = i % 5, w = i % 4, x = i % 3, y = i % 2 + 1, lower = x < y;       \
      assert_true(most[i].value == (v > w ? v : w));                           \
      assert_true(least[i].value == (v < w ? v : w));                          \
      assert_true(most[i].index == (v > w || (v == w && lower) ? x : y));      \
      assert_true(least[i].index == (v < w || (v == w && lower) ? x : y));     \
    }                                                                          \
  }

PAIR_TEST(float_int, MPI_FLOAT_INT, float, int)
PAIR_TEST(double_int, MPI_DOUBLE_INT, double, int)
PAIR_TEST(long_int, MPI_LONG_INT, long, int)
PAIR_TEST(int_int, MPI_2INT, int, int)
PAIR_TEST(short_int, MPI_SHORT_INT, short, int)
PAIR_TEST(long_double_int, MPI_LONG_DOUBLE_INT, long double, int)
PAIR_TEST(real_real, MPI_2REAL, float, float)
PAIR_TEST(double_double, MPI_2DOUBLE_PRECISION, double, double)
PAIR_TEST(integer_integer, MPI_2INTEGER, int32_t, int32_t)

static void test_pairs(void **state)
{
  (void)state;
  pair_float_int();
  pair_double_int();
  pair_long_int();
  pair_int_int();
  pair_short_int();
  pair_long_double_int();
  pair_real_real();
  pair_double_double();
  pair_integer_integer();
}

/* --- typed targets --- */

static void test_typed(void **state)
{
  const int in[] = {1, 2, 3, 4, 5, 6};
  int target[12] = {0};
  struct datatype *type;
  (void)state;
  for (int i = 0; i < 12; i++)
    target[i] = 100;
  assert_int_equal(datatype_vector(3, 1, 2, basic(MPI_INT), &type), 0);
  op_apply_typed(op_predefined(MPI_SUM), in, target, 2, type);
  /* three at 0, 2, 4 and, five ints on, three at 5, 7, 9 */
  static const int expected[] = {101, 100, 102, 100, 103, 104,
                                 100, 105, 100, 106, 100, 100};
  assert_memory_equal(target, expected, sizeof target);
  op_apply_typed(op_predefined(MPI_NO_OP), NULL, target, 2, type);
  assert_memory_equal(target, expected, sizeof target);
  op_apply_typed(op_predefined(MPI_REPLACE), in, target, 1, type);
  assert_int_equal(target[0], 1);
  assert_int_equal(target[1], 100);
  assert_int_equal(target[2], 2);
  datatype_unref(type);
}

/* The packed stream of pairs has no padding, and blocks split them; more of
 * them than are converted at a time. */
static void test_typed_pairs(void **state)
{
  enum { PAIRS = 150 };
  struct {
    short value;
    int index;
  } target[2 * PAIRS];
  char in[PAIRS * 6];
  struct datatype *type;
  (void)state;
  memset(target, 0, sizeof target);
  for (int i = 0; i < PAIRS; i++) {
    short value = (short)(i % 2 ? 7 : -7);
    memcpy(in + 6 * i, &value, 2);
    memcpy(in + 6 * i + 2, &i, 4);
    target[2 * i].index = target[2 * i + 1].index = 1000;
  }
  assert_int_equal(datatype_vector(PAIRS, 1, 2, basic(MPI_SHORT_INT), &type),
                   0);
  op_apply_typed(op_predefined(MPI_MAXLOC), in, target, 1, type);
  for (int i = 0; i < PAIRS; i++) {
    assert_int_equal(target[2 * i].value, i % 2 ? 7 : 0);
    assert_int_equal(target[2 * i].index, i % 2 ? i : 1000);
    assert_int_equal(target[2 * i + 1].value, 0);
    assert_int_equal(target[2 * i + 1].index, 1000);
  }
  datatype_unref(type);
}

/* --- users' --- */

static void nothing(void *in, void *inout, int *n, MPI_Datatype *type)
{
  (void)in, (void)inout, (void)n, (void)type;
}

static void test_user(void **state)
{
  struct op *op = op_user(nothing, NULL, true);
  (void)state;
  assert_true(op->commutes);
  assert_false(op->large);
  assert_false(op_defined(op, basic(MPI_INT)));
  assert_ptr_equal(op_ref(op), op);
  op_unref(op);
  assert_ptr_equal(op->function, nothing); /* alive */
  op_unref(op);
  op_unref(op_ref(op_predefined(MPI_SUM)));
  assert_string_equal(op_predefined(MPI_SUM)->name, "MPI_SUM");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_defined), cmocka_unit_test(test_integers),
      cmocka_unit_test(test_wrap),    cmocka_unit_test(test_reals),
      cmocka_unit_test(test_half),    cmocka_unit_test(test_complex),
      cmocka_unit_test(test_logical), cmocka_unit_test(test_pairs),
      cmocka_unit_test(test_typed),   cmocka_unit_test(test_typed_pairs),
      cmocka_unit_test(test_user),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
