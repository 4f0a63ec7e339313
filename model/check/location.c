/* Order that values carry, by the address of the word.
 *
 * What an update publishes is what its strand knew when it issued it: an
 * operation that was not complete then is not part of it. A fetch takes what
 * the word's value carries, and its strand learns that with the result. An
 * update that also reads continues what it found; MPI_Accumulate with
 * MPI_REPLACE begins anew, and a swap that fails publishes nothing. Each
 * element is a word of its own, and of operations on more than WORDS of them
 * nothing is kept. Invariant: the order of the updates of a word is the one in
 * which this run applied them. */
#include "location.h"
#include "arrived.h"
#include "many.h"
#include "memory.h"
#include "published.h"
#include "sighting.h"
#include "visibility.h"

#include "../memory.h"
#include "../op/op.h"
#include "../pool.h"
#include "../window/window.h"

#include <stdlib.h>

enum { WORDS = 8, PAGE = 4096, AHEAD = 16 };

/* It fits a cache line. */
struct location {
  uint64_t word : 56;       /* its address */
  uint64_t bytes : 7;       /* of its widest element */
  uint64_t gone : 1;        /* that is other memory now, but this still there */
  struct published carried; /* by its value */
  struct sightings seen;
  struct location *after; /* the next that is gone */
  struct location *next;  /* in its slot */
};

/* Those of a page. */
struct words {
  int count, size;
  struct location *list[];
};

/* All of them: a hash of lists, in which those of a page are neighbours. */
static struct location **slots;
static int widest; /* element that there was */
static size_t slot_mask, location_count;

static const char *word_of(const struct location *l)
{
  return (const char *)(uintptr_t)l->word;
}

/* Words of the same 8 bytes are in one. */
enum { UNIT = 8 };
static struct location **slot_of(const char *word)
{
  uintptr_t page = (uintptr_t)word / PAGE, at = (uintptr_t)word % PAGE / UNIT;
  return &slots[((page * 0x9e3779b97f4a7c15u >> 32) + at) & slot_mask];
}

static struct location *location_find(const char *word)
{
  struct location *l = slots ? *slot_of(word) : NULL;
  while (l && (l->gone || word_of(l) != word))
    l = l->next;
  return l;
}

static void location_hang(struct location *l)
{
  struct location **slot = slot_of(word_of(l));
  l->next = *slot;
  *slot = l;
}

static void more_slots(void)
{
  struct location **old = slots, *next;
  size_t before = old ? slot_mask + 1 : 0, now = before ? 2 * before : 64;
  slots = xcalloc(now, sizeof *slots);
  slot_mask = now - 1;
  for (size_t i = 0; i < before; i++) {
    if (i + AHEAD < before) memory_ask_to_write(old[i + AHEAD]);
    for (struct location *l = old[i]; l; l = next) {
      next = l->next;
      location_hang(l);
    }
  }
  free(old);
}

/* Those that are gone; the next that is made takes the place of one. */
static struct location *gone_first;

static void location_drop(struct location *l)
{
  l->gone = true;
  l->after = gone_first;
  gone_first = l;
}

/* Nothing is known of it any more. */
static void location_end(struct location *l)
{
  struct location **at = slot_of(word_of(l));
  while (*at != l)
    at = &(*at)->next;
  *at = l->next;
  published_drop(&l->carried);
  sightings_clear(&l->seen);
  location_count--;
}

static void words_add(struct words **words, struct location *l)
{
  struct words *w = *words;
  if (!w || w->count == w->size) {
    struct words now = w ? *w : (struct words){.size = 1};
    now.size = 2 * now.size + 1;
    *words = w = xrealloc(w, sizeof *w + (size_t)now.size * sizeof *w->list);
    *w = now;
  }
  w->list[w->count++] = l;
}

static struct location *location_new(const char *word)
{
  struct location *l;
  if (gone_first) {
    l = gone_first;
    gone_first = l->after;
    location_end(l);
    pool_give(pool_of_lines(sizeof *l), l);
  }
  if (!slots || location_count > slot_mask) more_slots();
  l = pool_take(pool_of_lines(sizeof *l));
  *l = (struct location){.word = (uintptr_t)word};
  words_add(history_words(word, true), l);
  location_hang(l);
  location_count++;
  return l;
}

/* That of an element there, of so many bytes. */
static struct location *location_made(const char *word, int bytes)
{
  struct location *l = location_find(word);
  if (!l) l = location_new(word);
  if (bytes > (int)l->bytes) l->bytes = (unsigned)bytes;
  if (bytes > widest) widest = bytes;
  return l;
}

/* --- operations --- */

static bool fetches(const struct act *a)
{
  return a->kind == OBSERVED_GET_ACCUMULATE ||
         a->kind == OBSERVED_COMPARE_AND_SWAP;
}

/* Its result will come. */
static void await(struct act *a, struct value *v)
{
  a->awaits = true;
  a->value = v;
  v->next = a->batch->fetched;
  a->batch->fetched = v;
}

struct value *location_issued(struct act *a, const struct observed_data *target,
                              bool waits)
{
  bool atomic = a->kind == OBSERVED_ACCUMULATE || fetches(a);
  if (!atomic && !waits) return NULL;
  const struct datatype *element = target->type->element;
  const struct window *w = act_window(a);
  MPI_Op op = act_operator(a);
  struct value *v = pool_take_ahead(pool_of_lines(sizeof *v), sizeof *v);
  *v = (struct value){.act = a,
                      .target = (int)a->batch->world,
                      .element = element ? (uint8_t)element->extent : 1,
                      .atomic = atomic,
                      .fetches = fetches(a),
                      .updates = atomic && op != MPI_NO_OP,
                      .anew = !fetches(a) && op == MPI_REPLACE,
                      .shared = window_shared(w)};
  a->references++;
  if (waits) v->memory = *target;
  if (v->fetches) await(a, v);
  struct check_strand *s = act_strand(a);
  if (v->updates || waits) v->clock = clock_copy(&s->past);
  s->now += v->updates;
  return v;
}

static void value_free(struct value *v)
{
  act_unref(v->act);
  clock_drop(&v->clock);
  pool_give(pool_of_lines(sizeof *v), v);
}

struct value *location_admitted(struct value *v)
{
  if (v->atomic) return v;
  value_free(v);
  return NULL;
}

/* --- their words --- */

/* Of an operation that was applied to a word: which update of that it found,
 * and which it is. */
struct element {
  struct location *word;
  uint32_t found, version;
};

struct elements {
  int count, bytes; /* bytes of each */
  struct element list[];
};

static size_t elements_size(int count)
{
  return sizeof(struct elements) + (size_t)count * sizeof(struct element);
}

static void elements_free(struct elements *e)
{
  pool_give_bytes(e, elements_size(e->count));
}

void location_unkept(struct act *a)
{
  elements_free(a->elements);
}

/* What is being applied, element by element. */
struct applying {
  struct value *value;
  const char *base, *latest; /* word */
  enum basic basic;
  struct element *next;
  struct published found;
  bool wrote;
};

static void word_applied(struct applying *to, const char *word)
{
  struct value *v = to->value;
  struct location *l = location_made(word, v->element);
  struct element *e = to->next++;
  to->latest = word;
  *e = (struct element){.word = l};
  if (v->fetches) {
    published_join(&to->found, &l->carried);
    e->found = l->seen.version;
  } else if (v->anew) {
    published_drop(&l->carried);
  }
  if (!to->wrote) return;
  e->version = ++l->seen.version;
  published_add(&l->carried, &v->clock, v->act->stamp);
}

/* Both parts of a pair are of one word, which begins with the first. */
static void block_applied(MPI_Count at, MPI_Count bytes, void *arg)
{
  struct applying *to = arg;
  const char *word = to->base + at - memory_part(to->basic, bytes);
  const char *high = to->base + at + bytes;
  for (; word < high; word += to->value->element)
    if (word != to->latest) word_applied(to, word);
}

/* Their number; 0: nothing is kept of so many. */
static int count_words(const struct observed_data *d)
{
  MPI_Count count = d->count * d->type->elements;
  return d->type->element && count <= WORDS ? (int)count : 0;
}

static void one_applied(const struct observed_data *d, struct applying *to)
{
  struct value *v = to->value;
  struct element one;
  to->next = &one;
  word_applied(to, to->base + d->type->true_lb);
  to->next = NULL;
  v->word = one.word;
  v->found_version = one.found;
  v->act->version = one.version;
}

static void several_applied(const struct observed_data *d, int count,
                            struct applying *to)
{
  struct value *v = to->value;
  v->several = true;
  v->elements = pool_take_bytes(elements_size(count));
  *v->elements = (struct elements){count, v->element};
  to->next = v->elements->list;
  to->basic = d->type->element->basic;
  datatype_blocks(d->count, d->type, block_applied, to);
  v->act->version = v->elements->list[0].version;
}

/* What is kept of it from now on. */
static void value_ends(struct value *v)
{
  struct act *a = v->act;
  a->awaits = false;
  a->several = v->several;
  if (v->several)
    a->elements = v->elements;
  else
    a->word = v->word;
  value_free(v);
}

static void update_arrived(const struct value *v)
{
  struct act *a = v->act;
  const struct window *shared = v->shared ? act_window(a) : NULL;
  a->arrival = arrived_add(v->target, shared, &v->clock, a->stamp);
}

void location_applied(struct value *v, const struct observed_data *memory,
                      bool wrote)
{
  struct applying to = {
      .value = v, .base = memory->address, .wrote = wrote && v->updates};
  int count = count_words(memory);
  v->word = NULL;
  v->found_version = 0;
  if (count == 1)
    one_applied(memory, &to);
  else if (count)
    several_applied(memory, count, &to);
  if (!count && to.wrote) many_updated(v->act, memory);
  if (many_any && v->fetches) many_fetched(v->act, memory);
  if (count && to.wrote) update_arrived(v);
  clock_drop(&v->clock);
  v->clock = to.found.past;
  v->found_own = to.found.own;
  v->applied = true;
  if (!v->fetches) value_ends(v);
}

/* --- who sees them --- */

static bool is_new(const struct value *v, struct check_strand *s)
{
  bool new = false;
  if (!v->several)
    return v->word && sighting_add(&v->word->seen, v->found_version, s);
  for (int i = 0; i < v->elements->count; i++) {
    const struct element *e = &v->elements->list[i];
    new |= sighting_add(&e->word->seen, e->found, s);
  }
  return new;
}

/* While nobody else has updated its word, that carries what it found and what
 * its own strand knew: then they may have one clock. */
static bool is_latest(const struct value *v)
{
  uint32_t version = v->act->version;
  return !v->several && version && v->word->seen.version == version;
}

static void found(const struct value *v, struct check_strand *s)
{
  if (!is_new(v, s)) return;
  struct published what = {v->clock, v->found_own};
  if (s->id == v->act->stamp.strand && is_latest(v)) what = v->word->carried;
  strand_does(s);
  published_learn(&what, &s->past, s->id);
  if (s->past.base == what.past.base)
    clock_base_adopted(&s->past, (struct stamp){s->id, s->now});
}

void location_fetched(struct act *a, struct check_strand *s)
{
  struct value *v = a->awaits ? a->value : NULL;
  if (!v || !v->applied || v->learnt) return;
  struct check_strand *own = act_strand(a);
  found(v, s);
  if (s != own && a->stamp.tick >= own->begun) found(v, own);
  clock_drop(&v->clock);
  v->learnt = true;
}

/* No strand: nobody has the result. */
static void fetch_ends(struct value *v, struct check_strand *s)
{
  if (s) location_fetched(v->act, s);
  value_ends(v);
}

/* A flush ends what its strand knows of. */
static bool ends_for(const struct value *v, const struct check_strand *s)
{
  if (!v->applied) return false;
  if (!s || s->id == v->act->stamp.strand) return true;
  struct viewer knows = strand_viewer(s);
  return viewer_knows(&knows, v->act->stamp);
}

/* Issued by another strand than the one that completed their batch, which did
 * not know of them, or before they were applied: they end with a completion to
 * come. */
static struct value *late;

void location_fetched_all(struct value *v, struct check_strand *s)
{
  for (struct value *next; v; v = next) {
    next = v->next;
    if (ends_for(v, s)) {
      fetch_ends(v, s);
    } else {
      v->next = late;
      late = v;
    }
  }
}

void location_fetched_late(const struct window_view *w, int target,
                           struct check_strand *s)
{
  for (struct value **at = &late; *at;) {
    struct value *v = *at;
    const struct batch *g = v->act->batch;
    bool meant = g->window == w && (target < 0 || batch_target(g) == target);
    if (!meant || !ends_for(v, s)) {
      at = &v->next;
      continue;
    }
    *at = v->next;
    fetch_ends(v, s);
  }
}

typedef bool glance(struct location *, struct check_strand *);

static bool load(struct location *l, struct check_strand *s)
{
  if (!sighting_add(&l->seen, l->seen.version, s)) return false;
  strand_does(s);
  published_learn(&l->carried, &s->past, s->id);
  return true;
}

static bool would_find(struct location *l, struct check_strand *s)
{
  return sighting_is_new(&l->seen, s);
}

static bool reaches(const struct location *l, const char *low, const char *high)
{
  const char *word = word_of(l);
  return !l->gone && word < high && low < word + l->bytes;
}

/* At all locations of which there are bytes, within a page. Of few bytes each
 * is looked for, of many what is known of the page, and what may reach into it.
 * Returns whether any of them is so. */
static bool look_at(const char *low, const char *high, struct check_strand *s,
                    glance *f)
{
  struct words **words = history_words(low, false);
  const struct words *w = words ? *words : NULL;
  bool reached = (uintptr_t)low % PAGE + 1 < (uintptr_t)widest, any = false;
  bool all = !w || w->count < high - low;
  if (!w && !reached) return false;
  const char *at = low - (widest - 1), *to = all ? low : high;
  at -= (uintptr_t)at % UNIT;
  if (reached || !all)
    for (; at < to; at += UNIT)
      for (struct location *l = *slot_of(at); l; l = l->next)
        if (reaches(l, low, high)) any |= f(l, s);
  for (int i = 0; w && all && i < w->count; i++)
    if (reaches(w->list[i], low, high)) any |= f(w->list[i], s);
  return any;
}

void location_loaded(const char *low, const char *high, struct check_strand *s)
{
  look_at(low, high, s, load);
}

bool location_finds(const char *low, const char *high, struct check_strand *s)
{
  return look_at(low, high, s, would_find);
}

void location_foresee(const char *word, int rank, int stage)
{
  struct location **slot = slots ? slot_of(word) : NULL;
  if (stage == 1) memory_ask(slot);
  if (stage == 2 && slot) memory_ask_to_write(*slot);
  if (stage == 3 && slot && *slot) memory_ask((*slot)->next);
  if (stage >= 3) arrived_foresee(rank, stage - 3);
}

/* Of those that the bytes are of, or else all. */
static bool elements_known(const struct elements *all, const char *low,
                           const char *high, const struct viewer *v)
{
  bool whole = visibility_is_whole(low);
  for (int i = 0; i < all->count; i++) {
    const struct element *e = &all->list[i];
    const char *word = word_of(e->word);
    bool meant = whole || (word < high && low < word + all->bytes);
    if (meant && !sighting_known(&e->word->seen, e->version, v)) return false;
  }
  return true;
}

static bool words_known(const struct act *a, const char *low, const char *high,
                        const struct viewer *v)
{
  const struct value *awaited = a->awaits ? a->value : NULL;
  if (awaited ? awaited->several : a->several)
    return elements_known(awaited ? awaited->elements : a->elements, low, high,
                          v);
  const struct location *word = awaited ? awaited->word : a->word;
  return sighting_known(&word->seen, a->version, v);
}

bool location_over(const struct act *a, const char *low, const char *high,
                   const struct viewer *v)
{
  if (!a->version) return false;
  if (words_known(a, low, high, v)) return true;
  return a->arrival &&
         arrived_known((int)a->batch->world, act_window(a), a->arrival, v);
}

/* An operation may reach beyond a region that is detached, and is recorded
 * there still: its word is not given back. */
static void words_forget(struct words *w, const char *low, const char *high,
                         bool detached)
{
  int kept = 0;
  const char *end; /* up to there one look tells of all words */
  bool there = history_part(low, high, &end);
  for (int i = 0; i < w->count; i++) {
    struct location *l = w->list[i];
    if (i + AHEAD < w->count) memory_ask_to_write(w->list[i + AHEAD]);
    const char *word = word_of(l);
    if (word < low || word >= high ||
        (word < end ? there : history_window(word) != NULL))
      w->list[kept++] = l;
    else if (detached)
      location_end(l);
    else
      location_drop(l);
  }
  w->count = kept;
}

struct forgotten {
  const char *high;
  bool detached;
};

static void forget_words(struct words *w, const char *low, void *arg)
{
  const struct forgotten *f = arg;
  words_forget(w, low, f->high, f->detached);
}

void location_forget(const char *low, const char *high, bool detached)
{
  history_each_words(low, high, forget_words,
                     &(struct forgotten){high, detached});
}
