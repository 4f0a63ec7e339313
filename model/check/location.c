/* Order that values carry, by the address of the word.
 *
 * What an update publishes is what its strand knew when it issued it: an
 * operation that was not complete then is not part of it. A fetch takes what
 * the word's value carries, and its strand learns that with the result. An
 * update that also reads continues what it found; MPI_Accumulate with
 * MPI_REPLACE begins anew. Only words count: of operations on more than
 * WORDS elements nothing is kept. Invariant: the order of the updates of a word
 * is the one in which this run applied them. */
#include "location.h"
#include "sighting.h"

#include "../map.h"
#include "../memory.h"
#include "../op/op.h"
#include "../window/window.h"

#include <stdlib.h>

enum { WORDS = 8, PAGE = 4096, FEW_BYTES = 64 };

struct location {
  const char *word;
  struct clock past;
  struct sightings seen;
  struct location *next; /* of its page */
};

static struct hash locations; /* by word */
static struct map pages;      /* by number: struct words */
struct words {
  struct location *first;
};

static struct words *words_of(const char *word)
{
  return map_find(&pages, (uintptr_t)word / PAGE);
}

/* What has arrived, by the rank whose memory it is, and by the window where all
 * can load it. */
struct arrivals {
  struct clock past;
  struct sightings seen;
};
static struct map arrivals;

static uint64_t arrivals_of_rank(int rank)
{
  return (uint64_t)rank;
}

static uint64_t arrivals_of_window(const struct window *w)
{
  return (uintptr_t)w;
}

static struct hash_key key_of(const char *word)
{
  return (struct hash_key){(uintptr_t)word, 0};
}

static struct location *location_made(const char *word)
{
  struct location *l = hash_find(&locations, key_of(word));
  if (l) return l;
  struct words *words = words_of(word);
  if (!words)
    map_add(&pages, (uintptr_t)word / PAGE, words = xcalloc(1, sizeof *words));
  l = xmalloc(sizeof *l);
  *l = (struct location){.word = word, .next = words->first};
  words->first = l;
  hash_add(&locations, key_of(word), l);
  return l;
}

/* --- operations --- */

static struct hash issued;

static bool fetches(const struct act *a)
{
  return a->kind == OBSERVED_GET_ACCUMULATE ||
         a->kind == OBSERVED_COMPARE_AND_SWAP;
}

static bool updates(const struct act *a)
{
  return !a->op || a->op->predefined != MPI_NO_OP;
}

void location_issued(struct act *a)
{
  if (a->kind != OBSERVED_ACCUMULATE && !fetches(a)) return;
  act_keep(&issued, a);
  if (fetches(a)) {
    a->references++;
    a->next_fetched = a->batch->fetched;
    a->batch->fetched = a;
  }
  if (!updates(a)) return;
  struct stamp own = {a->strand->id, a->strand->now++};
  a->publishes = clock_copy(&a->strand->past);
  clock_note(&a->publishes, own);
}

static struct arrivals *arrived(uint64_t where, const struct act *update)
{
  struct arrivals *a = map_find(&arrivals, where);
  if (!a) map_add(&arrivals, where, a = xcalloc(1, sizeof *a));
  clock_join(&a->past, &update->publishes);
  clock_settle(&a->past);
  a->seen.version++;
  return a;
}

static void update_arrived(struct act *a)
{
  const struct window *w = a->window->window;
  struct arrivals *there = arrived(arrivals_of_rank(a->target_world), a);
  a->arrival = there->seen.version;
  if (w->flavor == MPI_WIN_FLAVOR_SHARED) arrived(arrivals_of_window(w), a);
}

static void word_applied(struct act *a, const char *word)
{
  struct location *l = location_made(word);
  if (!a->word) a->word = l;
  if (fetches(a)) {
    clock_join(&a->found, &l->past);
    if (a->word == l) a->found_version = l->seen.version;
  } else if (a->op->predefined == MPI_REPLACE) {
    clock_drop(&l->past);
  }
  if (!updates(a)) return;
  l->seen.version++;
  if (a->word == l) a->version = l->seen.version;
  clock_join(&l->past, &a->publishes);
  clock_settle(&l->past);
  update_arrived(a);
}

void location_applied(uint64_t number, const char *memory, size_t bytes)
{
  struct act *a = act_take(&issued, number);
  if (!a) return;
  for (size_t at = 0; bytes <= WORDS * a->element && at < bytes;
       at += a->element)
    word_applied(a, memory + at);
  clock_drop(&a->publishes);
  act_unref(a);
}

void location_fetched(struct act *a, struct check_strand *s)
{
  if (!a->found_version) return;
  clock_join(&s->past, &a->found);
  sighting_add(&a->word->seen, a->found_version, s);
  if (s != a->strand) {
    clock_join(&a->strand->past, &a->found);
    sighting_add(&a->word->seen, a->found_version, a->strand);
  }
  clock_drop(&a->found);
  a->found_version = 0;
}

void location_loaded(const char *low, const char *high, struct check_strand *s)
{
  const struct words *words = words_of(low);
  if (!words || !words->first || high - low > FEW_BYTES) return;
  for (const char *word = low; word < high; word++) {
    struct location *l = hash_find(&locations, key_of(word));
    if (!l) continue;
    clock_join(&s->past, &l->past);
    sighting_add(&l->seen, l->seen.version, s);
  }
}

static void look(uint64_t where, struct check_strand *s)
{
  struct arrivals *a = map_find(&arrivals, where);
  if (!a) return;
  clock_join(&s->past, &a->past);
  sighting_add(&a->seen, a->seen.version, s);
}

void location_synced(const struct window_view *v, struct check_strand *s)
{
  look(arrivals_of_rank(s->rank), s);
  if (v && v->window->flavor == MPI_WIN_FLAVOR_SHARED)
    look(arrivals_of_window(v->window), s);
}

bool location_over(const struct act *a, const struct viewer *v)
{
  const struct arrivals *there;
  if (!a->version) return false;
  if (sighting_known(&a->word->seen, a->version, v)) return true;
  there = map_find(&arrivals, arrivals_of_rank(a->target_world));
  return sighting_known(&there->seen, a->arrival, v);
}

static void words_forget(struct words *words, const char *low, const char *high)
{
  for (struct location **at = &words->first; *at;) {
    struct location *l = *at;
    if (l->word < low || l->word >= high) {
      at = &l->next;
      continue;
    }
    *at = l->next;
    hash_take(&locations, key_of(l->word));
    clock_drop(&l->past);
    sightings_clear(&l->seen);
    free(l);
  }
}

void location_forget(const char *low, const char *high,
                     const struct window_view *v)
{
  struct arrivals *a = map_find(&arrivals, arrivals_of_window(v->window));
  if (a) clock_drop(&a->past);
  for (const char *at = low; at < high; at += PAGE - (uintptr_t)at % PAGE) {
    struct words *words = words_of(at);
    if (words) words_forget(words, low, high);
  }
}
