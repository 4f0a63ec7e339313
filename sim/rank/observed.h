/* What the observers are told of strands and of the calls they are in, as
 * fields of OBSERVE. */
#ifndef ORIEL_OBSERVED_H
#define ORIEL_OBSERVED_H

#include "call.h"
#include "rank.h"
#include "../../model/observer.h"

/* The call a strand is in, whether it is in place or not; NULL: none. */
static inline const struct call *observed_call(const struct strand *s)
{
  return s->rank->strand == s ? s->rank->call : s->call;
}

/* The fields `strand`, `call` and `site`. */
#define OBSERVED_OF(s)                                                         \
  .strand = observed_strand(s), .call = observed_call(s)->function->name,      \
  .site = observed_call(s)->site
#define OBSERVED_SELF OBSERVED_OF(self->strand)

/* OBSERVE_ORDER(RELEASE, self->strand, a carrier, .releases = 1) */
#define OBSERVE_ORDER(what, by, ...)                                           \
  OBSERVE(order, .kind = OBSERVED_##what, .strand = observed_strand(by),       \
          .carrier = __VA_ARGS__)

#endif
