/* The engine: simulated time, contexts, timed events, flows, routes.
 *
 * All that Oriel uses of SimGrid stands behind these functions (engine.cpp);
 * unit tests run the same protocols on a stub with a virtual clock. One host
 * thread. Hosts are numbered 0.. in the natural order of their names (h2
 * before h10). Dates and durations are in seconds, sizes in bytes.
 *
 * Invariant: events of one date run in the order in which they were posted;
 * flows that end at a date complete before that date's events, in the order in
 * which they were asked for. */
#ifndef ORIEL_ENGINE_H
#define ORIEL_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct context; /* what one rank runs on: a stack that can be parked */

/* Once, before anything else. */
void engine_open(const char *program);

/* Load a platform file. On failure -1, and one line in `why`: what is wrong
 * and where ("fat.xml:12: ..."). */
int engine_load(const char *path, char *why, size_t why_size);
/* The machine of platforms/single-switch.xml, with so many hosts. */
int engine_load_default(int hosts, char *why, size_t why_size);

/* After it is loaded, before it runs: only these hosts will send and receive;
 * `used` has one byte for each, NULL is all. They need routes, others do not.
 * On failure -1, and one line in `why`. */
int engine_use(const char *used, char *why, size_t why_size);

/* SimGrid's link concurrency limit for the `hybrid` mode: `one` sets 1 on
 * every link (on those that are faster than the narrowest link of a host in
 * use so many that they fill it), else unlimited. Between engine_use and run.
 */
void engine_limit_links(int one);

int engine_link_count(void);
int engine_host_count(void);
const int *engine_hosts_used(int *n); /* their numbers, in order */
const char *engine_host_name(int host);
int engine_host_cores(int host);
double engine_host_speed(int host);     /* flop/s of a core */
int engine_host_find(const char *name); /* -1 when there is none */
/* Call `each` for all properties of the platform's root zone (or of its only
 * sub-zone), in the order of their names. */
void engine_properties(void (*each)(const char *name, const char *value,
                                    void *arg),
                       void *arg);

struct route {
  double latency;   /* s, sum over the links */
  double bandwidth; /* B/s, the narrowest link's */
  double out, in;   /* B/s, the first and the last link's */
  int links;        /* 0: no route */
  int first, last;  /* the numbers of these links, from 0 on; -1: none */
};
/* -1 when the platform has no route between the two. From a host to itself:
 * its loopback link where the platform declares one (links == 1), else nothing
 * (links == 0). */
int engine_route(int from, int to, struct route *);

/* Where every route between two hosts is one link of each, which no other host
 * has (a switch without a backbone), those of this host: what its routes begin
 * and end with. Elsewhere -1. Cheaper than a route for each pair. */
struct half_route {
  double latency, bandwidth;
  int link;
};
int engine_half_routes(int host, struct half_route *out, struct half_route *in);

extern double engine_clock;
static inline double engine_now(void)
{
  return engine_clock;
}

/* Call f(arg) at `date`, at or after now, on the engine's stack. */
void engine_at(double date, void (*f)(void *), void *arg);

/* Send `bytes` > 0 through the links of the route, starting now, without its
 * latency; f(arg) when the last byte has left. On the engine's stack only. */
void engine_flow(int from, int to, double bytes, void (*f)(void *), void *arg);

/* A page without access below each stack, so that an overflow is a fault, even
 * where that takes two of the kernel's mappings per context (before Linux
 * 6.13). Before the first context runs; off unless called. */
void engine_guard_stacks(int on);
/* Stacks hold code, too. Before the first context runs. */
void engine_execute_stacks(void);

/* A context that runs f(arg) from the next event of this date on, with a stack
 * of `stack` bytes. */
struct context *engine_spawn(size_t stack, void (*f)(void *), void *arg);
/* Leave the running context until engine_wake; a wake that comes before the
 * park is not lost. A woken context runs after the events of its date that are
 * posted already; contexts woken at one date run in the order of engine_spawn.
 */
void engine_park(void);
/* The same, until ready(), given the argument of the context's function, says
 * so: it is asked when a woken context would run, in its place, on the engine's
 * stack. It need not be asked where a wake came before the park. NULL: always
 * ready. */
void engine_park_until(bool (*ready)(void *arg));
/* The running context parks so next, and will hardly be ready when that is
 * asked first: its stack need not be fetched early for that. */
void engine_unready(void);
/* Two turns before that of who parked so, and one before, let memory be asked
 * for that it will need: how(arg, stage), the stage being 1, then 2. What `arg`
 * points at was asked for earlier. Nothing is, unless this is called. */
void engine_foresee_turns(void (*how)(const void *arg, int stage));
void engine_wake(struct context *);
/* End of the running context's life: never returns. (So does the return of
 * its f.) A wake of an ended context does nothing. */
void engine_exit_context(void) __attribute__((noreturn));
/* Is this the engine's own stack (an event), not a rank's? */
int engine_on_event_stack(void);
/* The bounds [low, high) of a context's stack; NULL before it ran first. */
void engine_stack(struct context *, void **low, void **high);
/* 0: the address is on no context's stack. Touches nothing of a context. */
int engine_near_stacks(const void *address);

/* Run until neither an event, a flow nor a runnable context is left. Contexts
 * may still be parked then; a wake and another engine_run go on with them. */
void engine_run(void);

/* engine_request() may be called anywhere, by a signal handler too: the engine
 * calls `f` soon after, on its own stack between two events or contexts, as
 * long as it runs; so do contexts that go on for long, by engine_serve() where
 * they find engine_requested. f must not change what the engine does, but may
 * end the process. */
void engine_on_request(void (*f)(void));
void engine_request(void);
extern volatile int engine_requested; /* as sig_atomic_t is */
void engine_serve(void);

/* The C++ streams of the process go to what stdout and stderr are now, and
 * come from what input() gives at each reading. */
void engine_redirect_streams(FILE *(*input)(void));

/* What C++ ends with when nobody catches: what handler() gives, in place of
 * SimGrid's, which says nothing and crashes without an exception. */
void engine_redirect_terminate(void (*(*handler)(void))(void));

/* So far: events that ran, dates at which they did, flows that ended, contexts
 * that were entered (at their start and after a park), that left to wait, and
 * that were woken. And events and flows that are to come. */
struct engine_counts {
  unsigned long events, dates, flows, switches, parks, wakes;
  unsigned long pending;
};
struct engine_counts engine_counts(void);
/* Is no flow to come, and are all events that are? */
bool engine_all_pending(bool (*are)(void (*f)(void *), const void *arg));

#endif
