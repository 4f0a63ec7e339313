/* The separate memory model: a rank's loads and stores are of a copy of its
 * own, operations are of the public copy, of which each window has one.
 * [MPI-4.1 12.4, 12.7]
 *
 * A store is public after a post, fence, unlock or MPI_Win_sync of its rank; an
 * update comes to its target's own copy by a wait, fence, lock or MPI_Win_sync
 * there, and from that to another window's public copy. Until then others must
 * not access what was written, nor may it and an update be in one window,
 * wherever they fall. */
#include "copies.h"
#include "events.h"

static struct sync {
  int rank, window, at;
  enum copies what;
} list[MOMENTS];
static int count;

void copies_made_alike(int rank, int window, int at, enum copies what)
{
  if (count == MOMENTS) fail("too many synchronisations");
  list[count++] = (struct sync){rank, window, at, what};
}

static bool by(int from, int to)
{
  return from == to || comes_before(from, to);
}

static bool ended_by(const struct access *a, int at)
{
  for (int i = 0; i < a->ends.count; i++)
    if (by(a->ends.list[i], at)) return true;
  return false;
}

static bool begun_since(const struct access *a, int at)
{
  for (int i = 0; i < a->begins.count; i++)
    if (by(at, a->begins.list[i])) return true;
  return false;
}

/* A call that makes copies alike; window -1: of any. */
struct wanted {
  int rank, window;
  enum copies what;
};

static bool is_wanted(const struct sync *s, struct wanted w)
{
  return s->rank == w.rank && (w.window < 0 || s->window == w.window) &&
         (s->what & w.what);
}

static bool alike_between(const struct access *a, const struct access *b,
                          struct wanted w)
{
  for (int i = 0; i < count; i++)
    if (is_wanted(&list[i], w) && ended_by(a, list[i].at) &&
        begun_since(b, list[i].at))
      return true;
  return false;
}

/* One call, and then another. */
static bool alike_by_two(const struct access *a, const struct access *b,
                         struct wanted first, struct wanted second)
{
  for (int i = 0; i < count; i++)
    for (int k = 0; k < count; k++)
      if (is_wanted(&list[i], first) && is_wanted(&list[k], second) &&
          comes_before(list[i].at, list[k].at) && ended_by(a, list[i].at) &&
          begun_since(b, list[k].at))
        return true;
  return false;
}

/* Has `b` come after what `a` wrote was there for it? */
static bool sees(const struct access *a, const struct access *b)
{
  int owner = owner_of(a->space), from = rank_of(a->by), to = rank_of(b->by);
  if (a->target && b->target)
    return alike_by_two(a, b, (struct wanted){owner, a->window, OWN_COPY},
                        (struct wanted){owner, b->window, PUBLIC_COPY});
  if (a->target)
    return alike_between(a, b, (struct wanted){to, a->window, OWN_COPY});
  if (b->target)
    return alike_between(a, b, (struct wanted){from, b->window, PUBLIC_COPY});
  return alike_by_two(a, b, (struct wanted){from, -1, PUBLIC_COPY},
                      (struct wanted){to, -1, OWN_COPY});
}

static bool is_in(const struct access *a, int window)
{
  const struct part *x = &parts[window][owner_of(a->space)];
  return a->cells & cells_of(x->first, x->cells);
}

/* Must not an update by the window of `b` come while `a` is not there? */
static bool excludes(const struct access *a, const struct access *b)
{
  return a->writes && b->writes && b->target && is_in(a, b->window);
}

static bool may_follow(const struct access *a, const struct access *b)
{
  if (!is_before(a, b)) return false;
  bool matters =
      overlap(a, b) || excludes(a, b) || (excludes(b, a) && !b->target);
  return !a->writes || !matters || sees(a, b);
}

bool copies_conflict(const struct access *a, const struct access *b)
{
  bool one_way = a->target && b->target && a->window == b->window;
  bool own = !a->target && !b->target && rank_of(a->by) == rank_of(b->by);
  if (a->space != b->space || a->space % 2 || one_way || own) return false;
  if (!a->writes && !b->writes) return false;
  if (a->c_atomic && b->c_atomic) return false;
  if (!overlap(a, b) && !excludes(a, b) && !excludes(b, a)) return false;
  return !may_follow(a, b) && !may_follow(b, a);
}
