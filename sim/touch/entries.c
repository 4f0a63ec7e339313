/* Plain accesses, under the names that gcc and clang give them.
 *
 * The exported functions do nothing: a program that runs natively, or without
 * --check, is bound to them. Under --check a program is bound to the table
 * here, whose functions look at the filter. Atomics are in atomics.c, copies
 * (`__tsan_memcpy` of newer compilers) in library.c. */
#include "entries.h"

#include "atomics.h"
#include "blocks.h"
#include "library.h"
#include "runs.h"

#include "../code/atomic.h"
#include "../image/libc.h"
#include "../../model/map.h"

#include <string.h>

/* Frames that nobody looks at would double the cost of an access. */
#if defined __GNUC__ && !defined __clang__
#pragma GCC optimize("omit-frame-pointer")
#endif

/* --- exported: nothing --- */

__asm__(".pushsection .text\n"
        ".hidden oriel_touch_nothing\n"
        ".globl oriel_touch_nothing\n"
        ".type oriel_touch_nothing, @function\n"
        "oriel_touch_nothing:\n"
        "  ret\n"
        ".size oriel_touch_nothing, .-oriel_touch_nothing\n"
        ".popsection\n");

void oriel_touch_nothing(void);

#define EXPORT(name)                                                           \
  __asm__(".globl " name "\n"                                                  \
          ".type " name ", @function\n"                                        \
          ".set " name ", oriel_touch_nothing\n");

/* --- what there is --- */

/* X(name, bytes, kind) */
#define WIDTHS(X, name, kind)                                                  \
  X(name##2, 2, kind)                                                          \
  X(name##4, 4, kind)                                                          \
  X(name##8, 8, kind)                                                          \
  X(name##16, 16, kind)
#define ALIKE(X, name, kind)                                                   \
  X(name##1, 1, kind)                                                          \
  WIDTHS(X, name, kind)                                                        \
  WIDTHS(X, unaligned_##name, kind)
#define ACCESSES(X)                                                            \
  ALIKE(X, read, 0)                                                            \
  ALIKE(X, write, TOUCH_WRITE)                                                 \
  ALIKE(X, volatile_read, 0)                                                   \
  ALIKE(X, volatile_write, TOUCH_WRITE)                                        \
  ALIKE(X, read_write, TOUCH_WRITE)                                            \
  X(vptr_read, 8, 0)                                                           \
  X(vptr_update, 8, TOUCH_WRITE)

/* Accesses of any length, which is the second argument. */
#define RANGES(X)                                                              \
  X(read_range, 0)                                                             \
  X(write_range, TOUCH_WRITE)

/* What clang calls: the instrumentation for the kernel's address sanitizer,
 * which takes any size and instruction. X(name, bytes) and, for stores,
 * X(name, the same as) */
#define KERNEL_LOADS(X)                                                        \
  X(load1, 1)                                                                  \
  X(load2, 2)                                                                  \
  X(load4, 4)                                                                  \
  X(load8, 8)                                                                  \
  X(load16, 16)
#define KERNEL_STORES(X)                                                       \
  X(store1, write1)                                                            \
  X(store2, unaligned_write2)                                                  \
  X(store16, unaligned_write16)                                                \
  X(storeN, write_range)                                                       \
  X(loadN, read_range)

/* Stores that may be atomics. X(name, bytes) */
#define KERNEL_UPDATES(X)                                                      \
  X(store4, 4)                                                                 \
  X(store8, 8)

/* Entries that are no accesses. */
#define OTHERS(X)                                                              \
  X("__tsan_init")                                                             \
  X("__tsan_func_entry")                                                       \
  X("__tsan_func_exit")                                                        \
  X("__tsan_ignore_thread_begin")                                              \
  X("__tsan_ignore_thread_end")

#define X(name, ...) EXPORT("__tsan_" #name)
ACCESSES(X)
RANGES(X)
#undef X
#ifndef __SANITIZE_ADDRESS__ /* in a build that has them itself */
#define X(name, ...) EXPORT("__asan_" #name) EXPORT("__asan_" #name "_noabort")
KERNEL_LOADS(X)
KERNEL_STORES(X)
KERNEL_UPDATES(X)
#undef X
EXPORT("__asan_handle_no_return")
#endif
OTHERS(EXPORT)

/* --- under --check --- */

/* clang leaves an atomic load that has become a call where it was, and calls
 * kernel_load for it. */
const void *touch_just_loaded;

static inline void tell_plain(const char *at, size_t n, unsigned kind,
                              const char *site)
{
  if (__builtin_expect(touch_matters(at, n), 0) && !touch_goes_on(at, n, site))
    touch_access(at, n, kind, site);
}

static inline void tell_kernel_load(const char *at, size_t n, const char *site)
{
  if (__builtin_expect(touch_matters(at, n), 0)) {
    if (at != touch_just_loaded && !touch_goes_on(at, n, site))
      touch_access(at, n, 0, site);
    touch_just_loaded = NULL;
  }
}

/* Of float and double clang 19 does not say that they are. */
static bool is_update(const char *site)
{
  static struct {
    const char *site;
    bool update;
  } latest[TOUCH_NEAR];
  int i = (int)((uintptr_t)site % TOUCH_NEAR);
  if (latest[i].site != site) {
    latest[i].site = site;
    latest[i].update = code_updates_float((const unsigned char *)site);
  }
  return latest[i].update;
}

static inline void tell_kernel_store(const char *at, size_t n, const char *site)
{
  if (__builtin_expect(!touch_matters(at, n), 1)) return;
  if (is_update(site))
    atomics_updated(at, n, site);
  else
    tell_plain(at, n, TOUCH_WRITE, site);
}

#define X(name, bytes, kind)                                                   \
  static void tell_##name(const char *at)                                      \
  {                                                                            \
    tell_plain(at, bytes, kind, __builtin_return_address(0));                  \
  }
ACCESSES(X)
#undef X

#define X(name, kind)                                                          \
  static void tell_##name(const char *at, size_t n)                            \
  {                                                                            \
    touch_bytes(at, n, kind, __builtin_return_address(0));                     \
  }
RANGES(X)
#undef X

#define X(name, bytes)                                                         \
  static void kernel_##name(const char *at)                                    \
  {                                                                            \
    tell_kernel_load(at, bytes, __builtin_return_address(0));                  \
  }
KERNEL_LOADS(X)
#undef X

#define X(name, bytes)                                                         \
  static void kernel_##name(const char *at)                                    \
  {                                                                            \
    tell_kernel_store(at, bytes, __builtin_return_address(0));                 \
  }
KERNEL_UPDATES(X)
#undef X

static const struct libc_entry entries_table[] = {
/* clang-format off */
#define X(name, ...) {"__tsan_" #name, tell_##name},
    ACCESSES(X) RANGES(X)
#undef X
#define X(name, like)                                                          \
  {"__asan_" #name, tell_##like}, {"__asan_" #name "_noabort", tell_##like},
    KERNEL_STORES(X)
#undef X
#define X(name, ...)                                                           \
  {"__asan_" #name, kernel_##name}, {"__asan_" #name "_noabort", kernel_##name},
    KERNEL_LOADS(X) KERNEL_UPDATES(X)
#undef X
#define X(name) {name, oriel_touch_nothing},
    OTHERS(X)
    X("__asan_handle_no_return")
#undef X
    {NULL, NULL}
    /* clang-format on */
};

/* Of programs that tell their accesses when nobody wants to know; besides the
 * exported ones, which a program of another build may not find. */
static const struct libc_entry idle_table[] = {
/* clang-format off */
#define X(name, ...) {"__tsan_" #name, oriel_touch_nothing},
    ACCESSES(X) RANGES(X)
#undef X
#define X(name, ...)                                                           \
  {"__asan_" #name, oriel_touch_nothing},                                      \
  {"__asan_" #name "_noabort", oriel_touch_nothing},
    KERNEL_LOADS(X) KERNEL_STORES(X) KERNEL_UPDATES(X)
#undef X
#define X(name) {name, oriel_touch_nothing},
    OTHERS(X)
    X("__asan_handle_no_return")
#undef X
    {NULL, NULL}
    /* clang-format on */
};
const struct libc_entry *const touch_tables[] = {idle_table, NULL};

/* --- called by a program that is stepped --- */

const void *touch_site;

struct entry {
  const void *function;
  uint8_t bytes; /* 0: as many as the second argument says */
  uint8_t kind;
  bool kernel; /* by clang, as below */
};

static const struct entry entries[] = {
/* clang-format off */
#define X(name, bytes, kind) {tell_##name, bytes, kind, false},
    ACCESSES(X)
#undef X
#define X(name, kind) {tell_##name, 0, kind, false},
    RANGES(X)
#undef X
#define X(name, bytes) {kernel_##name, bytes, 0, true},
    KERNEL_LOADS(X)
#undef X
#define X(name, bytes) {kernel_##name, bytes, TOUCH_WRITE, true},
    KERNEL_UPDATES(X)
#undef X
    /* clang-format on */
};
static struct map entries_at; /* by the functions' addresses */

/* f(call), in a frame whose caller has this frame pointer, as home.c goes by.
 */
void oriel_touch_in_frame(struct touch_call *, void (*f)(struct touch_call *),
                          const void *frame);
__asm__(".pushsection .text\n"
        ".hidden oriel_touch_in_frame\n"
        ".globl oriel_touch_in_frame\n"
        ".type oriel_touch_in_frame, @function\n"
        "oriel_touch_in_frame:\n"
        "  push %rbp\n"
        "  mov %rdx, %rbp\n"
        "  call *%rsi\n"
        "  pop %rbp\n"
        "  ret\n"
        ".size oriel_touch_in_frame, .-oriel_touch_in_frame\n"
        ".popsection\n");

static const struct entry *entry_of(const void *function)
{
  return map_find(&entries_at, (uintptr_t)function);
}

bool entries_tell(const void *function)
{
  return entry_of(function);
}

static void call_plain(struct touch_call *c)
{
  const struct entry *e = entry_of(c->function);
  const char *at = (const char *)c->arguments[0];
  if (!e->bytes)
    touch_bytes(at, c->arguments[1], e->kind, c->site);
  else if (e->kernel && e->kind)
    tell_kernel_store(at, e->bytes, c->site);
  else if (e->kernel)
    tell_kernel_load(at, e->bytes, c->site);
  else
    tell_plain(at, e->bytes, e->kind, c->site);
}

bool touch_knows(struct touch_call *c)
{
  static const struct touch_span none[3];
  memcpy(c->reads, none, sizeof none);
  memcpy(c->writes, none, sizeof c->writes);
  c->strings = c->copies = false;
  c->sum = TOUCH_MIXES;
  c->values = c->returns = 0;
  const struct entry *e = entry_of(c->function);
  c->pointers = e && !e->bytes ? 3 : 1;
  return e || atomics_know(c) || blocks_know(c);
}

bool touch_is_atomic(const struct touch_call *c)
{
  struct touch_call asked = *c;
  return !entry_of(c->function) && atomics_know(&asked);
}

void touch_call(struct touch_call *c)
{
  bool plain = entry_of(c->function), atomic = !plain && atomics_know(c);
  touch_site = c->site;
  oriel_touch_in_frame(
      c, plain ? call_plain : (atomic ? atomics_call : blocks_call), c->frame);
  touch_site = NULL;
}

void touch_open_calls(void)
{
  /* The compiler may have made one of those that do the same. */
  for (unsigned i = 0; i < sizeof entries / sizeof *entries; i++)
    *map_place(&entries_at, (uintptr_t)entries[i].function) =
        (void *)&entries[i];
  atomics_open();
  blocks_open();
}

void entries_bind(void)
{
  static const struct libc_entry *const checked[] = {
      entries_table,           atomics_table,
      library_table,           library_more_table,
      library_records_table,   library_cxx_table,
      library_formatted_table, NULL};
  library_open();
  library_formatted_open();
  libc_add_checked_tables(checked);
}
