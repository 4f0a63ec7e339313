/* What loops look at in one round. */
#include "scan.h"

#include "intervals.h"
#include "../memory.h"
#include "../pool.h"

/* A round may look by several lines. */
enum { LINES = 4 };

struct looked {
  struct interval at;
  struct looked *next;
};

struct scan {
  struct line {
    const struct caller *line;
    uint32_t synced;
    struct intervals bytes; /* since the last MPI_Win_sync: ... */
    struct looked *looked;  /* ... these */
  } lines[LINES];
  int next; /* the line that goes first */
};

static struct pool pool = POOL(struct looked);

static struct line *line_of(const struct check_strand *s,
                            const struct act *load)
{
  const struct caller *line = caller_first(load->by);
  for (int i = 0; s->scan && i < LINES; i++)
    if (s->scan->lines[i].line == line) return &s->scan->lines[i];
  return NULL;
}

static void clear(struct line *l)
{
  while (l->looked) {
    struct looked *first = l->looked;
    l->looked = first->next;
    pool_give(&pool, first);
  }
  l->bytes = (struct intervals){NULL, NULL};
}

static void add(struct line *l, const char *from, const char *to)
{
  const struct interval *there = intervals_in(&l->bytes, from, to);
  if (there && there->from <= from && there->to >= to) return;
  struct looked *new = pool_take(&pool);
  *new = (struct looked){{.from = from, .to = to}, l->looked};
  l->looked = new;
  intervals_add(&l->bytes, &new->at);
}

bool scan_has(const struct check_strand *s, const struct act *load)
{
  return s->scan && line_of(s, load);
}

bool scan_goes_on(struct check_strand *s, const struct act *load,
                  uint32_t synced, const char *from, const char *to)
{
  struct line *l = line_of(s, load);
  if (!l || l->synced != synced) return false;
  if (intervals_in(&l->bytes, from, to)) {
    l->synced = 0;
    return false;
  }
  add(l, from, to);
  return true;
}

static struct line *line_new(struct check_strand *s, const struct act *load)
{
  if (!s->scan) s->scan = xcalloc(1, sizeof *s->scan);
  struct line *l = &s->scan->lines[s->scan->next];
  s->scan->next = (s->scan->next + 1) % LINES;
  clear(l);
  l->line = caller_first(load->by);
  return l;
}

void scan_begin(struct check_strand *s, const struct act *load, uint32_t synced,
                const char *from, const char *to)
{
  struct line *l = line_of(s, load);
  if (!l) l = line_new(s, load);
  l->synced = synced;
  add(l, from, to);
}

void scan_synced(struct check_strand *s)
{
  for (int i = 0; s->scan && i < LINES; i++)
    clear(&s->scan->lines[i]);
}
