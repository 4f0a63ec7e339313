#include "order.h"

#include <stdio.h>
#include <stdlib.h>

void fail(const char *what)
{
  fprintf(stderr, "races: %s\n", what);
  exit(2);
}

/* --- moments --- */

static int moments, now[STRANDS]; /* behind the latest of each strand */
static bool before[MOMENTS][MOMENTS];

void edge(int from, int to)
{
  if (before[from][to]) return;
  for (int x = 0; x < moments; x++) {
    if (x != from && !before[x][from]) continue;
    before[x][to] = true;
    for (int y = 0; y < moments; y++)
      before[x][y] |= before[to][y];
  }
}

int moment(int strand)
{
  if (moments == MOMENTS) fail("too many moments");
  int m = moments++;
  if (now[strand]) edge(latest(strand), m);
  now[strand] = m + 1;
  return m;
}

/* One of all. */
int meeting(void)
{
  int m = moment(0);
  for (int r = 1; r < RANKS; r++) {
    if (now[r]) edge(latest(r), m);
    now[r] = m + 1;
  }
  return m;
}

int latest(int strand)
{
  return now[strand] - 1;
}

bool comes_before(int from, int to)
{
  return before[from][to];
}

void add(struct moments *m, int moment)
{
  if (m->count == ENDS) fail("too many ends");
  m->list[m->count++] = moment;
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
  add(&a.begins, begins);
  accesses[access_count] = a;
  return &accesses[access_count++];
}

bool is_before(const struct access *a, const struct access *b)
{
  for (int i = 0; i < a->ends.count; i++)
    for (int j = 0; j < b->begins.count; j++)
      if (before[a->ends.list[i]][b->begins.list[j]]) return true;
  return false;
}

bool overlap(const struct access *a, const struct access *b)
{
  return a->space == b->space && (a->cells & b->cells);
}

/* Does a load see, as a poll may, the old value or the new? */
static bool looks(const struct access *load, const struct access *update)
{
  return load->look == LOOKS && !load->writes && update->atomic;
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
  if (a->line == b->line && a->by == b->by) return false;
  if (a->bounds) return beyond_bounds(a, b);
  if (b->bounds) return beyond_bounds(b, a);
  return overlap(a, b) && (a->writes || b->writes) &&
         (!a->atomic || a->atomic != b->atomic) && !looks(a, b) &&
         !looks(b, a) && !is_private(a, b) && !is_before(a, b) &&
         !is_before(b, a);
}
