/* The optional calls of oriel.h. */
#include "../oriel.h"

#include "../exit.h"
#include "../rank/rank.h"
#include "../rank/streams.h"
#include "../rank/unsimulated.h"
#include "../strand/cores.h"
#include "../where/where.h"

#include <math.h>

#define PUBLIC __attribute__((visibility("default")))

static const struct rank *needed(const char *call)
{
  if (!self) unsimulated(call);
  return self;
}

static void pass(const char *call, const void *site, double amount,
                 double seconds, void (*how)(double))
{
  double end = needed(call)->time + seconds;
  if (!(amount >= 0) || !isfinite(end)) {
    streams_say("oriel: %s at %s: %s of %g: it takes a number that is not "
                "negative, and ends at a finite date\n",
                strand_label(self), where_call(site), call, amount);
    run_end(EXIT_USAGE);
  }
  how(seconds);
}

PUBLIC void oriel_compute(double seconds)
{
  pass("oriel_compute", __builtin_return_address(0), seconds, seconds,
       cores_compute);
}

PUBLIC void oriel_sleep(double seconds)
{
  pass("oriel_sleep", __builtin_return_address(0), seconds, seconds,
       rank_compute);
}

PUBLIC void oriel_compute_flops(double flop)
{
  pass("oriel_compute_flops", __builtin_return_address(0), flop,
       flop / engine_host_speed(needed("oriel_compute_flops")->host),
       cores_compute);
}

PUBLIC double oriel_now(void)
{
  return needed("oriel_now")->time;
}
