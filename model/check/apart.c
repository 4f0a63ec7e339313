/* Buffers of a rank's own memory: most of them meet no other.
 *
 * Of a rank with one strand, what is over matters no more to what comes. So an
 * access of memory that is no window's can conflict only with those of the
 * rank's calls that are not over yet, and few programs let two of these touch.
 * They are put into a log of the rank; a new one is compared with the bounds of
 * what is read and of what is written there, and with its words, by the lowest
 * bits of their addresses. When all are over the log begins anew. Where two do
 * touch, or it is not so clear whose memory it is, the log is spilled: all of
 * it goes to the history, and so does what comes, until all are over.
 * Invariant: of a rank's accesses that are not over, either all are in the
 * history, or all of its own memory are in the log and nowhere else, and no two
 * of them conflict. */
#include "apart.h"
#include "exposed.h"
#include "memory.h"
#include "ranks.h"

#include "../memory.h"
#include "../window/window.h"

#include <stdlib.h>

enum { ENTRIES_MIN = 4, ENTRIES_MAX = 256, AHEAD = 16 };

struct entry {
  struct act *act; /* referenced, as is ... */
  const char *address;
  struct datatype *type; /* ... the type; NULL: `count` bytes */
  uint64_t count : 63;
  bool writes : 1;
};

struct bounds {
  const char *low, *high;
};

/* Of a rank. It fits a cache line. */
struct log {
  int pending : 31; /* accesses that are not over, those of windows too */
  bool spilled : 1;
  int count, size;
  int writing; /* of them */
  struct bounds read, written;
  uint32_t words_read, words_written;
  struct entry *entries;
};

static struct rank_table logs = {sizeof(struct log), NULL, 0};
static int shared; /* windows with parts that others may name buffers in */

static bool touch(struct bounds a, struct bounds b)
{
  return a.low < b.high && b.low < a.high;
}

static void bounds_add(struct bounds *to, struct bounds b)
{
  if (!to->high || b.low < to->low) to->low = b.low;
  if (b.high > to->high) to->high = b.high;
}

/* Empty: it accesses nothing, or more than there can be. */
static struct bounds bounds_of(const char *address, MPI_Count count,
                               const struct datatype *type)
{
  MPI_Count low = 0, high = count;
  if (type && !datatype_span(count, type, &low, &high)) low = high = 0;
  return (struct bounds){address + low, address + high};
}

/* Its words of 8 bytes, by their number modulo 32. */
static uint32_t words_of(struct bounds b)
{
  uint64_t first = (uintptr_t)b.low / 8;
  uint64_t count = ((uintptr_t)b.high + 7) / 8 - first;
  uint64_t bits = count >= 32 ? UINT32_MAX : (1ull << count) - 1;
  bits <<= first % 32;
  return (uint32_t)(bits | bits >> 32);
}

static struct bounds entry_bounds(const struct entry *e)
{
  return bounds_of(e->address, (MPI_Count)e->count, e->type);
}

static bool entry_over(const struct entry *e)
{
  return e->act->done || (e->act->batch && batch_local(e->act->batch));
}

static void entry_drop(struct entry *e)
{
  if (e->type) datatype_unref(e->type);
  act_unref(e->act);
}

/* One that the log goes without. */
static void entry_ends(struct log *l, struct entry *e)
{
  if (e->writes && --l->writing == 0) {
    l->written = (struct bounds){NULL, NULL};
    l->words_written = 0;
  }
  entry_drop(e);
}

static void log_clear(struct log *l)
{
  for (int i = 0; i < l->count; i++) {
    if (i + AHEAD < l->count) memory_ask_to_write(l->entries[i + AHEAD].act);
    entry_drop(&l->entries[i]);
  }
  l->count = l->writing = 0;
  l->read = l->written = (struct bounds){NULL, NULL};
  l->words_read = l->words_written = 0;
}

static void record(struct act *a, const struct observed_data *d, bool writes)
{
  struct viewer v = strand_viewer(act_strand(a));
  memory_access(
      a, d, (writes ? RECORD_WRITES : 0) | (a->batch ? 0 : RECORD_CALL), &v);
}

/* What is over now matters no more, nor did it when the others began. */
static void spill(struct log *l)
{
  l->spilled = l->pending > 0;
  for (int i = 0; i < l->count; i++) {
    const struct entry *e = &l->entries[i];
    struct observed_data d = {e->address, (MPI_Count)e->count, e->type};
    record(e->act, &d, e->writes);
  }
  log_clear(l);
}

/* Does one of them conflict with this access, as far as bounds tell? */
static bool meets(const struct log *l, struct bounds b, bool writes,
                  const struct act *a)
{
  uint32_t words = words_of(b);
  bool write = (words & l->words_written) && touch(b, l->written);
  bool read = (words & l->words_read) && touch(b, l->read);
  if (!write && !(writes && read)) return false;
  for (int i = 0; i < l->count; i++) {
    const struct entry *e = &l->entries[i];
    if ((writes || e->writes) && e->act != a && touch(b, entry_bounds(e)) &&
        !entry_over(e))
      return true;
  }
  return false;
}

static bool log_full(struct log *l)
{
  int kept = 0;
  if (l->count < ENTRIES_MAX) return false;
  for (int i = 0; i < l->count; i++)
    if (entry_over(&l->entries[i]))
      entry_ends(l, &l->entries[i]);
    else
      l->entries[kept++] = l->entries[i];
  l->count = kept;
  return kept > ENTRIES_MAX / 2;
}

static void log_add(struct log *l, struct act *a, const struct observed_data *d,
                    struct bounds b, bool writes)
{
  GROW(l->entries, l->count, l->size, ENTRIES_MIN);
  struct entry *e = &l->entries[l->count++];
  bool bytes = !d->type || d->type->contiguous;
  *e = (struct entry){a, bytes ? b.low : d->address,
                      bytes ? NULL : datatype_ref(d->type),
                      (uint64_t)(bytes ? b.high - b.low : d->count), writes};
  a->references++;
  l->writing += writes;
  bounds_add(writes ? &l->written : &l->read, b);
  *(writes ? &l->words_written : &l->words_read) |= words_of(b);
}

/* Is it all the rank's own memory? A buffer in windows, and in them only, is
 * the history's, and the log is not asked. */
enum whose { OWN, WINDOWS, UNCLEAR };
static enum whose whose(int rank, struct bounds b)
{
  if (shared || !strand_alone(rank)) return UNCLEAR;
  const struct exposed *x = exposed_in(rank, b.low, b.high);
  if (!x) return OWN;
  return x->at.from <= b.low && b.high <= x->at.to ? WINDOWS : UNCLEAR;
}

void apart_access(struct act *a, const struct observed_data *d, bool writes)
{
  int rank = act_strand(a)->rank;
  struct log *l = rank_entry(&logs, rank);
  struct bounds b = bounds_of(d->address, d->count, d->type);
  l->pending += !a->plain;
  if (b.low == b.high) return;
  enum whose w = l->spilled ? WINDOWS : whose(rank, b);
  if (w == UNCLEAR || (w == OWN && (meets(l, b, writes, a) || log_full(l))))
    spill(l);
  if (w != OWN || l->spilled)
    record(a, d, writes);
  else if (!a->plain)
    log_add(l, a, d, b, writes);
}

void apart_over(int rank, int accesses)
{
  struct log *l = rank_entry(&logs, rank);
  if (l->count && !strand_alone(rank)) spill(l);
  l->pending -= accesses;
  if (!l->pending) {
    l->spilled = false;
    log_clear(l);
  }
  while (accesses-- > 0 && l->count && entry_over(&l->entries[l->count - 1]))
    entry_ends(l, &l->entries[--l->count]);
}

void apart_foresee(int rank, int stage)
{
  const struct log *l = stage > 1 ? rank_entry(&logs, rank) : NULL;
  if (!l)
    rank_entry_ask(&logs, rank);
  else if (l->entries)
    memory_ask_to_write(&l->entries[l->count ? l->count - 1 : 0]);
}

void apart_ask(int rank)
{
  const struct log *l = rank_entry(&logs, rank);
  for (int i = l->count - 1; i >= 0 && i >= l->count - 2; i--)
    memory_ask_to_write(l->entries[i].act);
}

void apart_meet(int rank, const char *low, const char *high, bool writes)
{
  struct log *l = rank_entry(&logs, rank);
  struct bounds b = {low, high};
  if (l->count && (!strand_alone(rank) || meets(l, b, writes, NULL))) spill(l);
}

void apart_shared(int change)
{
  shared += change;
}

void apart_exposed(int rank, const struct window_view *v, bool ends)
{
  if (v->window->flavor == MPI_WIN_FLAVOR_SHARED) apart_shared(ends ? -1 : 1);
  spill(rank_entry(&logs, rank));
}
