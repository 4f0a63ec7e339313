#include "order.h"

#include <stdio.h>
#include <stdlib.h>

void fail(const char *what)
{
  fprintf(stderr, "races: %s\n", what);
  exit(2);
}

/* --- moments --- */

static int moments, now[RANKS] = {-1, -1, -1}; /* the latest of each rank */
static bool before[MOMENTS][MOMENTS];

void edge(int from, int to)
{
  before[from][to] = true;
}

int moment(int rank)
{
  if (moments == MOMENTS) fail("too many moments");
  if (now[rank] >= 0) edge(now[rank], moments);
  return now[rank] = moments++;
}

/* One of all. */
int meeting(void)
{
  int m = moment(0);
  for (int r = 1; r < RANKS; r++) {
    if (now[r] >= 0) edge(now[r], m);
    now[r] = m;
  }
  return m;
}

void close_paths(void)
{
  for (int over = 0; over < moments; over++)
    for (int from = 0; from < moments; from++)
      for (int to = 0; before[from][over] && to < moments; to++)
        before[from][to] |= before[over][to];
}

int latest(int rank)
{
  return now[rank];
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

struct access *access_new(int line, int by, int space, int low, int count,
                          bool writes, int begins)
{
  if (access_count == ACCESSES) fail("too many accesses");
  struct access *a = &accesses[access_count++];
  *a = (struct access){.line = line,
                       .by = by,
                       .space = space,
                       .low = low,
                       .high = low + count,
                       .writes = writes};
  add(&a->begins, begins);
  return a;
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
  return a->space == b->space && a->low < b->high && b->low < a->high;
}

bool conflict(const struct access *a, const struct access *b)
{
  return overlap(a, b) && a->line != b->line && (a->writes || b->writes) &&
         !(a->atomic && b->atomic) && !is_before(a, b) && !is_before(b, a);
}
