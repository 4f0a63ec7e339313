/* Allocation functions that note what they do.
 *
 * Invariant: a block of the program's is in blocks.h from its allocation until
 * the C library has it back; freed ones wait in a queue, first in, first out,
 * of a limited number of bytes. Memory that the C library allocates by itself
 * for the program (getline() does) is not there. */
#include "heap.h"

#include "blocks.h"
#include "home.h"
#include "where.h"

#include "../image/libc.h"
#include "../engine/operators.h"
#include "../rank/rank.h"
#include "../rank/streams.h"
#include "../../model/check/freed.h"
#include "../../model/memory.h"
#include "../../model/observer.h"

#include <errno.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { KEPT_BYTES = 32 << 20, KEPT_BLOCKS = 1 << 16, AHEAD = 8 };

static bool open;
static struct {
  struct block *first, *last;
  struct block *ahead; /* so many behind the first; NULL: to be found */
  size_t bytes, count;
} kept;

/* --- noting --- */

static void *made(void *p, size_t size, bool mpi, const void *site)
{
  if (!open || !p) return p;
  /* The C library itself gave back what we had noted. */
  struct block *stale = blocks_at(p);
  if (stale) blocks_remove(stale);
  struct block *b = blocks_add(p, size);
  b->rank = self ? self->id : -1;
  b->mpi = mpi;
  b->site = site;
  return p;
}

void *heap_made(void *p, size_t size, const void *site)
{
  return made(p, size, false, site);
}

void *heap_made_by_mpi(void *p, size_t size, const void *site)
{
  return made(p, size, true, site);
}

/* `b`: NULL: no block. */
static void tell_freed(const char *from, const char *to, const struct block *b,
                       const char *call, const void *site)
{
  if (self)
    OBSERVE(freed, .strand = observed_strand(self->strand), .from = from,
            .to = to, .call = call, .site = site,
            .mpi = b && b->mpi ? b->site : NULL, .owner = b ? b->rank : -1,
            .date = self->time);
}

/* What was kept has left the caches: it is asked for while those that go before
 * it are at work, first the block, then what it leads to. */
static void ask_ahead(void)
{
  struct block *b = kept.ahead ? kept.ahead : kept.first;
  for (int i = 0; !kept.ahead && i < AHEAD && b->next_freed; i++)
    b = b->next_freed;
  blocks_remove_soon(b);
  memory_ask_to_write(b->from);
  kept.ahead = b->next_freed;
  if (kept.ahead) memory_ask_to_write(kept.ahead);
}

/* The oldest goes back to the C library. */
static void let_go(void)
{
  struct block *b = kept.first;
  ask_ahead();
  kept.first = b->next_freed;
  kept.bytes -= (size_t)(b->to - b->from);
  kept.count--;
  void *memory = (void *)b->from;
  blocks_remove(b);
  free(memory);
}

static void keep(struct block *b)
{
  b->next_freed = NULL;
  if (kept.first)
    kept.last->next_freed = b;
  else
    kept.first = b;
  kept.last = b;
  kept.bytes += (size_t)(b->to - b->from);
  kept.count++;
  while (kept.first != b &&
         (kept.bytes > KEPT_BYTES || kept.count > KEPT_BLOCKS))
    let_go();
}

static _Noreturn void freed_twice(const struct block *b, const void *site)
{
  streams_say("oriel: %s at %s: frees again what was freed at %s\n",
              strand_label(self), where_call(site), where_call(b->freed));
  abort();
}

/* Of a window that self has freed. */
static bool of_freed_window(const char *p)
{
  return self && p && freed_in(self->id, p, p + 1);
}

bool heap_strange(const void *p)
{
  return open && !blocks_at(p) && !of_freed_window(p);
}

void heap_free(void *p, const char *call, const void *site)
{
  struct block *b = open && p ? blocks_at(p) : NULL;
  if (b && b->kind == BLOCK_FREED) freed_twice(b, site);
  if (!b && of_freed_window(p)) {
    tell_freed(p, (char *)p + 1, NULL, call, site);
    return;
  }
  if (!b) {
    free(p);
    return;
  }
  tell_freed(b->from, b->to, b, call, site);
  if (b->kind == BLOCK_WINDOW) return;
  b->kind = BLOCK_FREED;
  b->freed = site;
  keep(b);
}

/* --- C --- */

static void *heap_malloc(size_t n)
{
  return heap_made(malloc(n), n, HOME_SITE);
}

static void *heap_calloc(size_t count, size_t n)
{
  return heap_made(calloc(count, n), count * n, HOME_SITE);
}

/* Always to another place: who still uses the old one is found. */
void *heap_resize(void *p, size_t n, const char *call, const void *site)
{
  struct block *b = p ? blocks_at(p) : NULL;
  if (!p) return heap_made(malloc(n), n, site);
  if (b && b->kind == BLOCK_FREED) freed_twice(b, site);
  if (n == 0 || (!b && of_freed_window(p))) {
    heap_free(p, call, site);
    return n ? heap_made(calloc(1, n), n, site) : NULL;
  }
  if (!b) return heap_made(realloc(p, n), n, site);
  size_t old = (size_t)(b->to - b->from);
  void *moved = malloc(n);
  if (!moved) return NULL;
  memcpy(moved, p, old < n ? old : n);
  heap_free(p, call, site);
  return heap_made(moved, n, site);
}

static void *heap_realloc(void *p, size_t n)
{
  return heap_resize(p, n, "realloc", HOME_SITE);
}

static void *heap_reallocarray(void *p, size_t count, size_t n)
{
  size_t all;
  if (__builtin_mul_overflow(count, n, &all)) {
    errno = ENOMEM;
    return NULL;
  }
  return heap_resize(p, all, "reallocarray", HOME_SITE);
}

static void heap_free_(void *p)
{
  heap_free(p, "free", HOME_SITE);
}

static int heap_posix_memalign(void **p, size_t alignment, size_t n)
{
  int error = posix_memalign(p, alignment, n);
  if (!error) heap_made(*p, n, HOME_SITE);
  return error;
}

static void *heap_aligned_alloc(size_t alignment, size_t n)
{
  return heap_made(aligned_alloc(alignment, n), n, HOME_SITE);
}

static void *heap_memalign(size_t alignment, size_t n)
{
  return heap_made(memalign(alignment, n), n, HOME_SITE);
}

static void *heap_valloc(size_t n)
{
  return heap_made(valloc(n), n, HOME_SITE);
}

/* Of whole pages, all of which are the program's. */
static void *heap_pvalloc(size_t n)
{
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  void *p = pvalloc(n);
  return heap_made(p, (n + page - 1) / page * page, HOME_SITE);
}

static char *heap_strdup(const char *s)
{
  return heap_made(strdup(s), strlen(s) + 1, HOME_SITE);
}

static char *heap_strndup(const char *s, size_t n)
{
  return heap_made(strndup(s, n), strnlen(s, n) + 1, HOME_SITE);
}

static int heap_munmap(void *p, size_t n)
{
  int failed = munmap(p, n);
  if (!failed) tell_freed(p, (const char *)p + n, NULL, "munmap", HOME_SITE);
  return failed;
}

/* What lay there is gone. */
static void *heap_mmap(void *p, size_t n, int access, int flags, int fd,
                       off_t at)
{
  char *q = mmap(p, n, access, flags, fd, at);
  bool replaces = (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)) == MAP_FIXED;
  if (q != MAP_FAILED && replaces)
    tell_freed(q, q + n, NULL, "mmap", HOME_SITE);
  return q;
}

/* What has been moved is gone from where it was, as is what lay where it went.
 */
static void *heap_mremap(void *p, size_t n, size_t now, int flags, ...)
{
  va_list args;
  va_start(args, flags);
  void *to = flags & MREMAP_FIXED ? va_arg(args, void *) : NULL;
  va_end(args);
  char *from = p, *q = mremap(p, n, now, flags, to);
  if (q == MAP_FAILED) return q;
  if (flags & MREMAP_FIXED) tell_freed(q, q + now, NULL, "mremap", HOME_SITE);
  if (q != from)
    tell_freed(from, from + n, NULL, "mremap", HOME_SITE);
  else if (now < n)
    tell_freed(from + now, from + n, NULL, "mremap", HOME_SITE);
  return q;
}

/* --- C++: the run time's operators get their memory from malloc() --- */

static void *heap_new(size_t n)
{
  return heap_made(_Znwm(n), n, HOME_SITE);
}

static void *heap_new_aligned(size_t n, size_t alignment)
{
  return heap_made(_ZnwmSt11align_val_t(n, alignment), n, HOME_SITE);
}

static void *heap_new_nothrow(size_t n, const void *nothrow)
{
  return heap_made(_ZnwmRKSt9nothrow_t(n, nothrow), n, HOME_SITE);
}

static void *heap_new_aligned_nothrow(size_t n, size_t alignment,
                                      const void *nothrow)
{
  return heap_made(_ZnwmSt11align_val_tRKSt9nothrow_t(n, alignment, nothrow), n,
                   HOME_SITE);
}

static void heap_delete(void *p)
{
  heap_free(p, "delete", HOME_SITE);
}

static void heap_delete_array(void *p)
{
  heap_free(p, "delete[]", HOME_SITE);
}

/* --- binding --- */

static const struct libc_entry heap_table[] = {
    {"malloc", heap_malloc},
    {"calloc", heap_calloc},
    {"realloc", heap_realloc},
    {"reallocarray", heap_reallocarray},
    {"free", heap_free_},
    {"cfree", heap_free_},
    {"free_sized", heap_free_},
    {"free_aligned_sized", heap_free_},
    {"posix_memalign", heap_posix_memalign},
    {"aligned_alloc", heap_aligned_alloc},
    {"memalign", heap_memalign},
    {"valloc", heap_valloc},
    {"pvalloc", heap_pvalloc},
    {"strdup", heap_strdup},
    {"__strdup", heap_strdup},
    {"strndup", heap_strndup},
    {"munmap", heap_munmap},
    {"mmap", heap_mmap},
    {"mmap64", heap_mmap},
    {"mremap", heap_mremap},
    {"_Znwm", heap_new},
    {"_Znam", heap_new},
    {"_ZnwmSt11align_val_t", heap_new_aligned},
    {"_ZnamSt11align_val_t", heap_new_aligned},
    {"_ZnwmRKSt9nothrow_t", heap_new_nothrow},
    {"_ZnamRKSt9nothrow_t", heap_new_nothrow},
    {"_ZnwmSt11align_val_tRKSt9nothrow_t", heap_new_aligned_nothrow},
    {"_ZnamSt11align_val_tRKSt9nothrow_t", heap_new_aligned_nothrow},
    {"_ZdlPv", heap_delete},
    {"_ZdaPv", heap_delete_array},
    {"_ZdlPvm", heap_delete},
    {"_ZdaPvm", heap_delete_array},
    {"_ZdlPvSt11align_val_t", heap_delete},
    {"_ZdaPvSt11align_val_t", heap_delete_array},
    {"_ZdlPvmSt11align_val_t", heap_delete},
    {"_ZdaPvmSt11align_val_t", heap_delete_array},
    {"_ZdlPvRKSt9nothrow_t", heap_delete},
    {"_ZdaPvRKSt9nothrow_t", heap_delete_array},
    {"_ZdlPvSt11align_val_tRKSt9nothrow_t", heap_delete},
    {"_ZdaPvSt11align_val_tRKSt9nothrow_t", heap_delete_array},
    {NULL, NULL}};

void heap_open(void)
{
  static const struct libc_entry *const tables[] = {heap_table, NULL};
  libc_add_tables(tables);
  open = true;
}
