/* A run: options, platform, programs, ranks, the simulation, its end.
 *
 * Invariant: the process ends in run_end() or, for a mistake in what the user
 * asked for, in usage_error() before the first rank has run. */
#include "run.h"

#include "checking.h"
#include "crash.h"
#include "deadlock.h"
#include "limits.h"
#include "live.h"
#include "options.h"
#include "patience.h"
#include "place.h"
#include "programs.h"

#include "../choice.h"
#include "../coll/select.h"
#include "../cost/cost.h"
#include "../exit.h"
#include "../image/image.h"
#include "../image/libc_wait.h"
#include "../image/tsc.h"
#include "../net/net.h"
#include "../order.h"
#include "../p2p/p2p.h"
#include "../plain_locale.h"
#include "../rank/folder.h"
#include "../rank/observed.h"
#include "../rank/own.h"
#include "../rank/rank.h"
#include "../rank/spinners.h"
#include "../rank/streams.h"
#include "../rma/rma.h"
#include "../spin/spin.h"
#include "../strand/cores.h"
#include "../strand/pthread.h"
#include "../touch/touch.h"
#include "../where/where.h"
#include "../../model/datatype/datatype.h"
#include "../../model/memory.h"
#include "../../model/observer.h"
#include "../../traces/result.h"
#include "../../traces/summary.h"
#include "../../traces/whole.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { GUARDED_RANKS_MAX = 8192 };

static struct options options;
static const char *const *unseen; /* programs_unseen's, under --check */
static int unseen_count;
static int hosts_used;
static struct timespec began;
static double start_up; /* host seconds before the first rank ran */

/* --- preparation --- */

static void forget_results(void)
{
  const char *const files[] = {options.json, options.junit, options.result};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    if (files[i]) whole_forget(files[i]);
}

static void open_summary(void)
{
  static char why[WHY];
  if (options.json && whole_check(options.json, why, sizeof why))
    usage_error("%s", why);
  if (options.result && whole_check(options.result, why, sizeof why))
    usage_error("%s", why);
  if (options.json || !options.quiet) summary_open();
}

static void open_platform(void)
{
  static char why[WHY];
  int hosts = options.ppn ? (options.ranks + options.ppn - 1) / options.ppn
                          : options.ranks;
  int bad = options.platform ? engine_load(options.platform, why, sizeof why)
                             : engine_load_default(hosts, why, sizeof why);
  if (bad) usage_error("%s", why);
  if (cost_load(options.platform ? options.platform : "the default platform",
                options.costs, options.cost_count, why, sizeof why))
    usage_error("%s", why);
}

static void end_unreachable(int from, int to)
{
  streams_say("oriel: %s: there is no route of links from host %s to host %s\n",
              options.platform, engine_host_name(from), engine_host_name(to));
  run_end(EXIT_USAGE);
}

static void open_network(const struct rank_place *places)
{
  static char why[WHY];
  char *used = xcalloc(engine_host_count(), 1);
  for (int i = 0; i < options.ranks; i++) {
    hosts_used += !used[places[i].host];
    used[places[i].host] = 1;
  }
  if (engine_use(used, why, sizeof why)) usage_error("%s", why);
  free(used);
  net_open(end_unreachable);
  p2p_open(options.ranks);
  rma_open();
}

/* --- the end --- */

/* Host seconds since the start of the process. */
static double wall_time(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)(now.tv_sec - began.tv_sec) +
         1e-9 * (double)(now.tv_nsec - began.tv_nsec);
}

static double seconds(struct timeval t)
{
  return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

static struct summary_host host_figures(void)
{
  struct rusage usage;
  struct engine_counts counts = engine_counts();
  getrusage(RUSAGE_SELF, &usage);
  return (struct summary_host){
      .wall = wall_time(),
      .start_up = start_up,
      .cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime),
      .peak_memory = usage.ru_maxrss * 1024,
      .events = counts.events,
      .dates = counts.dates,
      .flows = counts.flows,
      .switches = counts.switches,
      .parks = counts.parks,
      .wakes = counts.wakes,
      .image_switches = own_switches(),
      .copies = datatype_copied().times,
      .bytes_copied = datatype_copied().bytes,
  };
}

struct settings {
  struct summary_setting *list;
  int count;
};

static void add_setting(const char *name, const char *value, void *arg)
{
  struct settings *s = arg;
  s->list = xgrow(s->list, s->count, sizeof *s->list);
  s->list[s->count++] = (struct summary_setting){xstrdup(name), xstrdup(value)};
}

/* Calls that have not returned took until now. */
static void end_calls(const struct rank *r, double date)
{
  for (const struct strand *s = &r->main; s; s = s->next)
    for (const struct call *c = observed_call(s); c; c = c->outer)
      summary_cut_call((int)(c->function - functions),
                       fmax(0, date - c->start));
}

/* What was under way has come so far. */
static void cut_short(double date)
{
  for (int i = 0; i < ranks_count(); i++)
    if (rank_of(i)->state != RANK_ENDED) end_calls(rank_of(i), date);
  spent(TERM_COMPUTE, -cores_left(date));
}

/* Returns `code`, or what became of it because nothing could be written. */
static int write_summary(int code, double date)
{
  static char why[WHY];
  struct settings settings = {0};
  struct summary_host host = host_figures();
  cost_each(add_setting, &settings);
  if (select_model) add_setting("coll", "model", &settings);
  struct summary_run run = {
      .version = ORIEL_VERSION,
      .platform = options.platform ? basename(options.platform)
                                   : "single-switch (default)",
      .ranks = ranks_count(),
      .hosts = hosts_used,
      .time = date,
      .exit_code = code,
      .settings = settings.list,
      .setting_count = settings.count,
      .host = options.host_stats ? &host : NULL,
      .checked = options.check,
      .unseen = unseen,
      .unseen_count = unseen_count,
      .own_atomics = checking_own_atomics,
      .bare =
          code >= EXIT_MPI_ERROR && code <= EXIT_CRASH ? where_bare() : NULL,
      /* The tables would bury the message of what went wrong. */
      .brief = code >= EXIT_MPI_ERROR && code <= EXIT_USAGE,
  };
  if (!options.quiet) summary_print(&run, streams_say);
  if (options.result &&
      result_write(options.result, run.time, why, sizeof why)) {
    streams_say("orielrun: %s\n", why);
    if (!code) code = EXIT_USAGE;
  }
  if (!options.json || !summary_json(options.json, &run, why, sizeof why))
    return code;
  streams_say("orielrun: %s\n", why);
  return code ? code : EXIT_USAGE;
}

void run_end(int code)
{
  static bool ending; /* a crash while ending must not come here again */
  if (ending) _exit(code);
  ending = true;
  plain_locale_enter(); /* for good */
  spin_close();
  live_close();
  folder_leave();
  observers_tell_withheld();
  streams_switch();
  if (streams_close() && !code)
    code = live_unread() ? 128 + SIGPIPE : EXIT_LIMIT;
  double date = ranks_latest();
  code = checking_close(&options, code, date, !ranks_alive());
  if (ranks_alive()) cut_short(date);
  code = write_summary(code, date);
  _exit(!code && live_unread() ? 128 + SIGPIPE : code);
}

/* The first nonzero exit code in the order of simulated time, then of ranks. */
static int ranks_exit_code(void)
{
  const struct rank *first = NULL;
  for (int i = 0; i < ranks_count(); i++) {
    const struct rank *r = rank_of(i);
    if (r->state != RANK_ENDED || !r->exit_code) continue;
    if (!first || r->ended < first->ended) first = r;
  }
  return first ? first->exit_code : 0;
}

/* Ranks are left and nothing can happen: a rank that went without MPI_Finalize
 * or MPI_Session_finalize explains it, else it is a deadlock. */
static int stuck(void)
{
  streams_switch();
  streams_close();
  int code = ranks_exit_code(), left = 0;
  for (int i = 0; i < ranks_count(); i++) {
    const struct rank *r = rank_of(i);
    if (r->state != RANK_ENDED || !rank_lacks(r)) continue;
    if (++left == 1)
      streams_say("oriel: rank %d ended with code %d without %s, and others "
                  "wait\n",
                  r->id, r->exit_code, rank_lacks(r));
  }
  deadlock_report(0);
  return left && code ? code : EXIT_DEADLOCK;
}

/* --- the run --- */

static int run_rank(struct rank *r)
{
  const struct app *app = &options.apps[r->app];
  r->image = image_new(program_of(r->app));
  r->main.own = image_main(r->image);
  return image_run(r, app->argc, app->argv, environ);
}

static bool wants_bar(void)
{
  if (options.bar != BAR_BY_DEFAULT) return options.bar == BAR_ON;
  return !options.quiet && isatty(2);
}

void oriel_run(int argc, char **argv)
{
  clock_gettime(CLOCK_MONOTONIC, &began);
  options_parse(argc, argv, &options);
  forget_results();
  live_open();
  limits_open();
  memory_begin(options.ranks);
  engine_open(argv[0]);
  libc_add_tables(pthread_tables);
  libc_add_tables(touch_tables);
  libc_where = where_call;
  window_place = where_call;
  checking_bind(&options);
  programs_open(&options);
  if (options.missing) programs_missing(&options);
  open_platform();
  struct rank_place *places = place_ranks(&options);
  /* All files are read, which may wait for a pipe. */
  live_take_ends(options.quiet);
  open_network(places);
  programs_plan(&options);
  order_choose(options.order);
  choices_set(options.choices);
  open_summary();
  if (options.check) unseen = programs_unseen(&options, &unseen_count);
  checking_open(&options, programs_any_checked(&options), unseen_count > 0);
  streams_open(options.tag_output);
  engine_redirect_terminate(libc_terminate);
  crash_open();
  tsc_open();
  engine_guard_stacks(options.ranks <= GUARDED_RANKS_MAX);
  ranks_create(options.ranks, places, options.stack, run_rank);
  patience_open(options.patience);
  spin_open();
  if (wants_bar()) live_bar();
  start_up = wall_time();
  do
    engine_run();
  while (ranks_alive() && (rank_count_on() || libc_wait_look_again()));
  run_end(ranks_alive() ? stuck() : ranks_exit_code());
}
