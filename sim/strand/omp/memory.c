/* OpenMP's memory: allocators, and that of devices, of which there are none but
 * the host.
 *
 * All memory is malloc's. Of an allocator that the program makes, only the
 * alignment counts; the default one is that of all threads. The handles of the
 * predefined ones are small numbers. */
#include "entry.h"
#include "team.h"

#include "../../where/heap.h"
#include "../../where/home.h"
#include "../../../model/memory.h"

#include <errno.h>
#include <limits.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* --- allocators --- */

struct allocator {
  size_t alignment;
};

struct trait {
  int key;
  uintptr_t value;
};

enum {
  NULL_ALLOCATOR = 0,
  DEFAULT_ALLOCATOR = 1,
  PREDEFINED = 4096, /* handles below it */
  TRAIT_ALIGNMENT = 2,
  ALIGNED_ANYWAY = 16,
};

#define TRAIT_DEFAULT UINTPTR_MAX /* omp_atv_default */

ENTRY uintptr_t omp_init_allocator(uintptr_t space UNUSED, int count,
                                   const struct trait *traits)
{
  struct allocator *a = xmalloc(sizeof *a);
  a->alignment = 1;
  for (int i = 0; i < count; i++)
    if (traits[i].key == TRAIT_ALIGNMENT && traits[i].value != TRAIT_DEFAULT)
      a->alignment = traits[i].value;
  if (a->alignment && (a->alignment & (a->alignment - 1)) == 0)
    return (uintptr_t)a;
  free(a);
  return NULL_ALLOCATOR;
}

ENTRY void omp_destroy_allocator(uintptr_t allocator)
{
  if (allocator >= PREDEFINED) free((struct allocator *)allocator);
}

ENTRY uintptr_t omp_get_default_allocator(void)
{
  uintptr_t allocator = omp_self()->allocator;
  return allocator ? allocator : DEFAULT_ALLOCATOR;
}

ENTRY void omp_set_default_allocator(uintptr_t allocator)
{
  omp_self()->allocator = allocator;
}

/* The alignment that it gives to all. */
static size_t alignment_of(uintptr_t allocator)
{
  if (allocator == NULL_ALLOCATOR) allocator = omp_get_default_allocator();
  if (allocator < PREDEFINED) return 1;
  return ((const struct allocator *)allocator)->alignment;
}

/* --- allocation --- */

static void *allocate(size_t alignment, size_t size, uintptr_t allocator,
                      const void *site)
{
  void *memory;
  if (size == 0) return NULL;
  if (alignment_of(allocator) > alignment) alignment = alignment_of(allocator);
  if (alignment <= ALIGNED_ANYWAY) return heap_made(malloc(size), size, site);
  if (posix_memalign(&memory, alignment, size)) return NULL;
  return heap_made(memory, size, site);
}

ENTRY void *omp_aligned_alloc(size_t alignment, size_t size,
                              uintptr_t allocator)
{
  return allocate(alignment, size, allocator, HOME_SITE);
}

ENTRY void *omp_alloc(size_t size, uintptr_t allocator)
{
  return allocate(1, size, allocator, HOME_SITE);
}

static void *allocate_zeros(size_t alignment, size_t count, size_t size,
                            uintptr_t allocator, const void *site)
{
  if (size && count > SIZE_MAX / size) return NULL;
  void *memory = allocate(alignment, count * size, allocator, site);
  return memory ? memset(memory, 0, count * size) : NULL;
}

ENTRY void *omp_aligned_calloc(size_t alignment, size_t count, size_t size,
                               uintptr_t allocator)
{
  return allocate_zeros(alignment, count, size, allocator, HOME_SITE);
}

ENTRY void *omp_calloc(size_t count, size_t size, uintptr_t allocator)
{
  return allocate_zeros(1, count, size, allocator, HOME_SITE);
}

ENTRY void omp_free(void *memory, uintptr_t allocator UNUSED)
{
  heap_free(memory, "omp_free", HOME_SITE);
}

ENTRY void *omp_realloc(void *memory, size_t size, uintptr_t to,
                        uintptr_t from UNUSED)
{
  if (size && alignment_of(to) == 1)
    return heap_resize(memory, size, "omp_realloc", HOME_SITE);
  void *moved = allocate(1, size, to, HOME_SITE);
  size_t old = memory ? malloc_usable_size(memory) : 0;
  if (moved && memory) memcpy(moved, memory, old < size ? old : size);
  if (moved || !size) heap_free(memory, "omp_realloc", HOME_SITE);
  return moved;
}

/* --- for compilers --- */

ENTRY void *GOMP_alloc(size_t alignment, size_t size, uintptr_t allocator)
{
  return allocate(alignment, size, allocator, HOME_SITE);
}

ENTRY void GOMP_free(void *memory, uintptr_t allocator UNUSED)
{
  heap_free(memory, "omp_free", HOME_SITE);
}

ENTRY uintptr_t __kmpc_init_allocator(int thread UNUSED, uintptr_t space,
                                      int count, const struct trait *traits)
{
  return omp_init_allocator(space, count, traits);
}

ENTRY void __kmpc_destroy_allocator(int thread UNUSED, uintptr_t allocator)
{
  omp_destroy_allocator(allocator);
}

ENTRY void *__kmpc_alloc(int thread UNUSED, size_t size, uintptr_t allocator)
{
  return allocate(1, size, allocator, HOME_SITE);
}

ENTRY void *__kmpc_aligned_alloc(int thread UNUSED, size_t alignment,
                                 size_t size, uintptr_t allocator)
{
  return allocate(alignment, size, allocator, HOME_SITE);
}

ENTRY void __kmpc_free(int thread UNUSED, void *memory,
                       uintptr_t allocator UNUSED)
{
  heap_free(memory, "omp_free", HOME_SITE);
}

/* --- of devices: the host, which has number 0 --- */

enum { HOST };

ENTRY void *omp_target_alloc(size_t size, int device)
{
  if (device != HOST || size == 0) return NULL;
  return heap_made(malloc(size), size, HOME_SITE);
}

ENTRY void omp_target_free(void *memory, int device)
{
  if (device == HOST) heap_free(memory, "omp_target_free", HOME_SITE);
}

ENTRY int omp_target_is_present(const void *memory, int device)
{
  return device == HOST || !memory;
}

ENTRY int omp_target_is_accessible(const void *memory UNUSED,
                                   size_t size UNUSED, int device)
{
  return device == HOST;
}

ENTRY void *omp_get_mapped_ptr(const void *memory, int device)
{
  return device == HOST ? (void *)memory : NULL;
}

ENTRY int omp_target_memcpy(void *to, const void *from, size_t size,
                            size_t to_offset, size_t from_offset, int to_device,
                            int from_device)
{
  if (to_device != HOST || from_device != HOST) return EINVAL;
  memcpy((char *)to + to_offset, (const char *)from + from_offset, size);
  return 0;
}

/* A box of elements, in arrays whose extents are `sizes`: the outermost
 * dimension first. */
struct box {
  const size_t *offsets, *sizes;
};

static void copy_box(char *to, const char *from, size_t element, int dimensions,
                     const size_t *volume, struct box in, struct box out)
{
  size_t in_bytes = element, out_bytes = element; /* of a step outside */
  for (int d = 1; d < dimensions; d++) {
    in_bytes *= in.sizes[d];
    out_bytes *= out.sizes[d];
  }
  to += in.offsets[0] * in_bytes;
  from += out.offsets[0] * out_bytes;
  if (dimensions == 1) {
    memcpy(to, from, volume[0] * element);
    return;
  }
  struct box inner = {in.offsets + 1, in.sizes + 1};
  struct box outer = {out.offsets + 1, out.sizes + 1};
  for (size_t i = 0; i < volume[0]; i++)
    copy_box(to + i * in_bytes, from + i * out_bytes, element, dimensions - 1,
             volume + 1, inner, outer);
}

/* Without memory: how many dimensions there may be. */
ENTRY int omp_target_memcpy_rect(void *to, const void *from, size_t element,
                                 int dimensions, const size_t *volume,
                                 const size_t *to_offsets,
                                 const size_t *from_offsets,
                                 const size_t *to_sizes,
                                 const size_t *from_sizes, int to_device,
                                 int from_device)
{
  if (!to && !from) return INT_MAX;
  if (!to || !from) return EINVAL;
  if (dimensions < 1 || to_device != HOST || from_device != HOST) return EINVAL;
  copy_box(to, from, element, dimensions, volume,
           (struct box){to_offsets, to_sizes},
           (struct box){from_offsets, from_sizes});
  return 0;
}

ENTRY void *omp_target_memset(void *to, int byte, size_t size, int device)
{
  return device == HOST ? memset(to, byte, size) : to;
}

/* Those that may be done later are done at once. But what they depend on comes
 * before, and what depend objects hold is known to compilers alone: so all that
 * the task has made do. */
static void come_after(int depends, struct pause pause)
{
  if (depends > 0) task_wait(pause);
}

ENTRY int omp_target_memcpy_async(void *to, const void *from, size_t size,
                                  size_t to_offset, size_t from_offset,
                                  int to_device, int from_device, int depends,
                                  const void *objects UNUSED)
{
  come_after(depends, HERE("target memcpy_async"));
  return omp_target_memcpy(to, from, size, to_offset, from_offset, to_device,
                           from_device);
}

ENTRY int omp_target_memcpy_rect_async(
    void *to, const void *from, size_t element, int dimensions,
    const size_t *volume, const size_t *to_offsets, const size_t *from_offsets,
    const size_t *to_sizes, const size_t *from_sizes, int to_device,
    int from_device, int depends, const void *objects UNUSED)
{
  come_after(depends, HERE("target memcpy_rect_async"));
  return omp_target_memcpy_rect(to, from, element, dimensions, volume,
                                to_offsets, from_offsets, to_sizes, from_sizes,
                                to_device, from_device);
}

ENTRY void *omp_target_memset_async(void *to, int byte, size_t size, int device,
                                    int depends, const void *objects UNUSED)
{
  come_after(depends, HERE("target memset_async"));
  return omp_target_memset(to, byte, size, device);
}

ENTRY int omp_target_associate_ptr(const void *host UNUSED,
                                   const void *memory UNUSED,
                                   size_t size UNUSED, size_t offset UNUSED,
                                   int device UNUSED)
{
  return EINVAL;
}

ENTRY int omp_target_disassociate_ptr(const void *host UNUSED,
                                      int device UNUSED)
{
  return EINVAL;
}
