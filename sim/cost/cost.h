/* The timing model's parameters: platform properties, each overridable by
 * --cost NAME=VALUE. Properties are named "oriel:NAME" in the platform file.
 * Invariant: between cost_load and the end of the run nothing changes them,
 * and none depends on the number of ranks. Units: seconds, bytes, B/s.
 *
 * NAME is o_put, o_get, o_acc, o_send, o_recv, gap, interface, ack, atomic,
 * combine, copy, eager, flow_min, clock, poll, noise, noise_seed, protocol,
 * progress or network.
 * What a platform does not say is as in the table of cost.c, with its source
 * there. */
#ifndef ORIEL_COST_H
#define ORIEL_COST_H

#include "../../model/observer.h"

#include <stddef.h>

enum cost_protocol { PROTOCOL_RDMA, PROTOCOL_MESSAGE };
enum cost_progress { PROGRESS_HARDWARE, PROGRESS_THREAD, PROGRESS_WEAK };
enum cost_network { NETWORK_HYBRID, NETWORK_FLUID, NETWORK_LATENCY };

/* CPU time of a call: a + b * bytes, by size range: in the platform file
 * "1e-6" or "1e-6+2e-10" or "1e-6+0;8192:2e-6+1e-10" (from 8192 bytes on). */
enum cost_call {
  COST_PUT,
  COST_GET,
  COST_ACC,
  COST_SEND,
  COST_RECV,
  COST_CALLS
};
_Static_assert(TERM_O_PUT + COST_CALLS - 1 == TERM_O_RECV,
               "a term for each of them");

struct cost_parameters {
  double gap;       /* least time between two messages through an interface */
  double interface; /* latency of the two interfaces, on top of the links' */
  double ack;       /* hardware's completion notice: share of route latency */
  double atomic;    /* per element that the target's interface applies */
  double combine;   /* B/s of a software reduction */
  double copy;      /* B/s of a local memory copy */
  size_t eager;     /* largest payload sent without a handshake */
  size_t flow_min;  /* hybrid: largest payload that is a timed event */
  double clock;     /* reading the simulated time */
  double poll;      /* an MPI_Test, MPI_Iprobe that finds nothing */
  double noise;     /* CPU time takes up to this share longer: noise.h */
  size_t noise_seed;
  bool noisy; /* noise is not 0 */
  enum cost_protocol protocol;
  enum cost_progress progress;
  enum cost_network network;
};

/* Of messages from so many bytes on. */
struct cost_range {
  size_t from;
  double a, b;
};

#pragma GCC visibility push(hidden)
extern struct cost_parameters cost;
/* The last one of each; those below it come before it, the first is from 0. */
extern const struct cost_range *cost_ranges[COST_CALLS];
#pragma GCC visibility pop

/* Overhead of issuing (or, for COST_RECV, completing) a call of this size. It
 * is noted as spent, so ask once for each payment. */
static inline double cost_overhead(enum cost_call call, size_t bytes)
{
  const struct cost_range *range = cost_ranges[call];
  while (bytes < range->from)
    range--;
  return spent(TERM_O_PUT + (int)call, range->a + range->b * (ptrdiff_t)bytes);
}

/* Read "oriel:*" properties of the loaded platform, then the overrides, each
 * "NAME=VALUE", or "--NAME=VALUE" by an option of that name (protocol, progress
 * and network are names too). On failure -1 and one line in `why` that names
 * the property or option and what it takes.
 * `message` without a word on progress is served as `weak`; together with
 * `hardware` it is refused. */
int cost_load(const char *platform, const char *const overrides[], int n,
              char *why, size_t why_size);

/* One plain decimal number at *text, which moves behind it. Returns what is
 * wrong with it, NULL: nothing. */
const char *cost_number(const char **text, double *value);

/* All parameters as they stand, "NAME = VALUE" each, in a fixed order. */
void cost_each(void (*each)(const char *name, const char *value, void *arg),
               void *arg);

/* The words that a parameter takes, NULL at their end; NULL where it takes
 * none or there is no such parameter. */
const char *const *cost_words(const char *name);

#endif
