/* Every kind of access to memory by the program itself: cases.h. */
#include "cases.h"

#include <complex.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdatomic.h>

/* --- scalars --- */

/* `n` bytes of the type hold its value, the rest is padding. */
static const char *expect(const char *format, size_t n, size_t size)
{
  static char text[64];
  snprintf(text, sizeof text, format, 64 + n, 128 + n, 64 + size, 128 + size);
  return text;
}

static void scalars(void)
{
#define STORE_LOAD(type, n)                                                    \
  do {                                                                         \
    type *p = (type *)(start + 64), *q = (type *)(start + 128);                \
    *p = (type)1;                                                              \
    CASE("store of " #type, expect("w64-%1$zu (w64-%3$zu)", n, sizeof *p));    \
    sink = *q != (type)0;                                                      \
    CASE("load of " #type, expect("r128-%2$zu (r128-%4$zu)", n, sizeof *p));   \
    *p = *q;                                                                   \
    CASE("copy of " #type,                                                     \
         expect("r128-%2$zu w64-%1$zu (w64-%3$zu r128-%4$zu)", n, sizeof *p)); \
    *p += (type)3;                                                             \
    CASE("update of " #type, expect("w64-%1$zu (w64-%3$zu)", n, sizeof *p));   \
  } while (0)
  STORE_LOAD(char, sizeof *p);
  STORE_LOAD(short, sizeof *p);
  STORE_LOAD(int, sizeof *p);
  STORE_LOAD(long, sizeof *p);
  STORE_LOAD(_Bool, sizeof *p);
  STORE_LOAD(float, sizeof *p);
  STORE_LOAD(double, sizeof *p);
  STORE_LOAD(long double, 10);
  STORE_LOAD(__int128, sizeof *p);
  STORE_LOAD(float _Complex, sizeof *p);
  STORE_LOAD(double _Complex, sizeof *p);
  STORE_LOAD(long double _Complex, 10);
  STORE_LOAD(volatile int, sizeof *p);
  STORE_LOAD(volatile char, sizeof *p);
  STORE_LOAD(volatile double, sizeof *p);
  void *volatile *p = (void *volatile *)(start + 256);
  *p = other;
  CASE("store of a pointer", "w256-264");
}

/* --- structures --- */

struct bits {
  unsigned a : 3, b : 13, c : 20;
  unsigned long d : 40;
};
struct small {
  int i[3];
  char c;
};
struct medium {
  double d[5];
};
struct large {
  double d[300];
};
struct packed {
  char c;
  int i;
  double d;
  long double l;
  short s;
} __attribute__((packed));
union either {
  int i;
  double d;
  char text[24];
};

static void structures(void)
{
  struct bits *b = (struct bits *)start;
  b->b = three;
  CASE("store of a bit field", "w0-2 (w0-16)");
  sink = b->c;
  CASE("load of a bit field", "r4-5 (r0-16)");
  b->d++;
  CASE("update of a bit field", "w8-13 (w0-16)");
  struct small *s = (struct small *)(start + 100), *s2 = s + 4;
  *s = *s2;
  CASE("assignment, 16 bytes", "r164-177 w100-113 (r164-180 w100-116)");
  struct medium *m = (struct medium *)(start + 200), *m2 = m + 2;
  *m = *m2;
  CASE("assignment, 40 bytes", "r280-320 w200-240");
  struct large *l = (struct large *)(start + 512), *l2 = l + 2;
  *l = *l2;
  CASE("assignment, 2400 bytes", "r5312-7712 w512-2912");
  *m = (struct medium){{1, 2}};
  CASE("a literal", "w200-240");
  memset(l, 0, sizeof *l);
  CASE("memset", "w512-2912");
  struct packed *p = (struct packed *)(start + 1);
  p->i = four;
  CASE("packed int", "w2-6");
  p->d = four;
  CASE("packed double", "w6-14");
  p->l = four;
  CASE("packed long double", "w14-24 (w14-30)");
  sink = p->s;
  CASE("packed short", "r30-32");
  p->d += p->i;
  CASE("packed update", "r2-6 w6-14");
  union either *u = (union either *)(start + 64);
  u->d = four;
  sink = u->i;
  CASE("union", "w64-72");
}

/* By value: gcc does not instrument calls that take these from memory or return
 * them to memory, which are the cases of clang alone. */
struct pair {
  long a, b;
};
__attribute__((noinline)) static long sum(struct pair p)
{
  return p.a + p.b;
}
__attribute__((noinline)) static struct pair make(long n)
{
  return (struct pair){n, n + 1};
}

__attribute__((noinline)) static double weigh(struct medium m)
{
  return m.d[0] + m.d[1] * 2 + m.d[2] / 3 + m.d[3] - m.d[4];
}
__attribute__((noinline)) static struct medium mediate(int n)
{
  return (struct medium){{n, 1, 2, 3, n}};
}

/* Of every size, in registers and on the stack, straight from and to memory. */
#define BY_VALUE(n)                                                            \
  struct bytes##n {                                                            \
    long a[n / 8];                                                             \
  };                                                                           \
  __attribute__((noinline)) static long take##n(struct bytes##n b)             \
  {                                                                            \
    return b.a[0] + b.a[n / 8 - 1];                                            \
  }                                                                            \
  __attribute__((noinline)) static struct bytes##n give##n(long k)             \
  {                                                                            \
    return (struct bytes##n){{k, [n / 8 - 1] = k}};                            \
  }
BY_VALUE(8)
BY_VALUE(16)
BY_VALUE(24)
BY_VALUE(200)

struct floats {
  float x, y;
};
__attribute__((noinline)) static float area(struct floats f)
{
  return f.x * f.y;
}
__attribute__((noinline)) static struct floats scale(float x)
{
  return (struct floats){x, 2 * x};
}
__attribute__((noinline)) static double either_of(union either u)
{
  return u.d;
}
__attribute__((noinline)) static double _Complex turn(double _Complex z)
{
  return z * I;
}
__attribute__((noinline)) static long double half(long double x)
{
  return x / 2;
}
typedef int four_ints __attribute__((vector_size(16)));
typedef double four_doubles __attribute__((vector_size(32)));
__attribute__((noinline)) static four_ints twice(four_ints v)
{
  return v + v;
}
__attribute__((noinline)) static void twice_at(four_doubles *v)
{
  *v = v[1] + v[2];
}
__attribute__((noinline)) static long of_variable(int n, ...)
{
  va_list args;
  va_start(args, n);
  struct bytes24 b = va_arg(args, struct bytes24);
  va_end(args);
  return b.a[0] + b.a[2];
}
__attribute__((noinline)) static void of_variable_to(struct bytes24 *to, ...)
{
  va_list args;
  va_start(args, to);
  *to = va_arg(args, struct bytes24);
  va_end(args);
}
__attribute__((noinline)) static struct medium found(const struct medium *m)
{
  return *m;
}
__attribute__((noinline)) static long pass_on(const struct bytes24 *b)
{
  return take24(*b);
}
__attribute__((noinline)) static struct bytes200 choose(int n,
                                                        struct bytes200 *b)
{
  return n > 3 ? b[0] : b[1];
}

static volatile long total_of;

static void more_values(void)
{
#define PASS(n)                                                                \
  total_of += take##n(*(struct bytes##n *)(start + 64));                       \
  CASE("clang: an argument of " #n " bytes", expect_r(n));                     \
  *(struct bytes##n *)(start + 64) = give##n(four);                            \
  CASE("clang: a result of " #n " bytes", expect_w(n));
#define expect_r(n)                                                            \
  (snprintf(text, sizeof text, "r64-72 (r64-%d)", 64 + n), text)
#define expect_w(n) (snprintf(text, sizeof text, "w64-%d", 64 + n), text)
  char text[64];
  PASS(8)
  PASS(16)
  PASS(24)
  PASS(200)
  struct floats *f = (struct floats *)(start + 64);
  total_of += (long)area(*f);
  CASE("clang: an argument of two floats", "r64-72");
  *f = scale(1);
  CASE("clang: a result of two floats", "w64-72");
  total_of += (long)either_of(*(union either *)(start + 64));
  CASE("clang: a union as argument", "r64-72 (r64-88)");
  double _Complex *z = (double _Complex *)(start + 64);
  *z = turn(z[1]);
  CASE("complex argument and result", "r80-96 w64-80");
  long double *l = (long double *)(start + 64);
  *l = half(l[1]);
  CASE("long double argument and result", "r80-90 w64-74 (r80-96 w64-80)");
  four_ints *v = (four_ints *)(start + 64);
  *v = twice(v[1]);
  CASE("vector argument and result", "r80-96 w64-80");
  twice_at((four_doubles *)(start + 64));
  CASE("vectors of 32 bytes", "r96-160 w64-96");
  total_of += of_variable(1, *(struct bytes24 *)(start + 64));
  CASE("clang: a variable argument of 24 bytes", "r64-72 r80-88 (r64-88)");
  of_variable_to((struct bytes24 *)(start + 64), give24(four));
  CASE("va_arg into memory", "w64-88");
  struct medium m = found((struct medium *)(start + 64));
  total_of += (long)m.d[3];
  CASE("return of what a pointer names", "r64-104");
  total_of += pass_on((struct bytes24 *)(start + 64));
  CASE("clang: passed on", "r64-72 r80-88 (r64-88)");
  struct bytes200 b = choose(three, (struct bytes200 *)(start + 64));
  total_of += b.a[4];
  CASE("return of one of two", "r264-464");
  *(struct bytes24 *)(start + 64) = (struct bytes24){{1, four, 3}};
  CASE("literal of 24 bytes", "w64-88");
  total_of += take24((struct bytes24){{*(long *)(start + 64), 2, 3}});
  CASE("a member in a literal argument", "r64-72");
  struct bytes200 copy = *(struct bytes200 *)(start + 64);
  total_of += take200(copy);
  CASE("a copy as argument", "r64-72 r256-264 (r64-264)");
  struct bytes24 local = give24(four);
  *(struct bytes24 *)(start + 64) = local;
  CASE("a copy of a result", "w64-88");
}

static void chosen_values(void)
{
  total_of += take24(*(struct bytes24 *)(start + 64)) > 0
                  ? take8(*(struct bytes8 *)(start + 128))
                  : 0;
  CASE("clang: arguments in conditions", "r64-72 r80-88 r128-136 (r64-88)");
  total_of += give24(four).a[1];
  *(struct bytes200 *)(start + 64) = choose(four, (struct bytes200 *)(other));
  CASE("clang: result of a choice", "w64-264");
  struct with_array {
    struct bytes24 e[3];
  } *w = (struct with_array *)start;
  total_of += take24(w[0].e[four - 3]);
  CASE("clang: element as argument", "r24-32 r40-48 (r24-48)");
  w[0].e[four - 2] = give24(2);
  CASE("clang: element as result", "w48-72");
  _Atomic struct bytes8 *a8 = (_Atomic struct bytes8 *)start;
  atomic_store(a8, ((struct bytes8){{4}}));
  struct bytes8 b8 = atomic_load(a8);
  total_of += b8.a[0];
  CASE("atomic structure of 8 bytes", "w0-8");
}

static void builtins(void)
{
  sink = __builtin_memcmp(start + 64, other, 16) == 0;
  CASE("__builtin_memcmp", "r64-65 (r64-80)");
  sink = (int)__builtin_strlen((char *)start + 64);
  CASE("__builtin_strlen", "r64-65 (r64-300)");
  __builtin_bzero(start + 64, 16);
  CASE("__builtin_bzero", "w64-80");
  sink = __builtin_strcmp((char *)start + 64, "") == 0;
  CASE("__builtin_strcmp", "r64-65");
  strcpy((char *)start + 64, "abcd");
  sink = __builtin_strcmp((char *)start + 64, "abc") == 0;
  CASE("__builtin_strcmp with a constant", "w64-69 r64-68");
  sink = __builtin_strncmp((char *)start + 64, "abce", 4) == 0;
  CASE("__builtin_strncmp with a constant", "r64-68");
  sink = __builtin_bcmp(start + 64, other, 8) == 0;
  CASE("__builtin_bcmp", "r64-65 (r64-72)");
  struct small s0 = {{0}, 0};
  s0 = *(struct small *)(start + 64);
  sink = s0.i[1];
  CASE("one member of a copy", "r68-72 (r64-80)");
}

static void values(void)
{
  more_values();
  chosen_values();
  builtins();
  struct medium *m = (struct medium *)(start + 200);
  sink = (int)weigh(*m);
  CASE("clang: an argument of 40 bytes", "r200-240");
  *m = mediate(four);
  CASE("clang: a result of 40 bytes", "w200-240");
  struct pair *p = (struct pair *)(start + 64);
  sink = (int)sum(*p);
  CASE("clang: an argument of 16 bytes", "r64-80");
  *p = make(hundred);
  CASE("clang: a result of 16 bytes", "w64-80");
}

/* --- unaligned --- */

typedef int unaligned_int __attribute__((aligned(1)));
typedef double unaligned_double __attribute__((aligned(1)));

static void unaligned(void)
{
  *(unaligned_int *)(start + 4094) = four;
  CASE("int across pages", "w4094-4098");
  *(unaligned_double *)(start + 4091) += 2;
  CASE("double across pages", "w4091-4099");
  sink = (int)*(unaligned_double *)(start + 11);
  CASE("unaligned double", "r11-19");
}

/* --- loops --- */

__attribute__((noinline)) static void fill(int *a, int n)
{
  for (int i = 0; i < n; i++)
    a[i] = 0;
}
__attribute__((noinline)) static void copy(int *restrict a,
                                           const int *restrict b, int n)
{
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}
__attribute__((noinline)) static void add(double *restrict a,
                                          const double *restrict b, int n)
{
  for (int i = 0; i < n; i++)
    a[i] += 2 * b[i];
}
__attribute__((noinline)) static void masked(int *restrict a,
                                             const int *restrict b, int n)
{
  for (int i = 0; i < n; i++)
    if (b[i]) a[i] = b[i] + 1;
}
__attribute__((noinline)) static void
gather(int *restrict a, const int *restrict b, const int *restrict at, int n)
{
  for (int i = 0; i < n; i++)
    a[i] = b[at[i]];
}
__attribute__((noinline)) static double total(const float *a, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i];
  return sum;
}
__attribute__((noinline)) static void strided(int *a, int n)
{
  for (int i = 0; i < n; i++)
    a[2 * i] = i;
}
__attribute__((noinline)) static void backwards(short *a, int n)
{
  for (int i = n; i-- > 0;)
    a[i] = (short)i;
}
__attribute__((noinline)) static void shift(char *a, int n)
{
  for (int i = 0; i < n; i++)
    a[i] = a[i + 1];
}

static void loops(void)
{
  int n = hundred, *w = (int *)start, *o = (int *)other;
  fill(w, n);
  CASE("fill", "w0-400");
  copy(w, w + 1000, n);
  CASE("copy", "r4000-4400 w0-400");
  add((double *)start, (double *)start + 1000, n);
  CASE("add", "r8000-8800 w0-800");
  for (int i = 0; i < n; i++)
    o[i] = i % 2 ? 0 : 5;
  masked(w, o, n);
  CASE("masked stores, all but the last", "w0-4 w8-12 w16-20 w24-28 (w0-396)");
  for (int i = 0; i < n; i++)
    o[i] = i * 3;
  gather((int *)other + 200, w, o, 3);
  CASE("gather, short", "r0-4 r12-16 r24-28");
  gather((int *)other + 200, w, o, n);
  CASE("gather", "r0-4 r12-16 r24-28 r1188-1192 (r0-1192)");
  sink = (int)total((float *)start, n);
  CASE("reduction", "r0-400");
  strided(w, 3);
  CASE("stride, short", "w0-4 w8-12 w16-20");
  backwards((short *)start, n);
  CASE("backwards", "w0-200");
  shift((char *)start, n);
  CASE("shift", "r0-101 w0-100");
  fill(w, 1);
  CASE("fill of one", "w0-4");
  int length = three, rows[length][four];
  for (int i = 0; i < length; i++)
    for (int k = 0; k < four; k++)
      rows[i][k] = w[i * 8 + k];
  sink = rows[1][2];
  CASE("array of variable length", "r0-16 r32-48 r64-80");
}

/* --- atomics: the test also looks at what they order --- */

static void atomics(void)
{
#define ATOMIC(type, n, m)                                                     \
  do {                                                                         \
    _Atomic type *p = (_Atomic type *)(start + 64);                            \
    type old = 0, *q = (type *)(start + 128);                                  \
    atomic_store(p, 5);                                                        \
    CASE("atomic store of " #type, "w64-" n);                                  \
    sink = (int)atomic_load(p);                                                \
    CASE("atomic load of " #type, "r64-" n);                                   \
    if (atomic_fetch_add(p, 3) != 5) abort();                                  \
    if (atomic_fetch_sub(p, 1) != 8) abort();                                  \
    if (atomic_fetch_or(p, 8) != 7) abort();                                   \
    if (atomic_fetch_and(p, 12) != 15) abort();                                \
    if (atomic_fetch_xor(p, 3) != 12) abort();                                 \
    if (atomic_exchange(p, 2) != 15) abort();                                  \
    CASE("atomic changes of " #type, "w64-" n);                                \
    if (atomic_compare_exchange_strong(p, &old, 9)) abort();                   \
    if (old != 2) abort();                                                     \
    CASE("comparison that fails of " #type, "r64-" n);                         \
    if (!atomic_compare_exchange_strong(p, &old, 9)) abort();                  \
    while (!atomic_compare_exchange_weak(p, &(type){9}, 10))                   \
      ;                                                                        \
    if (atomic_load(p) != 10) abort();                                         \
    CASE("comparison of " #type, "w64-" n);                                    \
    *q = 9;                                                                    \
    CASE("plain " #type, "w128-" m);                                           \
    if (atomic_compare_exchange_strong(p, q, 11)) abort();                     \
    CASE("failing comparison with memory of " #type, "r64-" n " w128-" m);    \
    if (!atomic_compare_exchange_strong(p, q, 10)) abort();                    \
    CASE("equal comparison with memory of " #type, "w64-" n " r128-" m);       \
    *p += 7;                                                                   \
    if (*p != 17) abort();                                                     \
    CASE("update of _Atomic " #type, "w64-" n);                                \
  } while (0)
  ATOMIC(char, "65", "129");
  ATOMIC(short, "66", "130");
  ATOMIC(int, "68", "132");
  ATOMIC(long, "72", "136");
  int *i = (int *)(start + 128);
  *i = 1;
  if (__sync_fetch_and_add(i, 2) != 1 ||
      __sync_val_compare_and_swap(i, 3, 9) != 3)
    abort();
  if (__sync_lock_test_and_set(i, 4) != 9) abort();
  __sync_lock_release(i);
  __sync_synchronize();
  if (__atomic_fetch_nand(i, 3, __ATOMIC_RELAXED) != 0 || *i != -1) abort();
  CASE("older builtins", "w128-132");
  __int128 *big = (__int128 *)(start + 256);
  *big = 0;
  CASE("plain", "w256-272");
}

int main(int argc, char **argv)
{
  if (!begin_cases(argc, argv)) return 2;
  scalars();
  structures();
  values();
  unaligned();
  loops();
  atomics();
  return 0;
}
