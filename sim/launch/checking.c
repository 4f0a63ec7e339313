/* Opens and closes the checker, and writes what it found. */
#include "checking.h"

#include "crash.h"
#include "programs.h"
#include "../exit.h"
#include "../rank/rank.h"
#include "../rank/streams.h"
#include "../touch/touch.h"
#include "../where/memory.h"
#include "../where/where.h"
#include "../../model/check/check.h"
#include "../../model/check/ranks.h"
#include "../../model/check/report.h"
#include "../../model/memory.h"
#include "../../traces/reports.h"
#include "../../traces/whole.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct options *options;
const char *checking_own_atomics;

static const long long TRACKED_MAX = 1ll << 40;

void checking_bind(const struct options *o)
{
  if (!o->check) return;
  where_memory_open();
  if (touch_open())
    usage_error("--check: no room for 32 GiB of addresses at 0x%lx%s",
                (unsigned long)TOUCH_ADDRESS, memory_limit());
}

static void describe_memory(const void *address, int rank,
                            struct check_memory *m)
{
  static const enum check_memory_kind kinds[] = {
      [MEMORY_GLOBAL] = CHECK_GLOBAL,  [MEMORY_HEAP] = CHECK_HEAP,
      [MEMORY_FREED] = CHECK_FREED,    [MEMORY_STACK] = CHECK_STACK,
      [MEMORY_DEAD] = CHECK_DEAD,      [MEMORY_ENDED] = CHECK_ENDED,
      [MEMORY_WINDOW] = CHECK_UNKNOWN, [MEMORY_UNKNOWN] = CHECK_UNKNOWN};
  static struct where_memory w; /* not on a rank's stack: it is long */
  where_extent(address, rank, &w);
  *m = (struct check_memory){kinds[w.kind], w.from, w.to, w.scope};
}

static enum check_memory_kind left(void *scope, const void *address, int rank)
{
  static const enum check_memory_kind kinds[] = {[SCOPE_STAYS] = CHECK_STACK,
                                                 [SCOPE_BLOCK_ENDED] =
                                                     CHECK_LEFT,
                                                 [SCOPE_RETURNED] = CHECK_DEAD};
  return kinds[where_left(scope, address, rank)];
}

/* A byte for each of its pages would be too many. */
static void track(const char *from, const char *to, int reasons)
{
  if (to - from > TRACKED_MAX) {
    streams_say("oriel: %s: window memory of %lld bytes is too much for "
                "--check, which sees loads and stores in 1 TiB at most\n",
                strand_label(self), (long long)(to - from));
    run_end(EXIT_LIMIT);
  }
  touch_track(from, to, reasons);
}

static void rescue(const struct report *r)
{
  const char *text = report_text(r);
  if (!r->told) (void)!write(STDERR_FILENO, text, strlen(text));
}

static void rescue_reports(void)
{
  report_each_rescued(rescue);
}

static bool own_atomics(void)
{
  checking_own_atomics = programs_own_atomics(options);
  return checking_own_atomics != NULL;
}

void checking_open(const struct options *o, bool seen, bool unseen)
{
  static struct check_options check;
  options = o;
  static char why[WHY];
  if (!o->check) return;
  if (o->junit && whole_check(o->junit, why, sizeof why))
    usage_error("%s", why);
  check = (struct check_options){.separate = o->separate,
                                 .portability = true,
                                 .accumulate_ops = o->check == CHECK_STRICT,
                                 .unseen = unseen,
                                 .own_atomics = seen ? own_atomics : NULL,
                                 .track = seen ? track : NULL,
                                 .name = where_name,
                                 .memory = describe_memory,
                                 .dead = where_dead,
                                 .left = seen ? left : NULL,
                                 .place = where_call,
                                 .place_function = where_function};
  check_open(&check);
  crash_rescue = rescue_reports;
}

static int code_of(const struct options *o)
{
  struct report_totals totals = report_totals();
  if (o->check == CHECK_WARN) return 0;
  if (o->check == CHECK_STRICT && totals.warnings) return EXIT_REPORTS;
  return totals.errors ? EXIT_REPORTS : 0;
}

/* Returns `code`, or what became of it because nothing could be written. */
static int write_junit(const struct options *o, int own, int code, double date)
{
  static char why[WHY];
  char failed[64];
  snprintf(failed, sizeof failed, "exit code %d", own);
  struct junit junit = {.program = basename(o->apps[0].argv[0]),
                        .failed = own ? failed : NULL,
                        .warnings = o->check == CHECK_STRICT,
                        .time = date};
  if (!reports_junit(o->junit, &junit, why, sizeof why)) return code;
  streams_say("orielrun: %s\n", why);
  return code ? code : EXIT_USAGE;
}

/* The ranks that ended well and lack this call. */
static void report_lacking(const char *call, const char *section, double date)
{
  struct report r = {.rule = RULE_ERROR, .date = date, .plain = true};
  int *left = xmalloc((size_t)ranks_count() * sizeof *left), n = 0;
  char ranks[160];
  for (int i = 0; i < ranks_count(); i++)
    if (rank_lacks(rank_of(i)) && strcmp(rank_lacks(rank_of(i)), call) == 0)
      left[n++] = i;
  ranks_text(left, n, ranks, sizeof ranks);
  snprintf(r.headline, sizeof r.headline,
           "error: %s end%s without %s [MPI-4.1 %s]", ranks, n == 1 ? "s" : "",
           call, section);
  if (n) report_add(&r);
  free(left);
}

/* What only these calls say: that the ranks which ended well are done. */
static void report_unfinished(double date)
{
  report_lacking("MPI_Finalize", "11.2.2", date);
  report_lacking("MPI_Session_finalize", "11.3.1", date);
}

int checking_close(const struct options *o, int code, double date, bool regular)
{
  if (!o->check) return code;
  if (regular && !code) report_unfinished(date);
  check_close(regular, date);
  reports_print(streams_say);
  crash_rescue = NULL; /* a crash from here on would print them again */
  int own = code;
  if (!code) code = code_of(o);
  return o->junit ? write_junit(o, own, code, date) : code;
}
