#include "order.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

void fail(const char *what)
{
  fprintf(stderr, "races: %s\n", what);
  exit(2);
}

/* --- moments --- */

enum { WORD = 64 };

int ranks = 3;
static int moments, now[STRANDS]; /* behind the latest of each strand */
static uint64_t before[MOMENTS][MOMENTS / WORD]; /* each: what comes before */

bool comes_before(int from, int to)
{
  return before[to][from / WORD] >> from % WORD & 1;
}

static void follow(int m, int from)
{
  for (int i = 0; i <= moments / WORD; i++)
    before[m][i] |= before[from][i];
  before[m][from / WORD] |= (uint64_t)1 << from % WORD;
}

void edge(int from, int to)
{
  if (from == to || comes_before(from, to)) return;
  follow(to, from);
  for (int m = 0; m < moments; m++)
    if (comes_before(to, m)) follow(m, from);
}

int moment(int strand)
{
  if (moments == MOMENTS) fail("too many moments");
  int m = moments++;
  if (now[strand]) follow(m, latest(strand));
  now[strand] = m + 1;
  return m;
}

/* One of all. */
int meeting(void)
{
  int m = moment(0);
  for (int r = 1; r < ranks; r++) {
    if (now[r]) follow(m, latest(r));
    now[r] = m + 1;
  }
  return m;
}

int latest(int strand)
{
  return now[strand] - 1;
}

void add(struct moments *m, int moment)
{
  for (int i = 0; i < m->count; i++)
    if (m->list[i] == moment || comes_before(m->list[i], moment)) return;
  append(m, moment);
}

void append(struct moments *m, int moment)
{
  if (m->count == ENDS) fail("too many moments of one kind");
  m->list[m->count++] = moment;
}

void add_begin(struct moments *m, int moment)
{
  int kept = 0;
  for (int i = 0; i < m->count; i++)
    if (m->list[i] != moment && !comes_before(m->list[i], moment))
      m->list[kept++] = m->list[i];
  m->count = kept;
  append(m, moment);
}

void edges(const struct moments *from, int to)
{
  for (int i = 0; i < from->count; i++)
    edge(from->list[i], to);
}

/* --- accesses --- */

struct access accesses[ACCESSES];
int access_count;

struct access *access_new(struct access a, int begins)
{
  if (access_count == ACCESSES) fail("too many accesses");
  append(&a.begins, begins);
  accesses[access_count] = a;
  return &accesses[access_count++];
}

/* A fence is over at its target when that rank has left it: by the same window
 * others may go on before. [MPI-4.1 12.5.1, 12.7] */
bool is_before(const struct access *a, const struct access *b)
{
  bool other = a->target && b->target && a->window != b->window;
  const struct moments *ends = other && a->left.count ? &a->left : &a->ends;
  for (int i = 0; i < ends->count; i++)
    for (int j = 0; j < b->begins.count; j++)
      if (comes_before(ends->list[i], b->begins.list[j])) return true;
  return false;
}

bool overlap(const struct access *a, const struct access *b)
{
  return a->space == b->space && (a->cells & b->cells);
}

/* Memory that one rank alone uses, without MPI, is its own affair. */
static bool is_private(const struct access *a, const struct access *b)
{
  return a->touch && b->touch && a->by != b->by &&
         rank_of(a->by) == rank_of(b->by) && a->space % 2;
}

/* Memory is attached before operations by that window come to it, and detached
 * when they are complete. [MPI-4.1 12.2.4] */
static bool beyond_bounds(const struct access *bound, const struct access *op)
{
  return op->target && op->window == bound->window && overlap(bound, op) &&
         !is_before(bound, op) && !is_before(op, bound);
}

/* Not those of one event, but for those of two ranks. */
bool conflict(const struct access *a, const struct access *b)
{
  if (a->event == b->event && a->by == b->by) return false;
  if (a->bounds) return beyond_bounds(a, b);
  if (b->bounds) return beyond_bounds(b, a);
  return overlap(a, b) && (a->writes || b->writes) &&
         !(a->c_atomic && b->c_atomic) &&
         (!a->atomic || a->atomic != b->atomic) && !is_private(a, b) &&
         !is_before(a, b) && !is_before(b, a);
}
