/* Stacks: large mappings cut in pieces. */
#include "stacks.h"

#include "../../model/memory.h"

#include <sys/mman.h>

#define CHUNK ((size_t)1 << 30)
enum { PAGE = 4096 };

#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102 /* Linux 6.13 */
#endif

/* Lies at the upper end of a stack that nobody uses. */
struct spare {
  struct spare *next;
};

/* The spare stacks of one size; there are few sizes. */
struct spares {
  size_t size;
  struct spare *first;
  struct spares *next;
};

static struct spares *spares;
static char *next, *end;             /* what is left of the last mapping */
static const char *lowest, *highest; /* around all of them; NULL: none */
static bool guard_by_mapping;
static int allowed = PROT_READ | PROT_WRITE;

void stacks_guard(bool mappings)
{
  guard_by_mapping = mappings;
}

void stacks_execute(void)
{
  allowed |= PROT_EXEC;
}

static void chunk_map(size_t least)
{
  size_t size = least > CHUNK ? least : CHUNK;
  next = mmap(NULL, size, allowed, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
              -1, 0);
  if (next == MAP_FAILED) memory_missing(size, " for stacks: see --stack");
  madvise(next, size, MADV_NOHUGEPAGE); /* one page is enough for most */
  end = next + size;
  if (!lowest || next < lowest) lowest = next;
  if (end > highest) highest = end;
}

bool stacks_near(const void *address)
{
  return (const char *)address >= lowest && (const char *)address < highest;
}

/* Where neither way works there is no guard: the limit of mappings is worth
 * more than the report of an overflow. */
static void guard(char *page)
{
  if (madvise(page, PAGE, MADV_GUARD_INSTALL) && guard_by_mapping)
    mprotect(page, PAGE, PROT_NONE);
}

static struct spares *spares_of(size_t size)
{
  struct spares *p = spares;
  while (p && p->size != size)
    p = p->next;
  if (p) return p;
  p = xmalloc(sizeof *p);
  *p = (struct spares){size, NULL, spares};
  return spares = p;
}

char *stack_take(size_t size)
{
  struct spares *p = spares_of(size);
  struct spare *s = p->first;
  size_t room = PAGE + size;
  if (s) {
    p->first = s->next;
    return (char *)(s + 1);
  }
  if ((size_t)(end - next) < room) chunk_map(room);
  guard(next);
  return next += room;
}

void stack_give(char *high, size_t size)
{
  struct spares *p = spares_of(size);
  struct spare *s = (struct spare *)high - 1;
  s->next = p->first;
  p->first = s;
}
