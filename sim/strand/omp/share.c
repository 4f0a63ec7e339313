/* Work sharing constructs. Invariant: a share is in its team's list, in the
 * order of the program, until the last thread has left it and met the next one,
 * which each finds behind its latest; a thread is in at most one, its member's
 * `share`, since they do not nest within a region. */
#include "share.h"

#include "../../where/heap.h"
#include "../../../model/memory.h"

#include <assert.h>
#include <stdlib.h>

static struct share *share_new(struct team *t)
{
  struct share *s = xcalloc(1, sizeof *s);
  *(t->last_share ? &t->last_share->next : &t->shares) = s;
  return t->last_share = s;
}

static void begin(struct member *m, struct share *s)
{
  m->share = m->latest = s;
  m->trip = m->from = m->to = 0;
}

/* The first of its team's. */
static void share_free(struct team *t)
{
  struct share *s = t->shares;
  t->shares = s->next;
  if (t->last_share == s) t->last_share = NULL;
  crew_forget(s, 0);
  free(s->retired);
  free(s->counts);
  free(s->origin);
  free(s->posted);
  heap_free(s->memory, "end of construct", t->pause.site);
  free(s);
}

void shares_free(struct team *t)
{
  while (t->shares)
    share_free(t);
}

/* Those before it are over before it is. */
static void free_if_over(struct team *t, const struct share *s)
{
  if (s->left < t->size || s->passed < t->size) return;
  assert(t->shares == s);
  share_free(t);
}

struct share *share_enter(void)
{
  struct member *m = member_self();
  rank_meet();
  struct team *t = m->team;
  struct share *before = m->latest, *s = before ? before->next : t->shares;
  if (before) before->passed++, free_if_over(t, before);
  begin(m, s ? s : share_new(t));
  return m->share;
}

struct share *share_open(struct team *t)
{
  struct share *s = share_new(t);
  for (int i = 0; i < t->size; i++)
    begin(&t->members[i], s);
  return s;
}

void share_leave_one(struct share *s)
{
  struct member *m = member_self();
  if (m->share == s) m->share = NULL;
  s->left++;
  free_if_over(m->team, s);
}

void share_leave(void)
{
  struct share *s = member_self()->share;
  if (s) share_leave_one(s);
}

/* --- loops --- */

void share_loop(struct share *s, enum schedule schedule, uint64_t total,
                uint64_t chunk)
{
  s->ready = true;
  s->schedule = schedule == SCHEDULE_AUTO ? SCHEDULE_STATIC : schedule;
  s->total = total;
  s->chunk = chunk ? chunk : s->schedule != SCHEDULE_STATIC;
}

/* Without a chunk: one for each, as equal as can be. */
static void next_static(const struct share *s, struct member *m)
{
  uint64_t n = (uint64_t)m->team->size, i = (uint64_t)m->number;
  uint64_t k = m->trip++;
  if (s->chunk) {
    uint64_t turn = k * n + i;
    m->from = turn < parts_of(s->total, s->chunk) ? turn * s->chunk : s->total;
    m->to = s->chunk < s->total - m->from ? m->from + s->chunk : s->total;
    return;
  }
  uint64_t each = s->total / n, more = s->total % n;
  m->from = k ? s->total : i * each + (i < more ? i : more);
  m->to = m->from + each + (i < more);
}

/* After its first chunk a thread lets all others have theirs. */
static void next_free(struct share *s, struct member *m)
{
  if (m->trip++ == 1 && m->team->size > 1) rank_yield();
  uint64_t n = (uint64_t)m->team->size, left = s->total - s->at;
  uint64_t size = s->chunk;
  if (s->schedule == SCHEDULE_GUIDED && left / n > size)
    size = parts_of(left, n);
  m->from = s->at;
  m->to = size < left ? s->at + size : s->total;
  s->at = m->to;
}

/* Self will not come back to the iterations of its chunk: those behind them
 * that are next may do their ordered part. */
static void retire(struct share *s, struct range done)
{
  if (done.from == done.to) return;
  if (done.from != s->ordered) {
    s->retired = xgrow(s->retired, s->retired_count, sizeof *s->retired);
    s->retired[s->retired_count++] = done;
    return;
  }
  s->ordered = done.to;
  for (int i = 0; i < s->retired_count; i++) {
    if (s->retired[i].from != s->ordered) continue;
    s->ordered = s->retired[i].to;
    s->retired[i] = s->retired[--s->retired_count];
    i = -1;
  }
  queue_take_all(&s->waiting);
}

bool share_next(struct member *m)
{
  struct share *s = m->share;
  rank_meet();
  if (s->in_order) retire(s, (struct range){m->from, m->to});
  if (s->schedule == SCHEDULE_STATIC)
    next_static(s, m);
  else
    next_free(s, m);
  if (m->to > s->total) m->to = s->total;
  if (m->from < m->to) return true;
  m->from = m->to = 0;
  return false;
}

/* --- ordered --- */

static void explain_ordered(const struct counter *c, char *text, size_t size)
{
  const struct share *s = c->about;
  snprintf(text, size, "iteration %llu, counted from 0",
           (unsigned long long)s->ordered);
  explain_whom_beside();
}

void share_ordered_begin(struct pause pause)
{
  rank_meet();
  struct member *m = member_self();
  struct share *s = m->share;
  if (!s) return;
  while (s->ordered != m->from) {
    struct entry e = {.granted = {.explain = explain_ordered, .about = s}};
    queue_wait(&s->waiting, &e, pause, HUGE_VAL);
  }
  crew_acquire(s, 0);
}

void share_ordered_end(void)
{
  struct share *s = member_self()->share;
  rank_meet();
  if (s) crew_replace(s, 0);
}

/* --- doacross --- */

void share_doacross(struct share *s, int dimensions, const uint64_t *counts)
{
  uint64_t total = 1;
  for (int d = 0; d < dimensions; d++)
    total *= counts[d];
  s->dimensions = dimensions;
  s->counts = xmemdup(counts, (size_t)dimensions * sizeof *counts);
  s->posted = xcalloc(total ? total : 1, 1);
}

/* NULL: there is no such iteration. */
static char *posted_at(const struct share *s, const uint64_t *at)
{
  uint64_t index = 0;
  for (int d = 0; d < s->dimensions; d++) {
    if (at[d] >= s->counts[d]) return NULL;
    index = index * s->counts[d] + at[d];
  }
  return &s->posted[index];
}

void share_post(struct share *s, const uint64_t *at)
{
  rank_meet();
  char *posted = posted_at(s, at);
  if (!posted) return;
  crew_release(posted, 0);
  *posted = 1;
  while (queue_take_on(&s->waiting, posted))
    ;
}

static void explain_await(const struct counter *c, char *text, size_t size)
{
  (void)c;
  snprintf(text, size, "an iteration that it depends on");
  explain_whom_beside();
}

void share_await(struct share *s, const uint64_t *at, struct pause pause)
{
  rank_meet();
  char *posted = posted_at(s, at);
  if (!posted) return;
  if (!*posted) {
    struct entry e = {.granted = {.explain = explain_await}, .on = posted};
    queue_wait(&s->waiting, &e, pause, HUGE_VAL);
  }
  crew_acquire(posted, 0);
}
