/* gcc's entry points for target: there is no device, so the host executes it,
 * with one thread that is a team of its own.
 *
 * The memory of a device is the host's, and nothing is ever copied. What is
 * deferred (nowait) is executed at once, after what it depends on. Invariant: a
 * region has its own copies of what is firstprivate, for as long as it runs. */
#include "entry.h"
#include "gomp.h"
#include "team.h"

#include "../../../model/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* What is mapped, in the low byte of a kind, of gcc's gomp-constants.h; above
 * that is the alignment, as a power of two. */
enum { KIND_MASK = 0xff, KIND_FIRSTPRIVATE = 12, ALIGNMENT_SHIFT = 8 };

static bool is_copied(unsigned short kind)
{
  return (kind & KIND_MASK) == KIND_FIRSTPRIVATE;
}

/* At most so many bytes, the first one at any address. */
static size_t copies_size(size_t n, const size_t *sizes,
                          const unsigned short *kinds)
{
  size_t all = 0;
  for (size_t i = 0; i < n; i++)
    if (is_copied(kinds[i]))
      all += sizes[i] + ((size_t)1 << (kinds[i] >> ALIGNMENT_SHIFT));
  return all;
}

static void copy_all(char *to, size_t n, void **addresses, const size_t *sizes,
                     const unsigned short *kinds)
{
  for (size_t i = 0; i < n; i++) {
    if (!is_copied(kinds[i])) continue;
    uintptr_t mask = ((uintptr_t)1 << (kinds[i] >> ALIGNMENT_SHIFT)) - 1;
    to = (char *)(((uintptr_t)to + mask) & ~mask);
    addresses[i] = memcpy(to, addresses[i], sizes[i]);
    to += sizes[i];
  }
}

ENTRY void GOMP_target_ext(int device UNUSED, void (*f)(void *), size_t n,
                           void **addresses, size_t *sizes,
                           unsigned short *kinds, unsigned flags UNUSED,
                           void **depend, void **arguments UNUSED)
{
  if (depend) gomp_wait_depend(depend, HERE("target"));
  char *copies = xmalloc(copies_size(n, sizes, kinds) + 1);
  copy_all(copies, n, addresses, sizes, kinds);
  team_run(team_new(1), f, addresses, HERE("target"));
  free(copies);
}

ENTRY void GOMP_target_data_ext(int device UNUSED, size_t n UNUSED,
                                void **addresses UNUSED, size_t *sizes UNUSED,
                                unsigned short *kinds UNUSED)
{
}

ENTRY void GOMP_target_end_data(void)
{
}

ENTRY void GOMP_target_update_ext(int device UNUSED, size_t n UNUSED,
                                  void **addresses UNUSED, size_t *sizes UNUSED,
                                  unsigned short *kinds UNUSED,
                                  unsigned flags UNUSED, void **depend)
{
  if (depend) gomp_wait_depend(depend, HERE("target"));
}

ENTRY void GOMP_target_enter_exit_data(int device UNUSED, size_t n UNUSED,
                                       void **addresses UNUSED,
                                       size_t *sizes UNUSED,
                                       unsigned short *kinds UNUSED,
                                       unsigned flags UNUSED, void **depend)
{
  if (depend) gomp_wait_depend(depend, HERE("target"));
}

/* --- teams within a target: a league of one --- */

ENTRY bool GOMP_teams4(unsigned least UNUSED, unsigned most UNUSED,
                       unsigned limit UNUSED, bool first)
{
  return first;
}

/* Of gcc before 12. */
ENTRY void GOMP_teams(unsigned teams UNUSED, unsigned limit UNUSED)
{
}
