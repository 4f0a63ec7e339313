/* Memory, accessed without faulting.
 *
 * The kernel knows what can be accessed, and is asked once for each page.
 * Invariants: what it has said holds as long as the rank is stepped, since
 * nobody else runs meanwhile, and it does not call the kernel; the part of the
 * stack that the handler has is not the program's, and is never reached. */
#include "reach.h"

#include "../trial.h"

#include <string.h>

enum { RED_ZONE = 128, OURS = 1 << 16, PAGE = 4096, PAGE_BITS = 6 };

/* Pages that can be read, and written: their numbers, and 1; 0: none. */
static uint64_t readable[1 << PAGE_BITS], writable[1 << PAGE_BITS];
static uint64_t below; /* from here down the handler has the stack */

void reach_begin(void)
{
  memset(readable, 0, sizeof readable);
  memset(writable, 0, sizeof writable);
}

void reach_go_on(const ucontext_t *u)
{
  below = (uint64_t)u->uc_mcontext.gregs[REG_RSP] - RED_ZONE;
}

/* Code, stack and heap are to have places of their own. */
static unsigned place_of(uint64_t page)
{
  return (unsigned)(page * 0x9e3779b97f4a7c15u >> (64 - PAGE_BITS));
}

static bool overlaps(uint64_t address, size_t size, uint64_t from, uint64_t to)
{
  return address < to && address + size > from;
}

/* Handlers of faults may be stepped, too: what they would find of a trial is of
 * the one that reads it here. */
static bool is_ours(uint64_t address, size_t size)
{
  return overlaps(address, size, below - OURS, below) ||
         overlaps(address, size, (uint64_t)&trial, (uint64_t)(&trial + 1));
}

/* Is the access, within one page, of a page in the list? `*entry` is where that
 * would be; NULL: it reaches two pages. */
static bool known(uint64_t *list, uint64_t address, size_t size,
                  uint64_t **entry)
{
  uint64_t page = address / PAGE;
  *entry = address % PAGE + size > PAGE ? NULL : &list[place_of(page)];
  return *entry && **entry == page + 1;
}

bool reach_read(uint64_t address, void *bytes, size_t size)
{
  uint64_t *entry;
  if (is_ours(address, size)) return false;
  if (known(readable, address, size, &entry)) {
    trial_copy(bytes, (void *)address, size);
    return true;
  }
  if (!trial_read(bytes, (void *)address, size)) return false;
  if (entry) *entry = address / PAGE + 1;
  return true;
}

/* Of two pages the kernel might write the one and refuse the other. And what is
 * written may be errno, so the kernel is only asked whether it can be. */
bool reach_write(uint64_t address, const void *bytes, size_t size)
{
  uint64_t *entry;
  if (is_ours(address, size)) return false;
  if (!known(writable, address, size, &entry)) {
    if (!entry || !trial_can_write((void *)address)) return false;
    *entry = address / PAGE + 1;
  }
  trial_copy((void *)address, bytes, size);
  return true;
}

bool reach_holds(uint64_t address, size_t size, bool write)
{
  char byte;
  uint64_t end = address + size;
  if (end < address) return false;
  for (uint64_t at = address; at < end; at = (at / PAGE + 1) * PAGE)
    if (!reach_read(at, &byte, 1) || (write && !reach_write(at, &byte, 1)))
      return false;
  return true;
}

size_t reach_string(uint64_t address, size_t most)
{
  char byte = 1;
  size_t n = 0;
  for (; n < most && byte; n++)
    if (!reach_read(address + n, &byte, 1)) return 0;
  return n;
}
