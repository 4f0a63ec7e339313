/* Optional calls for programs that know they are simulated.
 *
 * A program need not call them. Times are in seconds of simulated time. */
#ifndef ORIEL_H
#define ORIEL_H

#ifdef __cplusplus
extern "C" {
#endif

/* Spend time outside MPI, as a computation would: under `--progress=weak`
 * nothing that needs this rank's CPU is served meanwhile. A negative time is
 * an error that ends the run. */
void oriel_compute(double seconds);
/* The same time, asleep: without need of a core, which a rank's threads share
 * when they compute. */
void oriel_sleep(double seconds);
/* A computation of so many floating-point operations, at the speed that the
 * platform gives this rank's host. */
void oriel_compute_flops(double flop);
/* The simulated time, without the cost of reading a clock. */
double oriel_now(void);

#ifdef __cplusplus
}
#endif

#endif
