/* The summary of a run: sums by function, kind and term. */
#include "summary.h"
#include "json.h"
#include "reports.h"
#include "../model/memory.h"
#include "../model/observer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct calls { /* of one function */
  const char *name;
  unsigned long count;
  double time; /* of all ranks together */
};

struct traffic {
  unsigned long count, bytes;
};

static struct calls *functions; /* by index in the table of functions */
static int function_room;
static struct traffic operations[OBSERVED_KINDS], messages;
static unsigned long errors;

static const char *const kind_names[OBSERVED_KINDS] = {
    "put", "get", "accumulate", "get_accumulate", "compare_and_swap",
};
static const char *const term_names[TERM_COUNT] = {
    [TERM_O_PUT] = "o_put",
    [TERM_O_GET] = "o_get",
    [TERM_O_ACC] = "o_acc",
    [TERM_O_SEND] = "o_send",
    [TERM_O_RECV] = "o_recv",
    [TERM_ATOMIC] = "atomic",
    [TERM_COMBINE] = "combine",
    [TERM_COPY] = "copy",
    [TERM_CLOCK] = "clock",
    [TERM_POLL] = "poll",
    [TERM_COMPUTE] = "compute",
    [TERM_NOISE] = "noise",
    [TERM_LATENCY] = "latency",
    [TERM_BANDWIDTH] = "bandwidth",
    [TERM_QUEUE] = "queue",
    [TERM_ACK] = "ack",
};

/* --- listening --- */

static struct calls *calls_of(const struct observed_call *c)
{
  REACH(functions, function_room, c->function);
  functions[c->function].name = c->name;
  return &functions[c->function];
}

/* Counted when it enters: a call may be the last of its rank. */
static void on_call(struct observer *o, const struct observed_call *c)
{
  struct calls *calls = calls_of(c);
  (void)o;
  if (!c->returns) {
    calls->count++;
    return;
  }
  calls->time += c->left - c->entered;
  if (c->error) errors++;
}

void summary_cut_call(int function, double seconds)
{
  if (function < function_room) functions[function].time += seconds;
}

static void on_operation(struct observer *o,
                         const struct observed_operation *op)
{
  (void)o;
  operations[op->kind].count++;
  operations[op->kind].bytes += op->bytes;
}

static void on_message(struct observer *o, const struct observed_message *m)
{
  (void)o;
  messages.count++;
  messages.bytes += m->bytes;
}

static struct observer observer = {
    .call = on_call,
    .operation = on_operation,
    .message = on_message,
};

void summary_open(void)
{
  memset(time_spent, 0, sizeof time_spent);
  observer_add(&observer);
}

/* --- the table --- */

typedef void say_line(const char *format, ...);

static int by_time(const void *left, const void *right)
{
  const struct calls *a = left, *b = right;
  if (a->time != b->time) return a->time > b->time ? -1 : 1;
  return strcmp(a->name, b->name);
}

/* Functions that took no time share a line. */
static void print_timeless(say_line *say)
{
  char text[48];
  unsigned long count = 0;
  int n = 0;
  for (int i = 0; i < function_room; i++) {
    if (!functions[i].count || functions[i].time > 0) continue;
    count += functions[i].count;
    n++;
  }
  if (!n) return;
  snprintf(text, sizeof text, "%d function%s without time", n,
           n == 1 ? "" : "s");
  say("  %-32s %12lu\n", text, count);
}

static void print_calls(say_line *say)
{
  struct calls *sorted = xmalloc((size_t)(function_room + 1) * sizeof *sorted);
  int n = 0;
  for (int i = 0; i < function_room; i++)
    if (functions[i].time > 0) sorted[n++] = functions[i];
  qsort(sorted, (size_t)n, sizeof *sorted, by_time);
  if (function_room)
    say("  %-32s %12s %16s %16s\n", "call", "count", "all ranks (s)",
        "mean (s)");
  for (int i = 0; i < n; i++)
    say("  %-32s %12lu %16.9f %16.9f\n", sorted[i].name, sorted[i].count,
        sorted[i].time, sorted[i].time / (double)sorted[i].count);
  print_timeless(say);
  free(sorted);
}

static void print_traffic(say_line *say)
{
  unsigned long any = messages.count;
  for (int k = 0; k < OBSERVED_KINDS; k++)
    any |= operations[k].count;
  if (!any) return;
  say("  %-32s %12s %16s\n", "operation", "count", "bytes");
  for (int k = 0; k < OBSERVED_KINDS; k++)
    if (operations[k].count)
      say("  %-32s %12lu %16lu\n", kind_names[k], operations[k].count,
          operations[k].bytes);
  if (messages.count)
    say("  %-32s %12lu %16lu\n", "message", messages.count, messages.bytes);
}

static void print_terms(say_line *say)
{
  int printed = 0;
  for (int t = 0; t < TERM_COUNT; t++) {
    if (time_spent[t] == 0) continue;
    if (!printed++) say("  %-32s %29s\n", "term", "sum (s)");
    say("  %-32s %29.9f\n", term_names[t], time_spent[t]);
  }
}

unsigned long summary_operations(void)
{
  unsigned long sum = messages.count;
  for (int k = 0; k < OBSERVED_KINDS; k++)
    sum += operations[k].count;
  return sum;
}

static double per_second(unsigned long n, const struct summary_host *host)
{
  return host->wall > 0 ? (double)n / host->wall : 0;
}

static void print_host(const struct summary_host *h, say_line *say)
{
  say("  simulated in %.3f s (%.3f s before the first rank) with %.1f MB of "
      "memory\n",
      h->wall, h->start_up, (double)h->peak_memory / 1e6);
  say("  %.0f operations/s, %.0f events/s\n",
      per_second(summary_operations(), h), per_second(h->events, h));
  say("  %lu events at %lu dates, %lu flows, %lu switches, %lu parks, %lu "
      "bytes copied in %lu pieces\n",
      h->events, h->dates, h->flows, h->switches, h->parks, h->bytes_copied,
      h->copies);
}

void summary_print(const struct summary_run *run, say_line *say)
{
  say("oriel: %.9f s simulated, %d rank%s on %d host%s of %s\n", run->time,
      run->ranks, run->ranks == 1 ? "" : "s", run->hosts,
      run->hosts == 1 ? "" : "s", run->platform);
  for (int i = 0; i < run->unseen_count; i++)
    say("  %s was not compiled with orielcc --check: its own loads and stores "
        "are not seen\n",
        run->unseen[i]);
  if (run->own_atomics)
    say("  %s has atomics in assembler or in code that was not compiled with "
        "orielcc --check: what its threads do counts as ordered\n",
        run->own_atomics);
  if (run->bare)
    say("  %s has no debug information, which tells source lines: compile it "
        "with -g, do not strip it, or put its debug file beside it\n",
        run->bare);
  if (run->brief) return;
  print_traffic(say);
  print_calls(say);
  print_terms(say);
  if (errors) say("  %-32s %12lu\n", "errors returned", errors);
  if (run->host) print_host(run->host, say);
}

/* --- JSON --- */

static void json_traffic(struct json *j, const char *key,
                         const struct traffic *t)
{
  if (!t->count) return;
  json_begin(j, key);
  json_integer(j, "count", t->count);
  json_integer(j, "bytes", t->bytes);
  json_end(j);
}

static void json_calls(struct json *j)
{
  json_begin(j, "calls");
  for (int i = 0; i < function_room; i++) {
    if (!functions[i].count) continue;
    json_begin(j, functions[i].name);
    json_integer(j, "count", functions[i].count);
    json_number(j, "time", functions[i].time);
    json_end(j);
  }
  json_end(j);
}

static void json_sums(struct json *j)
{
  json_begin(j, "operations");
  for (int k = 0; k < OBSERVED_KINDS; k++)
    json_traffic(j, kind_names[k], &operations[k]);
  json_traffic(j, "message", &messages);
  json_end(j);
  json_calls(j);
  json_begin(j, "terms");
  for (int t = 0; t < TERM_COUNT; t++)
    if (time_spent[t] != 0) json_number(j, term_names[t], time_spent[t]);
  json_end(j);
  json_integer(j, "errors_returned", errors);
}

static void json_run(struct json *j, const struct summary_run *run)
{
  json_string(j, "oriel", run->version);
  json_string(j, "platform", run->platform);
  json_integer(j, "ranks", (unsigned long)run->ranks);
  json_integer(j, "hosts", (unsigned long)run->hosts);
  json_number(j, "time", run->time);
  json_integer(j, "exit", (unsigned long)run->exit_code);
  json_begin(j, "settings");
  for (int i = 0; i < run->setting_count; i++)
    json_string(j, run->settings[i].name, run->settings[i].value);
  json_end(j);
}

static void json_host(struct json *j, const struct summary_host *host)
{
  if (!host) return;
  json_begin(j, "host");
  json_number(j, "wall", host->wall);
  json_number(j, "start_up", host->start_up);
  json_number(j, "cpu", host->cpu);
  json_integer(j, "peak_memory", (unsigned long)host->peak_memory);
  json_number(j, "operations_per_second",
              per_second(summary_operations(), host));
  json_number(j, "events_per_second", per_second(host->events, host));
  json_integer(j, "events", host->events);
  json_integer(j, "dates", host->dates);
  json_integer(j, "flows", host->flows);
  json_integer(j, "switches", host->switches);
  json_integer(j, "parks", host->parks);
  json_integer(j, "wakes", host->wakes);
  json_integer(j, "image_switches", host->image_switches);
  json_integer(j, "copies", host->copies);
  json_integer(j, "bytes_copied", host->bytes_copied);
  json_end(j);
}

static void json_unseen(struct json *j, const struct summary_run *run)
{
  json_begin_list(j, "unseen");
  for (int i = 0; i < run->unseen_count; i++) {
    json_item(j);
    json_string(j, "program", run->unseen[i]);
    json_end(j);
  }
  json_end_list(j);
}

int summary_json(const char *path, const struct summary_run *run, char *why,
                 size_t why_size)
{
  struct json j;
  if (json_open(&j, path)) return whole_refused(path, why, why_size);
  json_run(&j, run);
  json_sums(&j);
  if (run->checked) json_unseen(&j, run);
  if (run->own_atomics) json_string(&j, "own_atomics", run->own_atomics);
  if (run->checked) reports_json(&j);
  json_host(&j, run->host);
  return json_close(&j) ? whole_refused(path, why, why_size) : 0;
}
