/* Random one-sided programs, most of them wrong, and what is wrong with them.
 *
 *   races KIND SEED            writes the program
 *   races KIND SEED REPORTS    compares what orielrun --check said of it
 *
 * A program is a list of events, each on a line of its own, which the ranks
 * take in turn: loads, stores, operations, messages, synchronisation. What MPI
 * orders is a graph of their moments; two accesses conflict if neither ends on
 * a path to where the other begins. This looks at all pairs and knows nothing
 * of how the checker works. Kinds: `a`, MPI_Win_lock_all; `f`, fences; `p`,
 * post, start, complete and wait; `l`, locks; `v`, like `a` with values that
 * order; `c`, like `v` with swaps that succeed or fail; `s`, like `a` in shared
 * memory; `b`, like `v` there, with C11's atomics, which `u` has, too; `o`,
 * `g`, `q`, `m` and `x` like `a`, `f`, `p`, `l` and `s` with two windows over
 * the same memory; `d` and `e`, like `a` and `l` with a dynamic window; `h`,
 * `i`, `n`, `k` and `j` like `a`, `f`, `o`, `g` and `q` with windows that are
 * freed and made again; `y` and `z`, like `a` and `f` with derived datatypes;
 * `r`, like `a` with persistent and partitioned requests; `t`, like `a` with
 * threads; `u` and `w`, like `t` with all ways to synchronise, and with OpenMP;
 * `5` and `6`, like `u` and `w` with two windows; `1` to `4`, with two windows
 * of which each has epochs of another kind; capitals but `X`, like the small
 * letters by the rules of the separate memory model. Where events have dates it
 * is known who gets a lock first, and finds what.
 *
 * Programs of all kinds have 2 to 8 ranks, most of them 3, and loops, which
 * make the same calls 2 to 40 times: each time is an event of its own here, at
 * moments of its own, and what is said of two lines is said of all that they
 * did. */
#include "copies.h"
#include "events.h"
#include "order.h"
#include "program.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIST = 1 << 20, LINES = 4096 };

static bool is_conflict(const struct access *a, const struct access *b)
{
  return conflict(a, b) || (kind->separate && copies_conflict(a, b));
}

/* Pairs of accesses that conflict, all those of some pairs of lines. */
static struct access *said[LIST][2];
static int said_count;
static bool said_lines[LINES][LINES];

static bool is_said(const struct access *a, const struct access *b)
{
  return said_lines[a->line][b->line];
}

/* All conflicts between two lines; false: there is none. */
static bool say(int first, int second)
{
  int before_it = said_count;
  if (line >= LINES) fail("too many lines");
  if (said_lines[first][second]) return true;
  for (int i = 0; i < access_count; i++)
    for (int j = 0; j < access_count; j++) {
      struct access *a = &accesses[i], *b = &accesses[j];
      if (a->line != first || b->line != second || !is_conflict(a, b)) continue;
      if (said_count == LIST) fail("too many conflicts");
      said[said_count][0] = a;
      said[said_count++][1] = b;
    }
  bool any = said_count > before_it;
  if (any) said_lines[first][second] = said_lines[second][first] = true;
  return any;
}

static int line_of(const char *side)
{
  const char *place = strstr(side, "program.c:");
  return place ? atoi(place + strlen("program.c:")) : 0;
}

/* A load that may poll, or find what an update left. */
static bool is_look(int load)
{
  for (int i = 0; i < access_count; i++) {
    const struct access *a = &accesses[i];
    if (a->line == load && a->touch && !a->writes) return true;
  }
  return false;
}

static bool is_conflict_report(const char *headline, int first, int second)
{
  if (strncmp(headline, "oriel: conflict", 15) == 0) return true;
  return strncmp(headline, "oriel: portability", 18) == 0 && !kind->separate &&
         (is_look(first) || is_look(second));
}

/* How many reports are of no conflict. Flushes of oneself are
 * drawn, too; nobody calls MPI_Win_sync. */
static int read_reports(FILE *reports)
{
  char headline[512], sides[2][512] = {"", ""};
  int wrong = 0;
  while (fgets(headline, sizeof headline, reports)) {
    if (strncmp(headline, "oriel: ", 7) != 0) continue;
    if (strncmp(headline, "oriel: flush of oneself", 23) == 0) continue;
    bool whole = fgets(sides[0], sizeof sides[0], reports) &&
                 fgets(sides[1], sizeof sides[1], reports);
    int first = line_of(sides[0]), second = line_of(sides[1]);
    if (whole && is_conflict_report(headline, first, second) &&
        say(first, second))
      continue;
    if (kind->shared && strncmp(headline, "oriel: portability", 18) == 0)
      continue;
    printf("not so: %s%s%s", headline, sides[0], sides[1]);
    wrong++;
  }
  return wrong;
}

/* Does a report on `b` cover what is to be said of `a`? Of accesses that one
 * follows, the checker keeps the last. It also forgets those that conflict with
 * a detach, and what one has followed though the copies are not alike. */
static bool covers(const struct access *b, const struct access *a)
{
  bool meet = overlap(a, b) || (kind->separate && a->space == b->space);
  bool forgotten = (kind->separate || kind->dynamic) && a->by == b->by;
  return a == b || (meet && (forgotten || is_before(a, b)));
}

/* Of copies that are not alike: `a` is forgotten where `y` has followed it,
 * which is said, and `b` follows that. */
static bool is_past(const struct access *x, const struct access *y,
                    const struct access *a, const struct access *b)
{
  return kind->separate && covers(x, a) && overlap(a, b) && overlap(a, y) &&
         !(a->cells & b->cells & ~y->cells) && is_before(a, y) &&
         is_before(y, b);
}

/* A load that finds an update of which nothing else has told its rank, as a
 * loop does that polls: that is no conflict, but orders. */
static bool finds(const struct access *load, const struct access *update)
{
  return load->touch && !load->writes && update->atomic && update->writes &&
         !kind->separate && overlap(load, update) &&
         (load->may_look ||
          !comes_before(update->begins.list[0], load->begins.list[0]));
}

/* What comes before that it has heard of, too, and the checker keeps the last.
 */
static bool finds_later(const struct access *load, const struct access *a)
{
  if (!load->touch || load->writes) return false;
  for (int i = 0; i < access_count; i++)
    if (finds(load, &accesses[i]) && is_before(a, &accesses[i])) return true;
  return false;
}

/* Each of them conflicts with the memory's coming and going between them. */
static bool is_other_memory(const struct access *a, const struct access *b)
{
  return a->target && b->target && a->attachment != b->attachment;
}

/* With no_locks, MPI_Win_free is no barrier, but the checker forgets what was
 * done by the window. */
static bool may_be_freed(const struct access *a, const struct access *b)
{
  return kind->renewal == UNLOCKED && a->target && b->target &&
         a->window != b->window;
}

/* By the code around it, it may wait for what it finds. */
static bool may_look(const struct access *load, const struct access *update)
{
  return load->may_look && finds(load, update);
}

static bool is_missing(const struct access *a, const struct access *b)
{
  if (!is_conflict(a, b) || is_other_memory(a, b)) return false;
  if (may_be_freed(a, b)) return false;
  if (is_said(a, b) || may_look(a, b) || may_look(b, a)) return false;
  if (finds_later(a, b) || finds_later(b, a)) return false;
  for (int i = 0; i < said_count; i++) {
    const struct access *x = said[i][0], *y = said[i][1];
    if ((covers(x, a) && covers(y, b)) || (covers(y, a) && covers(x, b)))
      return false;
    if (is_past(x, y, a, b) || is_past(y, x, a, b)) return false;
  }
  return true;
}

/* Who looks, by a load or atomically? */
static bool may_find(const struct access *a, const struct access *update)
{
  return a->found.count &&
         (a->atomic || (a->touch && !a->writes && !kind->separate)) &&
         update->atomic && update->writes && a != update &&
         overlap(a, update) && !is_before(a, update);
}

/* A look may have found every update that does not come after it, and its rank
 * then knows that it is over, in whole, and what its origin knew. */
static void suppose_all_found(void)
{
  static struct access *found[LIST][2];
  int count = 0;
  for (int i = 0; i < access_count; i++)
    for (int j = 0; j < access_count; j++) {
      if (!may_find(&accesses[i], &accesses[j])) continue;
      if (count == LIST) fail("too many looks");
      found[count][0] = &accesses[i];
      found[count++][1] = &accesses[j];
    }
  for (int i = 0; i < count; i++) {
    const struct moments *at = &found[i][0]->found;
    for (int k = 0; k < at->count; k++) {
      edge(found[i][1]->begins.list[0], at->list[k]);
      add(&found[i][1]->ends, at->list[k]);
      if (found[i][1]->left.count) add(&found[i][1]->left, at->list[k]);
    }
  }
}

/* Where values order, it is known what each load found. */
static int count_missing(void)
{
  static struct access *missing[LIST][2];
  int candidates = 0, count = 0;
  for (int i = 0; i < access_count; i++)
    for (int j = 0; j < i; j++) {
      if (!is_missing(&accesses[j], &accesses[i])) continue;
      if (candidates == LIST) fail("too much is missing");
      missing[candidates][0] = &accesses[j];
      missing[candidates++][1] = &accesses[i];
    }
  if (!kind->words) {
    suppose_all_found();
    complete_found();
  }
  for (int i = 0; i < candidates; i++) {
    const struct access *a = missing[i][0], *b = missing[i][1];
    if (!is_missing(a, b)) continue;
    printf("not said: lines %d and %d conflict\n", a->line, b->line);
    count++;
  }
  return count;
}

int main(int argc, char **argv)
{
  if (argc < 3) fail("KIND SEED [REPORTS]");
  const char *text = program(*argv[1], strtoul(argv[2], NULL, 10));
  if (argc == 3) {
    fputs(text, stdout);
    return 0;
  }
  FILE *reports = fopen(argv[3], "r");
  if (!reports) fail("no such reports");
  int wrong = read_reports(reports) + count_missing();
  printf("%d conflicts in reports, %d errors\n", said_count, wrong);
  return wrong > 0;
}
