/* An observer that writes down the events for checkers, one line each.
 *
 *   0 put#1 to 1 [fence] org mem(4)     an operation's issue: number from 1 on,
 *                                       buffers with bytes; "waits" at the end
 *   1 admitted after A                  carriers are A, B, ... as they appear
 *   0 remote *                          completion: kind and target
 *   0 release A 2/2                     order, with its counts if there are any
 *   0 writes buf(4) until 1             a buffer; "until" the end numbered 1
 *
 * A rank's events are written from record() on until it calls unrecord(). */
#ifndef ORIEL_RECORDER_H
#define ORIEL_RECORDER_H

#include "../../model/datatype/datatype.h"
#include "../../model/observer.h"
#include "../../sim/rank/rank.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { RECORDED_RANKS = 64, RECORDED_CARRIERS = 256 };

static char recorded[20000];
static bool recording[RECORDED_RANKS];
static struct observed_carrier recorded_carriers[RECORDED_CARRIERS];
static int recorded_carrier_count;
static uint64_t recorded_operation, recorded_pending; /* the first ones */

static void line(const char *format, ...)
{
  size_t used = strlen(recorded);
  va_list args;
  va_start(args, format);
  vsnprintf(recorded + used, sizeof recorded - used, format, args);
  va_end(args);
}

static uint64_t counted(uint64_t *first, uint64_t number)
{
  if (!*first) *first = number;
  return number - *first + 1;
}

/* A, B, ... Z, AA. */
static const char *carrier_name(struct observed_carrier c)
{
  static char name[8];
  int i = 0;
  while (i < recorded_carrier_count &&
         (recorded_carriers[i].object != c.object ||
          recorded_carriers[i].number != c.number))
    i++;
  if (i == recorded_carrier_count && i < RECORDED_CARRIERS)
    recorded_carriers[recorded_carrier_count++] = c;
  if (i < 26)
    snprintf(name, sizeof name, "%c", 'A' + i);
  else
    snprintf(name, sizeof name, "%c%c", 'A' + i / 26 - 1, 'A' + i % 26);
  return name;
}

static void data(const char *name, const struct observed_data *d)
{
  if (!d->address) return;
  line(" %s(%lld)", name,
       (long long)(d->count * (d->type ? d->type->size : 1)));
}

static void on_issue(struct observer *o, const struct observed_issue *e)
{
  static const char *const kinds[] = {"put", "get", "acc", "get_acc", "cas"};
  static const char *const epochs[] = {"fence", "start", "lock",
                                       "shared lock", "lock_all"};
  (void)o;
  if (!recording[e->strand.rank]) return;
  line("%d %s#%d to %d [%s]", e->strand.rank, kinds[e->kind],
       (int)counted(&recorded_operation, e->number), e->target,
       epochs[e->epoch]);
  data("origin", &e->origin);
  data("compare", &e->compare);
  data("result", &e->result);
  data("memory", &e->memory);
  line("%s%s\n", e->opened && e->site ? "" : " WHERE",
       e->waits ? " waits" : "");
}

static void on_admission(struct observer *o, const struct observed_admission *e)
{
  (void)o;
  line("#%d after %s\n", (int)counted(&recorded_operation, e->number),
       carrier_name(e->after));
}

static void on_completion(struct observer *o,
                          const struct observed_completion *e)
{
  static const char *const kinds[] = {"local", "remote", "closed", "exposed",
                                      "request"};
  (void)o;
  if (!recording[e->strand.rank]) return;
  line("%d %s", e->strand.rank, kinds[e->kind]);
  if (e->kind == OBSERVED_REQUEST)
    line(" #%d\n", (int)counted(&recorded_operation, e->number));
  else if (e->kind == OBSERVED_EXPOSED)
    line(" of %d\n", e->origin);
  else if (e->target < 0)
    line(" *\n");
  else
    line(" %d\n", e->target);
}

/* Carriers from their first release until they are forgotten: those that are
 * left at the end of a run would be left for ever. */
static struct kept {
  struct observed_carrier carrier;
  int released, acquired, acquires;
} kept[RECORDED_CARRIERS];
static int kept_count, kept_early; /* early: acquired before all released */

static void keep(const struct observed_order *e)
{
  int i = 0;
  while (i < kept_count && (kept[i].carrier.object != e->carrier.object ||
                            kept[i].carrier.number != e->carrier.number))
    i++;
  bool releases = e->kind == OBSERVED_RELEASE || e->kind == OBSERVED_REPLACE;
  if (i == kept_count) {
    if (!releases || i == RECORDED_CARRIERS) return;
    kept[kept_count++] = (struct kept){.carrier = e->carrier};
  }
  struct kept *k = &kept[i];
  k->released += releases;
  if (releases) k->acquires = e->acquires;
  if (releases && k->acquired && e->releases) kept_early++;
  k->acquired += e->kind == OBSERVED_ACQUIRE;
  if (e->kind == OBSERVED_FORGET || (k->acquires && k->acquired == k->acquires))
    *k = kept[--kept_count];
}

static void on_order(struct observer *o, const struct observed_order *e)
{
  keep(e);
  static const char *const kinds[] = {"release", "acquire", "replace",
                                      "pass",    "forget",  "go_on"};
  (void)o;
  if (!recording[e->strand.rank]) return;
  line("%d", e->strand.rank);
  if (e->strand.number) line(".%d", e->strand.number);
  line(" %s %s", kinds[e->kind], carrier_name(e->carrier));
  if (e->releases || e->acquires) line(" %d/%d", e->releases, e->acquires);
  line("\n");
}

static void on_buffer(struct observer *o, const struct observed_buffer *e)
{
  (void)o;
  if (!recording[e->strand.rank]) return;
  line("%d %s", e->strand.rank, e->write ? "writes" : "reads");
  data(e->argument, &e->data);
  if (e->pending)
    line(" until %d", (int)counted(&recorded_pending, e->pending));
  line("\n");
}

static void on_buffer_end(struct observer *o,
                          const struct observed_buffer_end *e)
{
  (void)o;
  if (!recording[e->strand.rank]) return;
  line("%d ends %d\n", e->strand.rank,
       (int)counted(&recorded_pending, e->pending));
}

static void on_exposure(struct observer *o, const struct observed_exposure *e)
{
  (void)o;
  if (!recording[e->strand.rank]) return;
  line("%d %s %d bytes\n", e->strand.rank, e->ends ? "hides" : "exposes",
       (int)(e->to - e->from));
}

static struct observer recorder = {
    .issue = on_issue,
    .admission = on_admission,
    .completion = on_completion,
    .order = on_order,
    .buffer = on_buffer,
    .buffer_end = on_buffer_end,
    .exposure = on_exposure,
};

static inline void recorder_open(void)
{
  recorded[0] = 0;
  memset(recording, 0, sizeof recording);
  recorded_carrier_count = kept_count = kept_early = 0;
  recorded_operation = recorded_pending = 0;
  observer_add(&recorder);
}

static inline void recorder_close(void)
{
  observer_remove(&recorder);
}

static inline void record(void)
{
  recording[self->id] = true;
}

static inline void unrecord(void)
{
  recording[self->id] = false;
}

#endif
