/* What LLVM's omp.h declares beside OpenMP: the kmp_ functions that programs
 * call themselves. (What clang compiles programs to is in kmpc*.c.)
 *
 * Waiting threads take no time of anybody, so that what tunes this has no
 * effect; and they are bound to no place, as where the machine cannot do that.
 */
#include "entry.h"
#include "team.h"

#include "../../image/libc.h"
#include "../../where/heap.h"
#include "../../where/home.h"
#include "../../../model/memory.h"

#include <stdlib.h>
#include <string.h>

/* --- memory --- */

ENTRY void *kmp_malloc(size_t size)
{
  return heap_made(malloc(size), size, HOME_SITE);
}

ENTRY void *kmp_aligned_malloc(size_t size, size_t alignment)
{
  void *memory;
  if (alignment < sizeof memory) alignment = sizeof memory;
  if (posix_memalign(&memory, alignment, size)) return NULL;
  return heap_made(memory, size, HOME_SITE);
}

ENTRY void *kmp_calloc(size_t count, size_t size)
{
  return heap_made(calloc(count, size), count * size, HOME_SITE);
}

ENTRY void *kmp_realloc(void *memory, size_t size)
{
  return heap_resize(memory, size, "kmp_realloc", HOME_SITE);
}

ENTRY void kmp_free(void *memory)
{
  heap_free(memory, "kmp_free", HOME_SITE);
}

/* --- stacks of threads that are made from now on; 0: as a rank's --- */

ENTRY size_t kmp_get_stacksize_s(void)
{
  return omp_self()->settings.stack;
}

ENTRY int kmp_get_stacksize(void)
{
  return (int)kmp_get_stacksize_s();
}

ENTRY void kmp_set_stacksize_s(size_t size)
{
  omp_self()->settings.stack = size;
}

ENTRY void kmp_set_stacksize(int size)
{
  if (size > 0) kmp_set_stacksize_s((size_t)size);
}

/* --- how threads wait --- */

enum { SERIAL = 1, TURNAROUND, THROUGHPUT };

ENTRY int kmp_get_blocktime(void)
{
  return omp_self()->settings.block_time;
}

ENTRY void kmp_set_blocktime(int milliseconds)
{
  omp_self()->settings.block_time = milliseconds < 0 ? 0 : milliseconds;
}

ENTRY int kmp_get_library(void)
{
  return omp_self()->settings.serial ? SERIAL : THROUGHPUT;
}

/* The serial one has teams of one, until another is asked for. */
ENTRY void kmp_set_library(int library)
{
  bool serial = library == SERIAL;
  struct omp *omp = omp_self();
  if (omp->settings.serial != serial)
    task_self()->settings.threads = serial ? 1 : omp->initial.threads;
  omp->settings.serial = serial;
}

ENTRY void kmp_set_library_serial(void)
{
  kmp_set_library(SERIAL);
}

ENTRY void kmp_set_library_turnaround(void)
{
  kmp_set_library(TURNAROUND);
}

ENTRY void kmp_set_library_throughput(void)
{
  kmp_set_library(THROUGHPUT);
}

/* --- the environment --- */

static bool begins_with(const char *text, const char *with)
{
  return strncmp(text, with, strlen(with)) == 0;
}

/* "NAME=VALUE|NAME=VALUE", as if the rank had begun so: but what is not
 * OpenMP's tunes what is not here. */
ENTRY void kmp_set_defaults(const char *text)
{
  int (*set)(const char *, const char *, int) =
      (int (*)(const char *, const char *, int))libc_function("setenv", false);
  struct omp *omp = omp_self();
  char *copy = xstrdup(text), *rest = NULL;
  bool any = false;
  for (char *name = strtok_r(copy, "|", &rest); name;
       name = strtok_r(NULL, "|", &rest)) {
    char *value = strchr(name, '=');
    if (!value || !begins_with(name, "OMP_")) continue;
    *value = 0;
    set(name, value + 1, 1);
    any = true;
  }
  free(copy);
  if (!any) return;
  settings_read(&omp->initial, &omp->settings);
  task_self()->settings = omp->initial;
}

/* --- without effect --- */

ENTRY void kmp_set_disp_num_buffers(int n UNUSED)
{
}

ENTRY void kmp_set_warnings_on(void)
{
}

ENTRY void kmp_set_warnings_off(void)
{
}

/* --- places --- */

enum { NOT_CAPABLE = -1 };

ENTRY int kmp_get_affinity_max_proc(void)
{
  return 0;
}

ENTRY void kmp_create_affinity_mask(void **mask)
{
  *mask = NULL;
}

ENTRY void kmp_destroy_affinity_mask(void **mask)
{
  *mask = NULL;
}

ENTRY int kmp_set_affinity(void **mask UNUSED)
{
  return NOT_CAPABLE;
}

ENTRY int kmp_get_affinity(void **mask UNUSED)
{
  return NOT_CAPABLE;
}

ENTRY int kmp_set_affinity_mask_proc(int place UNUSED, void **mask UNUSED)
{
  return NOT_CAPABLE;
}

ENTRY int kmp_unset_affinity_mask_proc(int place UNUSED, void **mask UNUSED)
{
  return NOT_CAPABLE;
}

ENTRY int kmp_get_affinity_mask_proc(int place UNUSED, void **mask UNUSED)
{
  return NOT_CAPABLE;
}
