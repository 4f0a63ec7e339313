/* Where in the target's memory an access falls, and whether it may.
 *
 * Also the regions of dynamic windows. Invariant: the regions of an exposure
 * are sorted by base, empty ones first, and do not overlap. */
#include "window.h"

#include "../error/fault.h"
#include "../memory.h"
#include "../search.h"

#include <stdint.h>
#include <string.h>

/* Does it end where addresses are, whatever the count? These differ from run to
 * run, and are not shown. */
static bool is_address(const struct access *a, MPI_Count start)
{
  MPI_Count low, high;
  bool fits = datatype_span(1, a->type, &low, &high);
  return fits && start + high >= (MPI_Count)1 << 40;
}

/* Was the size given in elements, as it seems? They would end here, or there is
 * room for a part of one. */
static bool counts_elements(const struct exposure *x, MPI_Count start,
                            MPI_Count end)
{
  MPI_Count size;
  if (__builtin_mul_overflow((MPI_Count)x->size, (MPI_Count)x->unit, &size) ||
      start < 0)
    return false;
  return end <= size && (end == size || x->size % x->unit != 0);
}

static int outside(const struct window_view *v, const struct access *a,
                   MPI_Count start, MPI_Count low, MPI_Count high)
{
  const struct exposure *x = &v->window->exposures[a->target];
  if (is_address(a, start))
    return fault(MPI_ERR_RMA_RANGE,
                 " to rank %d of %s: displacement and datatype reach beyond "
                 "2^40 bytes, as an absolute address does, which only a "
                 "dynamic window takes; the exposure has %lld bytes [MPI-4.1 "
                 "12.3]",
                 a->target, window_label(v), (long long)x->size);
  return fault(MPI_ERR_RMA_RANGE,
               " to rank %d of %s: bytes [%lld, %lld) lie outside the "
               "%lld-byte exposure (disp %lld x unit %d)%s [MPI-4.1 12.3]",
               a->target, window_label(v), (long long)start + low,
               (long long)start + high, (long long)x->size, (long long)a->disp,
               x->unit,
               counts_elements(x, start + low, start + high)
                   ? "; the size of a window is in bytes"
                   : "");
}

static int overflow(const struct window_view *v, const struct access *a)
{
  return fault(MPI_ERR_RMA_RANGE,
               " to rank %d of %s: %lld elements at disp %lld do not fit into "
               "64-bit addresses [MPI-4.1 12.3]",
               a->target, window_label(v), (long long)a->count,
               (long long)a->disp);
}

/* The number of regions that begin before `at`. */
static int regions_before(const struct exposure *x, const char *at)
{
  return SEARCH_LEADING(x->region_count, i, x->regions[i].base < at);
}

/* The last region with a byte that begins before `at`, or -1. As they do not
 * overlap, no other reaches as far. */
static int last_before(const struct exposure *x, const char *at)
{
  int i = regions_before(x, at) - 1;
  while (i >= 0 && x->regions[i].size == 0)
    i--;
  return i;
}

/* How many bytes of a type's blocks are attached, in whatever regions. */
struct coverage {
  const struct exposure *exposure;
  char *base;
  MPI_Count bytes, attached;
};

static void cover(MPI_Count offset, MPI_Count bytes, void *arg)
{
  struct coverage *c = arg;
  const struct exposure *x = c->exposure;
  const char *low = c->base + offset, *high = low + bytes;
  c->bytes += bytes;
  int i = last_before(x, low + 1);
  if (i < 0) i = 0;
  for (; i < x->region_count && x->regions[i].base < high; i++) {
    const struct region *r = &x->regions[i];
    const char *from = r->base > low ? r->base : low;
    const char *to = r->base + r->size < high ? r->base + r->size : high;
    if (from < to) c->attached += to - from;
  }
}

/* No memory of a program lies there. */
static bool is_offset(MPI_Aint end)
{
  return end <= 1 << 16;
}

static __attribute__((noinline)) int
dynamic_range(const struct window_view *v, const struct access *a,
              const struct exposure *x, MPI_Count low, MPI_Count high,
              char **address)
{
  MPI_Aint first, end;
  if (__builtin_add_overflow(a->disp, low, &first) ||
      __builtin_add_overflow(a->disp, high, &end))
    return overflow(v, a);
  struct coverage c = {.exposure = x, .base = (char *)a->disp};
  if (a->type->contiguous)
    cover(low, high - low, &c);
  else
    datatype_blocks(a->count, a->type, cover, &c);
  if (c.attached < c.bytes)
    return fault(MPI_ERR_RMA_RANGE,
                 " to rank %d of %s: %lld of its %lld bytes lie outside the "
                 "target's %d attached region%s%s [MPI-4.1 12.2.4]",
                 a->target, window_label(v), (long long)(c.bytes - c.attached),
                 (long long)c.bytes, x->region_count,
                 x->region_count == 1 ? "" : "s",
                 is_offset(end) ? "; displacements of a dynamic window are "
                                  "addresses, as from MPI_Get_address"
                                : "");
  *address = (char *)a->disp;
  return 0;
}

int window_range(const struct window_view *v, const struct access *a,
                 char **address)
{
  const struct window *w = v->window;
  const struct exposure *x = &w->exposures[a->target];
  MPI_Count low, high, start, first, end;
  *address = NULL;
  if (w->flavor != MPI_WIN_FLAVOR_DYNAMIC && a->disp < 0)
    return fault(MPI_ERR_DISP,
                 " to rank %d of %s: target_disp is %lld, must not be negative "
                 "[MPI-4.1 12.3]",
                 a->target, window_label(v), (long long)a->disp);
  if (!datatype_span(a->count, a->type, &low, &high)) return overflow(v, a);
  if (low == high) return 0;
  if (w->flavor == MPI_WIN_FLAVOR_DYNAMIC)
    return dynamic_range(v, a, x, low, high, address);
  if (__builtin_mul_overflow(a->disp, (MPI_Count)x->unit, &start) ||
      __builtin_add_overflow(start, low, &first) ||
      __builtin_add_overflow(start, high, &end))
    return overflow(v, a);
  if (first < 0 || end > x->size) return outside(v, a, start, low, high);
  *address = x->base + start;
  return 0;
}

/* --- dynamic windows --- */

static struct exposure *own_exposure(struct window_view *v)
{
  return &v->window->exposures[v->rank];
}

static int dynamic_only(const struct window_view *v)
{
  if (v->window->flavor == MPI_WIN_FLAVOR_DYNAMIC) return 0;
  return fault(MPI_ERR_RMA_FLAVOR,
               " on %s, which is not dynamic [MPI-4.1 12.2.4]",
               window_label(v));
}

static bool meets_regions(const struct exposure *x, const char *base,
                          MPI_Aint size)
{
  int i = size > 0 ? last_before(x, base + size) : -1;
  return i >= 0 && base < x->regions[i].base + x->regions[i].size;
}

static void insert(struct exposure *x, int at, struct region region)
{
  size_t n = (size_t)x->region_count++;
  x->regions = xgrow(x->regions, n, sizeof region);
  memmove(&x->regions[at + 1], &x->regions[at], (n - at) * sizeof region);
  x->regions[at] = region;
}

int window_end(const void *base, MPI_Aint size, const char *section)
{
  if (size <= INTPTR_MAX - (intptr_t)base) return 0;
  return fault(MPI_ERR_SIZE,
               ": %lld bytes reach beyond the end of memory [MPI-4.1 %s]",
               (long long)size, section);
}

int window_attach(struct window_view *v, void *base, MPI_Aint size)
{
  int error = dynamic_only(v);
  if (error) return error;
  if (size < 0)
    return fault(MPI_ERR_SIZE,
                 ": size is %lld, must not be negative [MPI-4.1 12.2.4]",
                 (long long)size);
  if (!base && size > 0)
    return fault(MPI_ERR_RMA_ATTACH,
                 ": base is a null pointer, but size is %lld [MPI-4.1 12.2.4]",
                 (long long)size);
  error = window_end(base, size, "12.2.4");
  if (error) return error;
  struct exposure *x = own_exposure(v);
  if (meets_regions(x, base, size))
    return fault(MPI_ERR_RMA_ATTACH,
                 " to %s: %lld bytes overlap memory that is attached already "
                 "[MPI-4.1 12.2.4]",
                 window_label(v), (long long)size);
  insert(x, regions_before(x, base), (struct region){base, size});
  return 0;
}

/* The first that begins there, or -1. */
static int region_at(const struct exposure *x, const char *base)
{
  int i = regions_before(x, base);
  return i < x->region_count && x->regions[i].base == base ? i : -1;
}

const struct region *window_region(const struct window_view *v,
                                   const void *base)
{
  const struct exposure *x = &v->window->exposures[v->rank];
  int i = region_at(x, base);
  return i < 0 ? NULL : &x->regions[i];
}

int window_detach(struct window_view *v, const void *base)
{
  int error = dynamic_only(v);
  if (error) return error;
  struct exposure *x = own_exposure(v);
  int i = region_at(x, base);
  if (i < 0)
    return fault(MPI_ERR_BASE,
                 " from %s: no attached region starts at this address "
                 "[MPI-4.1 12.2.4]",
                 window_label(v));
  x->region_count--;
  memmove(&x->regions[i], &x->regions[i + 1],
          (x->region_count - i) * sizeof *x->regions);
  return 0;
}
