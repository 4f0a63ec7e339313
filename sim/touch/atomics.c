/* Atomics, which the compilers leave to us altogether: each function does what
 * it is called after, in sequential consistency, whatever weaker order is
 * asked for.
 *
 * The exported ones do only that, correctly among threads of the host, too.
 * Those of the table also tell the access, and what it orders: a release hands
 * what its strand did over to those that acquire from the same address. What
 * came before a fence is released by the relaxed stores behind it, and what was
 * released to relaxed loads is acquired by a fence behind these. */
#include "atomics.h"

#include "entries.h"
#include "tell.h"

#include "../rank/rank.h"
#include "../../model/map.h"
#include "../../model/observer.h"

#include <string.h>

typedef unsigned __int128 uint128_t;

#define SIZES(X)                                                               \
  X(8, uint8_t)                                                                \
  X(16, uint16_t)                                                              \
  X(32, uint32_t)                                                              \
  X(64, uint64_t)                                                              \
  X(128, uint128_t)

/* --- doing it --- */

#define X(bits, type)                                                          \
  static type get_##bits(const volatile type *p)                               \
  {                                                                            \
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);                               \
  }                                                                            \
  static bool swap_##bits(volatile type *p, type *old, type new)               \
  {                                                                            \
    return __atomic_compare_exchange_n(p, old, new, false, __ATOMIC_SEQ_CST,   \
                                       __ATOMIC_SEQ_CST);                      \
  }
X(8, uint8_t)
X(16, uint16_t)
X(32, uint32_t)
X(64, uint64_t)
#undef X

static bool swap_128(volatile uint128_t *p, uint128_t *old, uint128_t new)
{
  uint64_t low = (uint64_t)*old, high = (uint64_t)(*old >> 64);
  bool done;
  __asm__ volatile("lock cmpxchg16b %1"
                   : "=@ccz"(done), "+m"(*p), "+a"(low), "+d"(high)
                   : "b"((uint64_t) new), "c"((uint64_t)(new >> 64))
                   : "memory");
  *old = (uint128_t)high << 64 | low;
  return done;
}

/* A comparison that fails, or stores what is there. */
static uint128_t get_128(const volatile uint128_t *p)
{
  uint128_t value = 0;
  swap_128((volatile uint128_t *)p, &value, 0);
  return value;
}

/* X(name, what it stores, of `old` and `v`) */
#define CHANGES(X, bits, type)                                                 \
  X(bits, type, exchange, v)                                                   \
  X(bits, type, fetch_add, (type)(old + v))                                    \
  X(bits, type, fetch_sub, (type)(old - v))                                    \
  X(bits, type, fetch_and, (type)(old & v))                                    \
  X(bits, type, fetch_or, (type)(old | v))                                     \
  X(bits, type, fetch_xor, (type)(old ^ v))                                    \
  X(bits, type, fetch_nand, (type) ~(old & v))

#define CHANGE(bits, type, name, stored)                                       \
  static type do_##bits##_##name(volatile type *p, type v)                     \
  {                                                                            \
    type old = get_##bits(p);                                                  \
    while (!swap_##bits(p, &old, stored))                                      \
      ;                                                                        \
    return old;                                                                \
  }
#define X(bits, type) CHANGES(CHANGE, bits, type)
SIZES(X)
#undef X

/* --- telling it --- */

enum { REPEATED = 64, SAME_SLOT = 4, PAGE = 4096 };

/* Carriers of a thread, by their addresses: of what came before its last fence
 * that released, and of what its relaxed loads have found. */
struct fences {
  int thread; /* of those of its strand */
  bool any;   /* of the former kind */
  char before, found;
};

static bool acquires(int order)
{
  order &= 7;
  return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE;
}

static bool releases(int order)
{
  order &= 7;
  return order >= __ATOMIC_RELEASE;
}

/* Not a new round: what was done before in this one need not be told again. */
static void tell_event(enum observed_order_kind kind, const void *carrier,
                       bool fence)
{
  unsigned long round = observers_round;
  OBSERVE(order, .kind = kind, .strand = observed_strand(self->strand),
          .carrier = {.object = carrier}, .fence = fence);
  observers_round = round;
}

static void tell_order(enum observed_order_kind kind, const void *word)
{
  tell_event(kind, word, false);
}

/* Is this what the strand did before, and nothing has happened since? A loop
 * that waits for an atomic then tells nothing any more, and leaves all as it
 * was, so that steps.c sees that it waits. Places are told apart by where they
 * are in their page, which is the same in every execution. */
static bool repeats(const void *at, bool change, const void *site)
{
  static struct done {
    const void *at, *site;
    unsigned long round;
    bool change;
  } done[REPEATED];
  struct done *d = &done[(uintptr_t)site % PAGE / 4 % REPEATED], *old = NULL;
  for (int i = 0; i < SAME_SLOT; i++) {
    struct done *e = &done[(d - done + i) % REPEATED];
    if (e->round != observers_round) {
      if (!old) old = e;
    } else if (e->at == at && e->site == site && e->change == change) {
      return !change || !touch_gathered();
    }
  }
  *(old ? old : d) = (struct done){at, site, observers_round, change};
  return false;
}

static void tell_pass(const void *from, const void *to)
{
  unsigned long round = observers_round;
  OBSERVE(order, .kind = OBSERVED_PASS, .strand = observed_strand(self->strand),
          .carrier = {.object = to}, .of = from);
  observers_round = round;
}

/* What was done again, to release it, is to be told again. */
static void tell_forgotten(const void *carrier)
{
  OBSERVE(order, .kind = OBSERVED_FORGET,
          .strand = observed_strand(self->strand),
          .carrier = {.object = carrier});
}

/* C11's release sequence: what the thread released itself stays so, whatever it
 * stores; C++20 has no such rule, and C++ cannot be told apart. What others
 * released is forgotten. */
static void tell_going_on(const void *carrier)
{
  OBSERVE(order, .kind = OBSERVED_GO_ON,
          .strand = observed_strand(self->strand),
          .carrier = {.object = carrier});
}

static struct fences *fences_of(struct strand *s)
{
  if (!s->fences) s->fences = xcalloc(1, sizeof *s->fences);
  struct fences *f = s->fences;
  if (f->thread != s->uses) {
    tell_forgotten(&f->before);
    tell_forgotten(&f->found);
    *f = (struct fences){.thread = s->uses};
  }
  return f;
}

static void loaded(const volatile void *at, size_t n, int order,
                   const void *site)
{
  const char *p = (const char *)at;
  if (!self) return;
  if (touch_matters(p, n)) touch_just_loaded = p;
  if (repeats(p, false, site)) return;
  touch_bytes(p, n, TOUCH_ATOMIC, site);
  if (acquires(order))
    tell_order(OBSERVED_ACQUIRE, p);
  else
    tell_pass(p, &fences_of(self->strand)->found);
}

/* A store that releases nothing ends what earlier ones of others released. */
static void stored(volatile void *at, size_t n, int order, const void *site)
{
  const char *p = (const char *)at;
  if (!self) return;
  const struct fences *f = fences_of(self->strand);
  touch_bytes(p, n, TOUCH_ATOMIC | TOUCH_WRITE, site);
  if (releases(order)) {
    tell_order(OBSERVED_REPLACE, p);
    return;
  }
  tell_going_on(p);
  if (f->any) tell_pass(&f->before, p);
}

static void changed(volatile void *at, size_t n, int order, const void *site)
{
  const char *p = (const char *)at;
  if (!self || repeats(p, true, site)) return;
  struct fences *f = fences_of(self->strand);
  touch_bytes(p, n, TOUCH_ATOMIC | TOUCH_WRITE, site);
  if (releases(order))
    tell_order(OBSERVED_RELEASE, p);
  else if (f->any)
    tell_pass(&f->before, p);
  if (acquires(order))
    tell_order(OBSERVED_ACQUIRE, p);
  else
    tell_pass(p, &f->found);
}

void atomics_updated(const void *at, size_t n, const void *site)
{
  changed((void *)at, n, __ATOMIC_RELAXED, site);
}

static void compared(bool done, volatile void *at, size_t n, int order,
                     int failed, const void *site)
{
  if (done)
    changed(at, n, order, site);
  else
    loaded(at, n, failed, site);
}

static void fenced(int order)
{
  if (!self) return;
  struct fences *f = fences_of(self->strand);
  if (acquires(order)) tell_event(OBSERVED_ACQUIRE, &f->found, true);
  if (releases(order)) tell_event(OBSERVED_REPLACE, &f->before, true);
  f->any |= releases(order);
}

/* --- the entries: exported, and those that tell --- */

#define EXPORTED(type, bits, name, parameters)                                 \
  __attribute__((visibility("default")))                                       \
  type oriel_##bits##_##name parameters __asm__("__tsan_atomic" #bits          \
                                                "_" #name);                    \
  type oriel_##bits##_##name parameters

#define CHANGE_ENTRIES(bits, type, name, ignored)                              \
  EXPORTED(type, bits, name, (volatile type * p, type v, int order))           \
  {                                                                            \
    (void)order;                                                               \
    return do_##bits##_##name(p, v);                                           \
  }                                                                            \
  static type tell_##bits##_##name(volatile type *p, type v, int order)        \
  {                                                                            \
    type old = do_##bits##_##name(p, v);                                       \
    changed(p, sizeof v, order, SITE);                                         \
    return old;                                                                \
  }

/* What it is compared with is in memory, which nobody else tells of. */
#define COMPARE_ENTRIES(bits, type, name)                                      \
  EXPORTED(int, bits, name,                                                    \
           (volatile type * p, type * old, type v, int order, int failed))     \
  {                                                                            \
    (void)order, (void)failed;                                                 \
    return swap_##bits(p, old, v);                                             \
  }                                                                            \
  static int tell_##bits##_##name(volatile type *p, type *old, type v,         \
                                  int order, int failed)                       \
  {                                                                            \
    bool done = swap_##bits(p, old, v);                                        \
    READ(old, sizeof *old);                                                    \
    compared(done, p, sizeof v, order, failed, SITE);                          \
    if (!done) WRITE(old, sizeof *old);                                        \
    return done;                                                               \
  }

#define X(bits, type)                                                          \
  EXPORTED(type, bits, load, (const volatile type *p, int order))              \
  {                                                                            \
    (void)order;                                                               \
    return get_##bits(p);                                                      \
  }                                                                            \
  static type tell_##bits##_load(const volatile type *p, int order)            \
  {                                                                            \
    loaded(p, sizeof *p, order, SITE);                                         \
    return get_##bits(p);                                                      \
  }                                                                            \
  EXPORTED(void, bits, store, (volatile type * p, type v, int order))          \
  {                                                                            \
    (void)order;                                                               \
    do_##bits##_exchange(p, v);                                                \
  }                                                                            \
  static void tell_##bits##_store(volatile type *p, type v, int order)         \
  {                                                                            \
    do_##bits##_exchange(p, v);                                                \
    stored(p, sizeof v, order, SITE);                                          \
  }                                                                            \
  CHANGES(CHANGE_ENTRIES, bits, type)                                          \
  COMPARE_ENTRIES(bits, type, compare_exchange_strong)                         \
  COMPARE_ENTRIES(bits, type, compare_exchange_weak)                           \
  EXPORTED(type, bits, compare_exchange_val,                                   \
           (volatile type * p, type old, type v, int order, int failed))       \
  {                                                                            \
    (void)order, (void)failed;                                                 \
    swap_##bits(p, &old, v);                                                   \
    return old;                                                                \
  }                                                                            \
  static type tell_##bits##_compare_exchange_val(                              \
      volatile type *p, type old, type v, int order, int failed)               \
  {                                                                            \
    bool done = swap_##bits(p, &old, v);                                       \
    compared(done, p, sizeof v, order, failed, SITE);                          \
    return old;                                                                \
  }
SIZES(X)
#undef X

/* Under the names that libatomic has for them: orielcc has gcc call these for
 * what it would put in place untold. Those of 16 bytes are libatomic's. */
#define NAMED(X, bits, bytes)                                                  \
  X(bits, bytes, load, load)                                                   \
  X(bits, bytes, store, store)                                                 \
  CHANGES(X##_CHANGE, bits, bytes)                                             \
  X(bits, bytes, compare_exchange_strong, compare_exchange)

#define ALIAS(bits, bytes, name, called)                                       \
  extern __typeof__(oriel_##bits##_##name)                                     \
      oriel_##bits##_##called##_named __asm__("__atomic_" #called "_" #bytes)  \
          __attribute__((visibility("default"),                                \
                         alias("__tsan_atomic" #bits "_" #name)));
#define ALIAS_CHANGE(bits, bytes, name, ignored) ALIAS(bits, bytes, name, name)
NAMED(ALIAS, 8, 1)
NAMED(ALIAS, 16, 2)
NAMED(ALIAS, 32, 4)
NAMED(ALIAS, 64, 8)

__attribute__((visibility("default"))) bool
oriel_is_lock_free(size_t n, const void *p) __asm__("__atomic_is_lock_free");
bool oriel_is_lock_free(size_t n, const void *p)
{
  return n && n <= 8 && !(n & (n - 1)) && (uintptr_t)p % n == 0;
}

#define FENCE(name)                                                            \
  __attribute__((visibility("default"))) void oriel_##name(int) __asm__(       \
      "__tsan_atomic_" #name);                                                 \
  void oriel_##name(int order)                                                 \
  {                                                                            \
    (void)order;                                                               \
    __atomic_thread_fence(__ATOMIC_SEQ_CST);                                   \
  }
FENCE(thread_fence)
FENCE(signal_fence)

static void tell_thread_fence(int order)
{
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  fenced(order);
}

/* What clang makes of OpenMP's flush. */
static void tell_flush(void)
{
  tell_thread_fence(__ATOMIC_SEQ_CST);
}

/* Of any size, by a call of libatomic: nothing else that is simulated runs
 * meanwhile. */

static void tell_any_load(size_t n, const volatile void *p, void *to, int order)
{
  loaded(p, n, order, SITE);
  memcpy(to, (const void *)p, n);
  WRITE(to, n);
}

static void tell_any_store(size_t n, volatile void *p, const void *v, int order)
{
  READ(v, n);
  memcpy((void *)p, v, n);
  stored(p, n, order, SITE);
}

static void tell_any_exchange(size_t n, volatile void *p, const void *v,
                              void *old, int order)
{
  const unsigned char *from = v;
  unsigned char *word = (void *)p, *to = old;
  READ(v, n);
  for (size_t i = 0; i < n; i++) {
    unsigned char before = word[i];
    word[i] = from[i];
    to[i] = before;
  }
  changed(p, n, order, SITE);
  WRITE(old, n);
}

static bool tell_any_compare(size_t n, volatile void *p, void *old,
                             const void *v, int order, int failed)
{
  bool done = memcmp((const void *)p, old, n) == 0;
  READ(old, n);
  READ(v, n);
  compared(done, p, n, order, failed, SITE);
  memcpy(done ? (void *)p : old, done ? v : (const void *)p, n);
  if (!done) WRITE(old, n);
  return done;
}

#define ROW(bits, name) {"__tsan_atomic" #bits "_" #name, tell_##bits##_##name},
#define CHANGE_ROW(bits, type, name, ignored) ROW(bits, name)
#define NAMED_ROW(bits, bytes, name, called)                                   \
  {"__atomic_" #called "_" #bytes, tell_##bits##_##name},
#define NAMED_ROW_CHANGE(bits, bytes, name, ignored)                           \
  NAMED_ROW(bits, bytes, name, name)
#define X(bits, type)                                                          \
  ROW(bits, load)                                                              \
  ROW(bits, store)                                                             \
  CHANGES(CHANGE_ROW, bits, type)                                              \
  ROW(bits, compare_exchange_strong)                                           \
  ROW(bits, compare_exchange_weak)                                             \
  ROW(bits, compare_exchange_val)

const struct libc_entry atomics_table[] = {
    SIZES(X){"__tsan_atomic_thread_fence", tell_thread_fence},
    {"__kmpc_flush", tell_flush},
    {"__atomic_load", tell_any_load},
    {"__atomic_store", tell_any_store},
    {"__atomic_exchange", tell_any_exchange},
    {"__atomic_compare_exchange", tell_any_compare},
    NAMED(NAMED_ROW, 8, 1) NAMED(NAMED_ROW, 16, 2) NAMED(NAMED_ROW, 32, 4)
        NAMED(NAMED_ROW, 64, 8) NAMED(NAMED_ROW, 128, 16){NULL, NULL}};
#undef X

/* --- called by a program that is stepped --- */

enum kind {
  LOAD,
  STORE,
  CHANGE,
  COMPARE,
  COMPARE_VALUE,
  FENCE,
  ANY_LOAD,
  ANY_STORE,
  ANY_EXCHANGE,
  ANY_COMPARE
};
enum {
  SUM_load = TOUCH_LOADS,
  SUM_store = TOUCH_STORES,
  SUM_exchange = TOUCH_STORES,
  SUM_fetch_add = TOUCH_ADDS,
  SUM_fetch_sub = TOUCH_SUBTRACTS,
  SUM_fetch_and = TOUCH_MIXES,
  SUM_fetch_or = TOUCH_MIXES,
  SUM_fetch_xor = TOUCH_MIXES,
  SUM_fetch_nand = TOUCH_MIXES,
  SUM_compare_exchange_strong = TOUCH_MIXES,
  SUM_compare_exchange_weak = TOUCH_MIXES,
  SUM_compare_exchange_val = TOUCH_MIXES
};
struct form {
  const void *telling, *plain; /* functions */
  enum kind kind;
  enum touch_sum sum;
  uint8_t accesses, returns; /* bytes */
};

#define FORM(bits, type, name, kind, returns)                                  \
  {tell_##bits##_##name,       oriel_##bits##_##name, kind,                    \
   (enum touch_sum)SUM_##name, sizeof(type),          returns},
#define CHANGE_FORM(bits, type, name, ignored)                                 \
  FORM(bits, type, name, CHANGE, sizeof(type))
#define X(bits, type)                                                          \
  FORM(bits, type, load, LOAD, sizeof(type))                                   \
  FORM(bits, type, store, STORE, 0)                                            \
  CHANGES(CHANGE_FORM, bits, type)                                             \
  FORM(bits, type, compare_exchange_strong, COMPARE, sizeof(int))              \
  FORM(bits, type, compare_exchange_weak, COMPARE, sizeof(int))                \
  FORM(bits, type, compare_exchange_val, COMPARE_VALUE, sizeof(type))
static const struct form forms[] = {
    SIZES(X){tell_thread_fence, oriel_thread_fence, FENCE, TOUCH_MIXES, 0, 0},
    {tell_flush, tell_flush, FENCE, TOUCH_MIXES, 0, 0},
    {tell_any_load, tell_any_load, ANY_LOAD, TOUCH_MIXES, 0, 0},
    {tell_any_store, tell_any_store, ANY_STORE, TOUCH_MIXES, 0, 0},
    {tell_any_exchange, tell_any_exchange, ANY_EXCHANGE, TOUCH_MIXES, 0, 0},
    {tell_any_compare, tell_any_compare, ANY_COMPARE, TOUCH_MIXES, 0,
     sizeof(bool)}};
#undef X
static struct map forms_at; /* by the functions' addresses */

static void add(const void *function, const struct form *f)
{
  *map_place(&forms_at, (uintptr_t)function) = (void *)f;
}

void atomics_open(void)
{
  for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++) {
    add(forms[i].telling, &forms[i]);
    add(forms[i].plain, &forms[i]);
  }
}

static const struct form *form_of(const struct touch_call *c)
{
  return map_find(&forms_at, (uintptr_t)c->function);
}

/* The arguments of a value of up to 8 bytes, or two of 16. */
static unsigned value_at(int number, const struct form *f)
{
  return (f->accesses > 8 ? 3u : 1u) << number;
}

/* Their first argument is the size; the others say where. */
static bool know_any(struct touch_call *c, const struct form *f)
{
  struct touch_span word = {c->arguments[1], c->arguments[0]};
  struct touch_span other = {c->arguments[2], c->arguments[0]};
  struct touch_span third = {c->arguments[3], c->arguments[0]};
  bool load = f->kind == ANY_LOAD, store = f->kind == ANY_STORE;
  c->returns = f->returns;
  c->copies = load || store;
  c->pointers = c->copies ? 7 : 15;
  c->reads[0] = store ? other : word;
  c->writes[0] = load ? other : word;
  if (c->copies) return true;
  c->reads[1] = other;
  c->writes[1] = f->kind == ANY_COMPARE ? other : third;
  if (f->kind == ANY_COMPARE) c->reads[2] = third;
  return true;
}

bool atomics_know(struct touch_call *c)
{
  const struct form *f = form_of(c);
  if (!f) return false;
  if (f->kind >= ANY_LOAD) return know_any(c, f);
  struct touch_span word = {c->arguments[0], f->accesses};
  struct touch_span other = {c->arguments[1], f->accesses};
  c->returns = f->returns;
  c->sum = f->sum;
  c->pointers = f->accesses ? 1 : 0;
  if (f->kind != STORE) c->reads[0] = word;
  if (f->kind != LOAD) c->writes[0] = word;
  if (f->kind == STORE || f->kind == CHANGE) c->values = value_at(1, f);
  if (f->kind == COMPARE) {
    c->reads[1] = c->writes[1] = other;
    c->pointers |= 1 << 1;
    c->values = value_at(2, f);
  }
  if (f->kind == COMPARE_VALUE)
    c->values = value_at(1, f) | value_at(f->accesses > 8 ? 3 : 2, f);
  return true;
}

/* Each takes some of the arguments, all of them integers or pointers, those of
 * 128 bits as two words. */
void atomics_call(struct touch_call *c)
{
  union {
    const void *address;
    uint128_t (*function)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                          uint64_t, uint64_t);
  } f = {c->function};
  const uint64_t *a = c->arguments;
  uint128_t result = f.function(a[0], a[1], a[2], a[3], a[4], a[5], a[6]);
  if (c->returns < sizeof result)
    result &= ((uint128_t)1 << 8 * c->returns) - 1;
  c->result[0] = (uint64_t)result;
  c->result[1] = (uint64_t)(result >> 64);
}
