/* What ranks do, in words: the report of a deadlock, and of a run that goes on.
 * Ranks that wait in the same call, at the same line, for the same thing, share
 * a line. Groups come in the order of their lowest rank; where they are very
 * many, those behind the first share lines by their places alone. Of a rank
 * with several strands each has its place, as "thread 2" of it. */
#include "deadlock.h"

#include "cycle.h"

#include "../api/comm_pending.h"
#include "../cost/cost.h"
#include "../plain_locale.h"
#include "../rank/call.h"
#include "../rank/polls.h"
#include "../rank/rank.h"
#include "../rank/streams.h"
#include "../rma/asking.h"
#include "../rma/deferred.h"
#include "../where/home.h"
#include "../where/where.h"
#include "../../model/check/report.h"
#include "../../model/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  NONE = -1,
  TEXT = 1024,
  LIST = 512,
  RANGES_SHOWN = 16,
  LINES_SHOWN = 32
};

/* The function in which a strand is, and where the program has called that;
 * NULL: none. */
static const char *function_of(const struct strand *s, const void **site)
{
  const struct call *c = s == s->rank->strand ? s->rank->call : s->call;
  struct pause p = s->pause;
  if (!p.function && c)
    p = (struct pause){c->function->name, c->site, c->frame};
  *site = p.function ? home_of_waiting(s, p.site, p.frame) : NULL;
  return p.function;
}

static const struct whom nobody = {.rank = NONE};

static struct waiter waiter_of(const struct strand *s, const char *text,
                               struct whom whom)
{
  const struct rank *r = s->rank;
  int thread = r->busy > 1 || s->number ? s->number : NONE;
  return (struct waiter){r->id, thread, xstrdup(text), strlen(text), s, whom};
}

static bool polled_in_vain(const struct strand *s)
{
  int polls = s == s->rank->strand ? s->rank->polls : s->polls;
  return polls >= POLLS_VAIN;
}

#define FOR " for "
#define BETWEEN ", between calls that find nothing"
#define CLOCK ", and a clock is read between"

static struct whom explain_wait(const struct strand *s, char *text, size_t size)
{
  struct whom whom = counter_explain(s->waits, text, size);
  size_t used = strlen(text);
  pending_explain(s, whom.rank, text + used, size - used);
  return whom;
}

/* What a call asks for that finds nothing. */
static void explain_asked(const struct strand *s, const char *function,
                          const char *reason, char *text, size_t size)
{
  if (function == s->none_active)
    snprintf(text, size, "; none of its requests is active");
  else
    snprintf(text, size, "%s%s", *reason ? "; it asks for " : "", reason);
}

/* A strand that waits; for what is known as long as that is to come. */
static struct waiter describe_waiting(const struct strand *s)
{
  struct whom whom = nobody;
  char reason[512] = "", asked[600], text[TEXT];
  const void *site;
  const char *function = function_of(s, &site);
  if (s->waits)
    whom = explain_wait(s, reason, sizeof reason);
  else if (s->sought)
    counter_explain(s->sought, reason, sizeof reason);
  if (asking_explain(s, &site, reason, sizeof reason)) {
    whom = nobody;
    snprintf(text, sizeof text, "at %s: %s, again and again", where_call(site),
             reason);
  } else if (s->spinning)
    snprintf(text, sizeof text, "at %s: a loop on memory, without calling MPI",
             where_call((const char *)s->loop_at + 1));
  else if (!function)
    snprintf(text, sizeof text, "outside MPI, waiting%s",
             polled_in_vain(s) ? BETWEEN : "");
  else if (s->sleeping)
    snprintf(text, sizeof text, "at %s: %s%s", where_call(site), function,
             polled_in_vain(s) ? BETWEEN : ", again and again");
  else if (!s->waits) {
    explain_asked(s, function, reason, asked, sizeof asked);
    snprintf(text, sizeof text, "at %s: %s finds nothing, again and again%s%s",
             where_call(site), function, s->by_clock ? CLOCK : "", asked);
  } else
    snprintf(text, sizeof text, "at %s: %s waits%s%s", where_call(site),
             function, *reason ? FOR : "", reason);
  struct waiter w = waiter_of(s, text, whom);
  const char *reason_at = strstr(text, FOR);
  if (reason_at) w.head = (size_t)(reason_at - text);
  return w;
}

/* A strand of a run that goes on: it need not wait. */
static struct waiter describe_any(const struct strand *s, const void *pc,
                                  const char *call)
{
  char text[TEXT] = "outside MPI, while simulated time passes";
  const void *site;
  const char *function = function_of(s, &site);
  if (s->spinning || (s->waits && s->waits->pending > 0))
    return describe_waiting(s);
  bool runs = pc && self && s == self->strand;
  if (runs && call)
    snprintf(text, sizeof text, "at %s: %s waits for what is outside the run",
             where_call((char *)pc + 1), call);
  else if (runs)
    snprintf(text, sizeof text, "computes at %s", where_call((char *)pc + 1));
  else if (function)
    snprintf(text, sizeof text, "at %s: %s%s", where_call(site), function,
             s->polling ? " finds nothing yet" : "");
  else if (!s->rank->image)
    snprintf(text, sizeof text, "not started yet");
  return waiter_of(s, text, nobody);
}

static int by_text(const void *a, const void *b)
{
  const struct waiter *x = a, *y = b;
  int order = strcmp(x->text, y->text);
  return order ? order : x->thread - y->thread;
}

static int by_text_then_rank(const void *a, const void *b)
{
  const struct waiter *x = a, *y = b;
  int order = by_text(x, y);
  return order ? order : x->rank - y->rank;
}

/* The ranks of a group as "rank 3" or "ranks 0, 2-5", and their thread. */
static void rank_list(char *text, size_t size, const struct waiter *w, int n)
{
  size_t used = snprintf(text, size, n == 1 ? "rank " : "ranks ");
  for (int i = 0, shown = 0; i < n;) {
    int last = i;
    while (last + 1 < n && w[last + 1].rank == w[last].rank + 1)
      last++;
    if (shown++ == RANGES_SHOWN) {
      used += snprintf(text + used, size - used, ", ... (%d ranks)", n);
      break;
    }
    used +=
        snprintf(text + used, size - used, "%s%d", i ? ", " : "", w[i].rank);
    if (last > i)
      used += snprintf(text + used, size - used, "-%d", w[last].rank);
    i = last + 1;
  }
  if (w->thread != NONE)
    snprintf(text + used, size - used, ", thread %d", w->thread);
}

/* Those of one text; all of them are a part of the array. */
struct alike {
  struct waiter *waiters;
  int count;
};

static int by_first(const void *a, const void *b)
{
  return ((const struct alike *)a)->waiters->rank -
         ((const struct alike *)b)->waiters->rank;
}

static int groups_find(struct waiter *w, int n, struct alike *groups)
{
  int count = 0;
  qsort(w, n, sizeof *w, by_text_then_rank);
  for (int i = 0; i < n; i += groups[count++].count) {
    int k = 1;
    while (i + k < n && by_text(&w[i + k], &w[i]) == 0)
      k++;
    groups[count] = (struct alike){&w[i], k};
  }
  qsort(groups, count, sizeof *groups, by_first);
  return count;
}

static char *line_of(const struct alike *g)
{
  char ranks[LIST];
  rank_list(ranks, sizeof ranks, g->waiters, g->count);
  size_t size = strlen(ranks) + strlen(g->waiters->text) + 2;
  char *line = xmalloc(size);
  snprintf(line, size, "%s %s", ranks, g->waiters->text);
  return line;
}

/* Those of so many groups that nobody would read them, by where they wait: not
 * for what. Their number, in front of `rest`. */
static int take_rest(const struct alike *groups, int count, struct waiter *rest)
{
  int n = 0;
  for (int i = LINES_SHOWN; i < count; i++)
    for (int k = 0; k < groups[i].count; k++) {
      rest[n] = groups[i].waiters[k];
      rest[n].text[rest[n].head] = 0;
      n++;
    }
  return n;
}

/* A line for each group; their number. */
static int lines_make(struct waiter *w, int n, char **lines)
{
  struct alike *groups = xmalloc((n + 1) * sizeof *groups);
  int count = groups_find(w, n, groups);
  int shown = count < LINES_SHOWN ? count : LINES_SHOWN;
  for (int i = 0; i < shown; i++)
    lines[i] = line_of(&groups[i]);
  if (count > shown) {
    struct waiter *rest = xmalloc(n * sizeof *rest);
    int more = groups_find(rest, take_rest(groups, count, rest), groups);
    for (int i = 0; i < more; i++)
      lines[shown++] = line_of(&groups[i]);
    free(rest);
  }
  free(groups);
  return shown;
}

/* All that have not ended: how many strands, and of how many ranks. They wait,
 * or the run goes on, and one computes at `pc`, or waits there in `call`. */
static int describe_all(struct waiter **waiters, int *ranks, bool goes_on,
                        const void *pc, const char *call)
{
  int n = 0, room = ranks_count();
  *ranks = 0;
  *waiters = xcalloc(room, sizeof **waiters);
  for (int i = 0; i < ranks_count(); i++) {
    const struct rank *r = rank_of(i);
    if (r->state == RANK_ENDED) continue;
    ++*ranks;
    for (const struct strand *s = &r->main; s; s = s->next) {
      if (s->idle) continue;
      GROW(*waiters, n, room, 1);
      (*waiters)[n++] =
          goes_on ? describe_any(s, pc, call) : describe_waiting(s);
    }
  }
  return n;
}

/* --- what has not begun --- */

/* Of the first ranks that have such operations, one each; how many lines. */
static int deferred_lines(char **lines)
{
  int count = 0;
  for (int i = 0; i < ranks_count() && count < LINES_SHOWN; i++) {
    char reason[512], text[TEXT];
    const void *site;
    if (!deferred_explain(i, &site, reason, sizeof reason)) continue;
    snprintf(text, sizeof text, "rank %d%s%s: %s", i, site ? " at " : "",
             site ? where_call(site) : "", reason);
    lines[count++] = xstrdup(text);
  }
  return count;
}

/* The same as a report of the checker, for JSON and JUnit. */
static void add_report(const char *headline, char *const *lines, int count,
                       const char *cycle)
{
  struct report r = {.rule = RULE_DEADLOCK, .date = engine_now(), .told = true};
  size_t used = 0;
  snprintf(r.headline, sizeof r.headline, "%s", headline);
  for (int i = 0; i < count && used < sizeof r.advice; i++)
    used += (size_t)snprintf(r.advice + used, sizeof r.advice - used, "%s%s",
                             i ? "\n  " : "", lines[i]);
  if (cycle && used < sizeof r.advice)
    snprintf(r.advice + used, sizeof r.advice - used, "\n  cycle: %s", cycle);
  report_add(&r);
}

static void print_lines(char *const *lines, int count)
{
  for (int i = 0; i < count; i++)
    streams_say("  %s\n", lines[i]);
}

/* On a machine none of them would be in step for ever. */
static int chance_line(char **lines, int count)
{
  if (cost.noisy || !asking_circles()) return count;
  lines[count++] =
      xstrdup("All ranks are equally fast. If they step back before each "
              "other, --cost noise=0.5 lets chance end that, as a machine may; "
              "MPI promises nothing.");
  return count;
}

/* What is counted may end by itself, later. */
static int patience_line(char **lines, int count, double patience)
{
  char text[TEXT];
  if (patience == 0) return count;
  snprintf(text, sizeof text,
           "Such loops are told of after --patience %g. If one ends by itself, "
           "at a date or after so many rounds, let it go on: --patience %g.",
           patience, 10 * patience);
  lines[count++] = xstrdup(text);
  return count;
}

static void free_lines(char **lines, int count)
{
  for (int i = 0; i < count; i++)
    free(lines[i]);
  free(lines);
}

static void free_waiters(struct waiter *waiters, int n)
{
  for (int i = 0; i < n; i++)
    free(waiters[i].text);
  free(waiters);
}

void deadlock_report(double patience)
{
  int ranks;
  char headline[128];
  struct waiter *waiters;
  int n = describe_all(&waiters, &ranks, false, NULL, NULL);
  char **lines = xcalloc(n + LINES_SHOWN + 2, sizeof *lines);
  locale_t program = plain_locale_enter();
  snprintf(headline, sizeof headline,
           "deadlock at %.9f s: %d of %d ranks wait, and nothing %s",
           ranks_latest(), ranks, ranks_count(),
           patience > 0 ? "new comes for very long" : "can happen any more");
  plain_locale_leave(program);
  streams_say("oriel: %s\n", headline);
  char *cycle = cycle_line(waiters, n);
  int count = lines_make(waiters, n, lines);
  count += deferred_lines(lines + count);
  count = chance_line(lines, count);
  count = patience_line(lines, count, patience);
  print_lines(lines, count);
  if (cycle) streams_say("  cycle: %s\n", cycle);
  add_report(headline, lines, count, cycle);
  free_lines(lines, count);
  free(cycle);
  free_waiters(waiters, n);
}

void status_report(const char *title, const void *pc, const char *call)
{
  int ranks;
  struct waiter *waiters;
  int n = describe_all(&waiters, &ranks, true, pc, call);
  streams_say("oriel: %s at %.9f s simulated: %d of %d ranks have ended\n",
              title, ranks_latest(), ranks_count() - ranks, ranks_count());
  char **lines = xcalloc(n + 1, sizeof *lines);
  int count = lines_make(waiters, n, lines);
  print_lines(lines, count);
  free_lines(lines, count);
  free_waiters(waiters, n);
}
