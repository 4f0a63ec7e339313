/* The filter's bytes, and the ranges that hold pages partly. */
#include "filter.h"

#include "../../model/map.h"
#include "../../model/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE_SIZE = 1 << PAGE_BITS };

/* A part of a page, with the number of ranges that hold just that. */
struct part {
  uint16_t from, to; /* [from, to) in the page */
  uint32_t reasons;
};

/* What the byte of a page has no room for. */
struct page {
  size_t number;
  size_t whole; /* ranges that hold it, beyond those in the byte */
  struct part *parts;
  unsigned count, room;
};

static struct map pages;

int filter_open(void)
{
  size_t size = (size_t)1 << (ADDRESS_BITS - PAGE_BITS);
  void *p = mmap(
      FILTER, size, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (p == FILTER) return 0;
  if (p != MAP_FAILED) munmap(p, size);
  return -1;
}

static struct page *page_of(size_t number)
{
  struct page *p = map_find(&pages, number);
  if (p) return p;
  p = xcalloc(1, sizeof *p);
  p->number = number;
  map_add(&pages, number, p);
  return p;
}

/* --- counting --- */

static void count_whole(size_t number, int reasons)
{
  unsigned char *byte = &FILTER[number];
  if ((*byte & FILTER_WHOLE) < FILTER_WHOLE) {
    *byte = (unsigned char)(*byte + reasons);
    return;
  }
  struct page *p = page_of(number);
  if (reasons > 0 || p->whole)
    p->whole += reasons;
  else
    *byte = (unsigned char)(*byte - 1);
}

static void remove_part(struct page *p, struct part *part)
{
  if (--part->reasons) return;
  *part = p->parts[--p->count];
  if (p->count) return;
  free(p->parts);
  p->parts = NULL;
  p->room = 0;
  FILTER[p->number] &= FILTER_WHOLE;
}

static void add_part(struct page *p, struct part part)
{
  GROW(p->parts, p->count, p->room, 4);
  p->parts[p->count++] = part;
  FILTER[p->number] |= FILTER_PARTLY;
}

static void count_part(size_t number, size_t from, size_t to, int reasons)
{
  struct page *p = page_of(number);
  struct part part = {(uint16_t)from, (uint16_t)to, 1};
  for (unsigned i = 0; i < p->count; i++) {
    struct part *q = &p->parts[i];
    if (q->from != part.from || q->to != part.to) continue;
    if (reasons > 0)
      q->reasons++;
    else
      remove_part(p, q);
    return;
  }
  if (reasons > 0) add_part(p, part);
}

void filter_count(const char *from, const char *to, int reasons)
{
  while (from < to) {
    size_t number = filter_page(from);
    size_t at = (uintptr_t)from % PAGE_SIZE, n = (size_t)(to - from);
    if (n > PAGE_SIZE - at) n = PAGE_SIZE - at;
    if (n == PAGE_SIZE)
      count_whole(number, reasons);
    else
      count_part(number, at, at + n, reasons);
    from += n;
  }
}

/* --- asking --- */

static bool page_tracks(size_t number, size_t from, size_t to)
{
  unsigned byte = FILTER[number];
  if (!(byte & FILTER_PARTLY)) return byte;
  if (byte & FILTER_WHOLE) return true;
  const struct page *p = map_find(&pages, number);
  for (unsigned i = 0; i < p->count; i++)
    if (p->parts[i].from < to && p->parts[i].to > from) return true;
  return false;
}

bool filter_tracks(const char *from, const char *to)
{
  while (from < to) {
    size_t at = (uintptr_t)from % PAGE_SIZE, n = (size_t)(to - from);
    if (n > PAGE_SIZE - at) n = PAGE_SIZE - at;
    if (page_tracks(filter_page(from), at, at + n)) return true;
    from += n;
  }
  return false;
}

const char *filter_reach(const char *from)
{
  size_t number = filter_page(from), at = (uintptr_t)from % PAGE_SIZE, to = at;
  unsigned byte = FILTER[number];
  if (byte & FILTER_WHOLE) to = PAGE_SIZE;
  const struct page *p = to == at && byte ? map_find(&pages, number) : NULL;
  for (unsigned i = 0; p && i < p->count; i++)
    if (p->parts[i].from <= at && p->parts[i].to > to) to = p->parts[i].to;
  return from - at + to;
}
