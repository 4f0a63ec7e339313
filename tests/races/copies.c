/* The separate memory model: a rank's loads and stores are of a copy of its
 * own, operations are of the public copy. [MPI-4.1 12.4, 12.7]
 *
 * A store is public after a post, fence, unlock or MPI_Win_sync of its rank; an
 * update comes to its target's own copy by a wait, fence, lock or MPI_Win_sync
 * there. Until then others must not access what was written, nor may a store
 * and an update be in one window, wherever they fall. */
#include "copies.h"

static struct sync {
  int rank, at;
  enum copies what;
} list[MOMENTS];
static int count;

void copies_made_alike(int rank, int at, enum copies what)
{
  if (count == MOMENTS) fail("too many synchronisations");
  list[count++] = (struct sync){rank, at, what};
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

static bool alike_between(const struct access *a, const struct access *b,
                          int rank, enum copies what)
{
  for (int i = 0; i < count; i++)
    if (list[i].rank == rank && (list[i].what & what) &&
        ended_by(a, list[i].at) && begun_since(b, list[i].at))
      return true;
  return false;
}

/* Has `b` come after what `a` wrote was there for it? */
static bool sees(const struct access *a, const struct access *b)
{
  if (a->target && !b->target)
    return alike_between(a, b, rank_of(b->by), OWN_COPY);
  if (!a->target && b->target)
    return alike_between(a, b, rank_of(a->by), PUBLIC_COPY);
  return is_before(a, b);
}

bool copies_conflict(const struct access *a, const struct access *b)
{
  bool two = a->target != b->target, both = a->writes && b->writes;
  bool local = a->touch || b->touch;
  if (a->space != b->space || a->space % 2 || !two || !local) return false;
  if (both) return !sees(a, b) && !sees(b, a);
  if (!overlap(a, b) || (!a->writes && !b->writes)) return false;
  const struct access *writer = a->writes ? a : b, *reader = a->writes ? b : a;
  return !sees(writer, reader) && !is_before(reader, writer);
}
