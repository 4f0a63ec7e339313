/* A stub of the engine, for unit tests whose times are computed by hand.
 *
 * Same interface (sim/engine/engine.h), virtual clock, contexts by ucontext.
 * Unit tests named tests/unit/test_*_stub.c are linked with it in place of the
 * engine on SimGrid. Call stub_hosts first; all routes are alike unless
 * stub_route says otherwise. Flows share the first link of their sender and
 * the last link of their receiver max-min fairly; under engine_limit_links
 * each of these carries one flow at a time, the one that came first.
 * Everything may be called again for the next test: stub_hosts resets. */
#ifndef ORIEL_STUB_H
#define ORIEL_STUB_H

#include "../../sim/engine/engine.h"

/* Forget everything; now 0; n hosts "h0".. of 4 cores and 1e9 flop/s, each
 * two links of latency/2 and `bandwidth` away from any other. */
void stub_hosts(int n, double latency, double bandwidth);

/* One route by hand (one direction). */
void stub_route(int from, int to, struct route);

/* Every host has a loopback link. */
void stub_loopback(double latency, double bandwidth);

/* A property of the platform. */
void stub_property(const char *name, const char *value);

/* How many contexts are parked. */
int stub_parked(void);

#endif
