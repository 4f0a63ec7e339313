/* Handles that are never freed.
 *
 * Of each rank the living handles and the call that made them. What is left at
 * the end of the run is counted by source line, with a report for each line:
 * not when a rank has finalized, since an info, and what came from a session,
 * may be freed later. Invariant: only what a program can free is looked at, and
 * what it freed in a delete callback of MPI_COMM_SELF counts as freed. */
#include "ranks.h"
#include "report.h"
#include "rules.h"

#include "../handle/handle.h"
#include "../hash.h"
#include "../memory.h"
#include "../observer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a program should free; the number is that of `kinds`. */
static const char *const kinds[] = {"window",  "communicator", "datatype",
                                    "request", "group",        "operator",
                                    "info",    "file"};
enum { KINDS = sizeof kinds / sizeof *kinds, REQUEST = 3 };

struct living {
  int handle; /* 0: none */
  int kind;
  bool session; /* comes from one */
  const char *call;
  const void *site;
};

/* One rank's, by handle_index. */
struct holder {
  struct living *handles;
  uint32_t size;
  bool finalized;
  bool sessions; /* it has finalized one */
  double date;   /* at which it has finalized */
};

/* Handles that one line of the program made and nobody freed. */
struct line {
  struct hash_node node; /* by place, call and kind */
  int kind;
  bool session;
  const char *call, *place;
  unsigned long count;
  int *ranks; /* each once */
  int rank_count;
  double date; /* at which the first rank finalized */
  struct line *next;
};

static struct rank_table holders = {sizeof(struct holder), NULL, 0};
static struct line *lines, **lines_end = &lines;
static struct hash lines_known;

static int kind_number(const char *name)
{
  for (int i = 0; i < KINDS; i++)
    if (name && strcmp(name, kinds[i]) == 0) return i;
  return -1;
}

/* --- the living --- */

static struct holder *holder_of(int rank)
{
  return rank_entry(&holders, rank);
}

static struct living *slot_of(struct holder *h, int handle)
{
  uint32_t index = handle_index((uintptr_t)handle);
  REACH(h->handles, h->size, index);
  return &h->handles[index];
}

/* These give predefined types, which are not freed. [MPI-4.1 19.1.9] */
static bool is_predefined(const char *call)
{
  return strncmp(call, "MPI_Type_create_f90_", 20) == 0;
}

static void on_handle(struct observer *o, const struct observed_handle *e)
{
  int kind = kind_number(e->kind);
  (void)o;
  bool made = e->event == OBSERVED_MADE;
  if (kind < 0 || e->event == OBSERVED_USED) return;
  if (made && (!e->call || is_predefined(e->call))) return;
  struct living *l = slot_of(holder_of(e->strand.rank), e->handle);
  if (made)
    *l = (struct living){e->handle, kind, e->session, e->call, e->site};
  else if (l->handle == e->handle)
    l->handle = 0;
}

/* --- what is left --- */

static bool is_of(const struct line *line, const struct living *l,
                  const char *place)
{
  return line->kind == l->kind && strcmp(line->place, place) == 0 &&
         strcmp(line->call, l->call) == 0;
}

static struct line *line_of(const struct living *l, double date)
{
  const char *place = checking->place(l->site);
  uint64_t hash = hash_text(hash_text(HASH_NO_TEXT, place), l->call);
  struct hash_key key = {hash, (unsigned)l->kind};
  struct line *line;
  for (; (line = hash_find(&lines_known, key)); key.one++)
    if (is_of(line, l, place)) return line;
  line = xmalloc(sizeof *line);
  *line = (struct line){.node.key = key,
                        .kind = l->kind,
                        .call = l->call,
                        .place = place,
                        .date = date};
  hash_add(&lines_known, &line->node);
  *lines_end = line;
  lines_end = &line->next;
  return line;
}

static void line_add(struct line *line, int rank)
{
  line->count++;
  if (line->rank_count && line->ranks[line->rank_count - 1] == rank) return;
  line->ranks = xgrow(line->ranks, line->rank_count, sizeof *line->ranks);
  line->ranks[line->rank_count++] = rank;
}

static void judge(int rank, double date)
{
  const struct holder *h = holder_of(rank);
  for (uint32_t i = 0; i < h->size; i++) {
    const struct living *l = &h->handles[i];
    if (!l->handle) continue;
    struct line *line = line_of(l, date);
    line->session |= l->session || (h->sessions && !h->finalized);
    if (date < line->date) line->date = date;
    line_add(line, rank);
  }
}

static void on_finalize(struct observer *o, const struct observed_finalize *e)
{
  struct holder *h = holder_of(e->strand.rank);
  (void)o;
  h->sessions |= e->session;
  if (!e->returns || e->session || h->finalized) return;
  h->finalized = true;
  h->date = e->date;
}

/* --- reports --- */

/* An operation that was begun must be completed; what is only held is waste.
 */
static bool is_pending(const struct line *l)
{
  return l->kind == REQUEST && !strstr(l->call, "_init");
}

static void report_line(struct line *l)
{
  char ranks[160];
  bool one = l->count == 1, pending = is_pending(l);
  struct report r = {
      .rule = pending ? RULE_PENDING : RULE_LEAK,
      .date = l->date,
      .sides = 1,
      .side = {{.what = l->call, .rank = l->ranks[0], .place = l->place}},
      .plain = true};
  ranks_text(l->ranks, l->rank_count, ranks, sizeof ranks);
  r.side[0].rank = l->ranks[0];
  snprintf(r.headline, sizeof r.headline,
           "%s: %lu %s%s made by %s at %s %s never %s by %s [MPI-4.1 %s]",
           rule_about(r.rule)->name, l->count, kinds[l->kind], one ? "" : "s",
           l->call, l->place, one ? "is" : "are",
           pending ? "completed" : "freed", ranks,
           l->session ? "11.3.1" : "11.2.2");
  report_add(&r);
}

static struct observer observer = {.handle = on_handle,
                                   .finalize = on_finalize};

void leak_open(void)
{
  observer_add(&observer);
}

void leak_close(bool regular, double date)
{
  for (int i = 0; i < holders.count; i++) {
    const struct holder *h = holder_of(i);
    if (h->finalized || regular) judge(i, h->finalized ? h->date : date);
  }
  for (struct line *l = lines; l; l = l->next)
    report_line(l);
}
