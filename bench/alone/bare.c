/* The engine's own limit: as many contexts, switches, events, dates, flows and
 * payload copies as a run of a benchmark program had, and nothing else.
 *
 *   bare PROGRAM RANKS SWITCHES EVENTS DATES FLOWS COPIES BYTES
 *
 * PROGRAM gives each context an image to switch to; COPIES of BYTES in all.
 * What the ranks do is one and the same: in each round a rank starts chains of
 * CHAIN steps, each an event or a flow that starts the next, and parks until
 * the last of its chains has ended. All is counted out evenly over ranks,
 * rounds and steps, but for flows: those come first, as in the programs it
 * stands for, whose large messages are those that make a window. It prints what
 * the engine counted.
 *
 * Invariant: rounds begin at multiples of a fixed time, so that ranks go in
 * step and the number of dates is what was asked for, not what came out. */
#include "../../model/memory.h"
#include "../../sim/engine/engine.h"
#include "../../sim/image/image.h"
#include "../../sim/rank/own.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where a program's thread-locals would lie: as in sim/simulator.c. */
__thread char oriel_tls_reserve[1 << 16] __attribute__((aligned(4096), used));

enum { CHAIN = 4, FLOW_BYTES = 65536 };

static const double step_time = 1e-5, spread = 1e-11;

struct bare_rank {
  int number;
  long round, rounds, pending;
  unsigned long steps; /* begun so far */
  struct context *context;
  struct image *image;
  char *payload, *window; /* what it sends, and where others' arrives */
};

struct chain {
  struct bare_rank *rank;
  int left; /* steps to come */
  struct chain *next;
  char staging[]; /* a payload on its way */
};

static struct {
  int ranks;
  unsigned long switches, events, dates, flows, copies, bytes;
} wanted;

static unsigned long steps_of_rank, steps_all; /* events and flows */
static unsigned long step_count, dates_of_step;
static unsigned long flows_left;
static long rounds, rounds_left; /* of each rank; one more of so many */
static size_t copy_bytes;
static struct bare_rank *ranks;
static struct image_template *program;
static struct chain *free_chains;

/* Of `all` things that are spread evenly over `n`, how many are due at i? */
static unsigned long due(unsigned long all, unsigned long i, unsigned long n)
{
  __extension__ typedef unsigned __int128 wide;
  return (unsigned long)((wide)all * (i + 1) / n - (wide)all * i / n);
}

static struct chain *chain_new(void)
{
  struct chain *c = free_chains;
  if (!c) return xmalloc(sizeof *c + copy_bytes);
  free_chains = c->next;
  return c;
}

/* Out of the rank's memory at one step, into another rank's at a later one. */
static void copy_payload(struct chain *c)
{
  static unsigned long copies;
  struct bare_rank *r = c->rank;
  for (unsigned long n = due(wanted.copies, step_count, steps_all); n; n--) {
    if (copies++ % 2 == 0)
      memcpy(c->staging, r->payload, copy_bytes);
    else
      memcpy(ranks[(r->number + 1) % wanted.ranks].window, c->staging,
             copy_bytes);
  }
}

static void chain_step(void *arg);

/* Start a step at this date: a flow where one is due, else an event. */
static void chain_go_on(struct chain *c, double date)
{
  c->left--;
  copy_payload(c);
  step_count++;
  if (flows_left && engine_on_event_stack()) {
    flows_left--;
    engine_flow(c->rank->number % engine_host_count(),
                (c->rank->number + 1) % engine_host_count(), FLOW_BYTES,
                chain_step, c);
  } else {
    engine_at(date, chain_step, c);
  }
}

static void chain_step(void *arg)
{
  struct chain *c = arg;
  if (c->left > 0) {
    chain_go_on(c, engine_now() + step_time);
    return;
  }
  struct bare_rank *r = c->rank;
  c->next = free_chains;
  free_chains = c;
  if (--r->pending == 0) engine_wake(r->context);
}

/* Start what this round has of steps, in chains. */
static void round_start(struct bare_rank *r)
{
  unsigned long steps = due(steps_of_rank, r->round, r->rounds);
  double begin = r->round * (CHAIN + 1) * step_time;
  if (begin < engine_now()) begin = engine_now();
  for (unsigned long i = 0; steps; i++) {
    struct chain *c = chain_new();
    unsigned long lane = (r->number + i * wanted.ranks) % dates_of_step;
    c->rank = r;
    c->left = steps < CHAIN ? steps : CHAIN;
    steps -= c->left;
    r->pending++;
    chain_go_on(c, begin + step_time + lane * spread);
  }
}

static void rank_run(void *arg)
{
  struct bare_rank *r = arg;
  r->image = image_new(program);
  own_switch(image_main(r->image));
  for (r->round = 0; r->round < r->rounds; r->round++) {
    round_start(r);
    while (r->pending > 0) {
      engine_park();
      own_switch(image_main(r->image));
    }
  }
  engine_exit_context();
}

static void ranks_start(void)
{
  size_t stack = wanted.ranks > 4096 ? 1 << 20 : 8 << 20; /* orielrun's */
  ranks = xcalloc(wanted.ranks, sizeof *ranks);
  for (int i = 0; i < wanted.ranks; i++) {
    ranks[i].number = i;
    ranks[i].rounds = rounds + (i < rounds_left);
    ranks[i].payload = xcalloc(1, copy_bytes + 1);
    ranks[i].window = xcalloc(1, copy_bytes + 1);
    ranks[i].context = engine_spawn(stack, rank_run, &ranks[i]);
  }
}

static void shares_compute(void)
{
  unsigned long each = wanted.switches / wanted.ranks;
  rounds = each > 1 ? each - 1 : 1;
  rounds_left = each > 1 ? wanted.switches % wanted.ranks : 0;
  flows_left = wanted.flows;
  steps_of_rank = (wanted.events + wanted.flows) / wanted.ranks;
  if (steps_of_rank < (unsigned long)rounds) steps_of_rank = rounds;
  steps_all = steps_of_rank * wanted.ranks;
  dates_of_step = wanted.dates / (rounds * CHAIN);
  if (!dates_of_step) dates_of_step = 1;
  copy_bytes = wanted.copies ? wanted.bytes / wanted.copies : 0;
}

int main(int argc, char **argv)
{
  char why[1024] = "usage: bare PROGRAM RANKS SWITCHES EVENTS DATES FLOWS "
                   "COPIES BYTES";
  if (argc == 9) {
    wanted.ranks = atoi(argv[2]);
    wanted.switches = strtoul(argv[3], NULL, 10);
    wanted.events = strtoul(argv[4], NULL, 10);
    wanted.dates = strtoul(argv[5], NULL, 10);
    wanted.flows = strtoul(argv[6], NULL, 10);
    wanted.copies = strtoul(argv[7], NULL, 10);
    wanted.bytes = strtoul(argv[8], NULL, 10);
  }
  memory_begin(wanted.ranks);
  if (wanted.ranks > 0) engine_open(argv[0]);
  if (wanted.ranks <= 0 || image_open(argv[1], &program, why, sizeof why) ||
      engine_load_default(wanted.ranks, why, sizeof why) ||
      engine_use(NULL, why, sizeof why)) {
    fprintf(stderr, "bare: %s\n", why);
    return 1;
  }
  shares_compute();
  image_plan(program, wanted.ranks);
  engine_limit_links(1);
  engine_guard_stacks(wanted.ranks <= 8192);
  ranks_start();
  engine_run();
  struct engine_counts counts = engine_counts();
  printf("switches %lu events %lu dates %lu flows %lu\n", counts.switches,
         counts.events, counts.dates, counts.flows);
  fflush(stdout);
  _Exit(0);
}
