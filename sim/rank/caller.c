/* The state of the program where it has called.
 *
 * A loop that only waits calls from one state again and again; one that counts
 * its rounds does not. Invariant: it reads the program's frames alone, below
 * which all is ours and changes. */
#include "caller.h"

#include "call.h"
#include "observed.h"
#include "rank.h"
#include "../../model/hash.h"

enum {
  KEPT = 5,      /* registers, below where the frame pointer is saved */
  FRAMES = 4096, /* bytes of the program's frames, at most, ... */
  WORD = sizeof(uint64_t) /* ... hashed by words of so many */
};

static uint64_t mix(uint64_t n)
{
  return hash_mix(n, n >> 32);
}

/* Each word by its place, so that they need not wait for each other. It is the
 * program's memory, whatever a sanitizer holds of it. */
__attribute__((no_sanitize("address"))) static uint64_t
hash(const uint64_t *from, const uint64_t *to)
{
  uint64_t sum = 0, place = 0;
  for (const volatile uint64_t *at = from; at < to; at++)
    sum += mix(*at ^ (place += 0xc2b2ae3d27d4eb4fu));
  return sum;
}

/* Frames have holes that nobody has written. What is in these stays the same
 * while the program goes round, which is all that counts; valgrind is told so,
 * by the request that its manual calls VALGRIND_MAKE_MEM_DEFINED: rotations by
 * 128 bits in all, and an exchange of a register with itself, to everybody
 * else.
 */
static uint64_t defined(uint64_t n)
{
  enum { MAKE_MEM_DEFINED = 'M' << 24 | 'C' << 16 | 2 };
  const volatile uint64_t request[6] = {MAKE_MEM_DEFINED, (uintptr_t)&n,
                                        sizeof n};
  uint64_t result = 0;
  __asm__ volatile("rolq $3, %%rdi\n\trolq $13, %%rdi\n\t"
                   "rolq $61, %%rdi\n\trolq $51, %%rdi\n\t"
                   "xchgq %%rbx, %%rbx"
                   : "+d"(result)
                   : "a"(request)
                   : "cc", "memory");
  return n;
}

/* NULL: it is not known, or on no stack of ours. */
static const uint64_t *find_frame(const struct strand *s,
                                  const struct call *call, const uint64_t **end)
{
  void *low, *high;
  const char *frame = call ? call->frame : s->pause.frame;
  engine_stack(s->context, &low, &high);
  if (frame < (char *)low || frame >= (char *)high) return NULL;
  *end = high;
  return (void *)frame;
}

static uint64_t state_in(uint64_t site, const uint64_t *frame,
                         const uint64_t *end)
{
  return site + defined(hash(frame - KEPT, end));
}

static uint64_t site_of(const struct strand *s, const struct call *call)
{
  return mix((uintptr_t)(call ? call->site : s->pause.site));
}

uint64_t caller_state_of(const struct strand *s)
{
  const struct call *call = observed_call(s);
  const uint64_t *end, *frame = find_frame(s, call, &end);
  uint64_t site = site_of(s, call);
  if (!frame) return site;
  if (end - frame > FRAMES / WORD) end = frame + FRAMES / WORD;
  return state_in(site, frame, end);
}

bool caller_whole_state_of(const struct strand *s, uint64_t *state)
{
  const struct call *call = observed_call(s);
  const uint64_t *end, *frame = find_frame(s, call, &end);
  if (frame) *state = state_in(site_of(s, call), frame, end);
  return frame != NULL;
}

uint64_t caller_state(void)
{
  return caller_state_of(self->strand);
}
