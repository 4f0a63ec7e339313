/* Order that values carry, by the address of the word.
 *
 * What an update publishes is what its strand knew when it issued it: an
 * operation that was not complete then is not part of it. A fetch takes what
 * the word's value carries, and its strand learns that with the result. An
 * update that also reads continues what it found; MPI_Accumulate with
 * MPI_REPLACE begins anew, and a swap that fails publishes nothing. Only words
 * count: of operations on more than WORDS elements nothing is kept. Invariant:
 * the order of the updates of a word is the one in which this run applied
 * them. */
#include "location.h"
#include "sighting.h"

#include "../map.h"
#include "../memory.h"
#include "../op/op.h"
#include "../pool.h"
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
static bool unseen;

void location_open(const struct check_options *options)
{
  unseen = options->unseen;
}

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

/* What an atomic operation does beside its access. */
struct value {
  struct act *act;
  struct clock clock; /* what it publishes; when it is applied, what it found */
  struct location *word; /* its first one */
  /* Which update of the word, and of its rank's memory, it was; which one it
   * found. */
  uint32_t version, arrival, found_version;
  uint8_t element;    /* bytes of one */
  struct value *next; /* in its batch's list */
};

static struct hash issued = {.dense = true};
static struct pool pool = POOL(struct value);

static bool fetches(const struct act *a)
{
  return a->kind == OBSERVED_GET_ACCUMULATE ||
         a->kind == OBSERVED_COMPARE_AND_SWAP;
}

static bool updates(const struct act *a)
{
  return !a->op || a->op->predefined != MPI_NO_OP;
}

void location_issued(struct act *a, const struct observed_data *target)
{
  if (a->kind != OBSERVED_ACCUMULATE && !fetches(a)) return;
  const struct datatype *element = target->type->element;
  struct value *v = a->value = pool_take(&pool);
  *v = (struct value){.act = a,
                      .element = element ? (uint8_t)element->extent : 1};
  act_keep(&issued, a);
  if (fetches(a)) {
    a->references++;
    v->next = a->batch->fetched;
    a->batch->fetched = v;
  }
  if (!updates(a)) return;
  struct stamp own = {a->strand->id, a->strand->now++};
  v->clock = clock_copy(&a->strand->past);
  clock_note(&v->clock, own);
}

void location_drop(struct value *v)
{
  clock_drop(&v->clock);
  pool_give(&pool, v);
}

static uint32_t arrived(uint64_t where, const struct value *update)
{
  struct arrivals *a = map_find(&arrivals, where);
  if (!a) map_add(&arrivals, where, a = xcalloc(1, sizeof *a));
  clock_join(&a->past, &update->clock);
  clock_settle(&a->past);
  return ++a->seen.version;
}

/* Only where loads are not seen: who polls may have seen all that arrived. */
static void update_arrived(struct value *v)
{
  const struct act *a = v->act;
  const struct window *w = a->window->window;
  if (!unseen) return;
  v->arrival = arrived(arrivals_of_rank(a->target_world), v);
  if (w->flavor == MPI_WIN_FLAVOR_SHARED) arrived(arrivals_of_window(w), v);
}

static void word_applied(struct value *v, const char *word, bool wrote,
                         struct clock *found)
{
  struct location *l = location_made(word);
  if (!v->word) v->word = l;
  if (fetches(v->act)) {
    clock_join(found, &l->past);
    if (v->word == l) v->found_version = l->seen.version;
  } else if (v->act->op->predefined == MPI_REPLACE) {
    clock_drop(&l->past);
  }
  if (!wrote || !updates(v->act)) return;
  l->seen.version++;
  if (v->word == l) v->version = l->seen.version;
  clock_join(&l->past, &v->clock);
  clock_settle(&l->past);
  update_arrived(v);
}

void location_applied(uint64_t number, const char *memory, size_t bytes,
                      bool wrote)
{
  struct act *a = act_take(&issued, number);
  if (!a) return;
  struct value *v = a->value;
  struct clock found = {0};
  for (size_t at = 0; bytes <= WORDS * v->element && at < bytes;
       at += v->element)
    word_applied(v, memory + at, wrote, &found);
  clock_drop(&v->clock);
  v->clock = found;
  act_unref(a);
}

static void found(const struct value *v, struct check_strand *s)
{
  clock_join(&s->past, &v->clock);
  sighting_add(&v->word->seen, v->found_version, s);
}

void location_fetched(struct act *a, struct check_strand *s)
{
  struct value *v = a->value;
  if (!v || !v->found_version) return;
  found(v, s);
  if (s != a->strand) found(v, a->strand);
  clock_drop(&v->clock);
  v->found_version = 0;
}

void location_fetched_all(struct value **list, struct check_strand *s)
{
  while (*list) {
    struct act *a = (*list)->act;
    *list = (*list)->next;
    location_fetched(a, s);
    act_unref(a);
  }
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
  const struct value *update = a->value;
  if (!update || !update->version) return false;
  if (sighting_known(&update->word->seen, update->version, v)) return true;
  const struct arrivals *there =
      map_find(&arrivals, arrivals_of_rank(a->target_world));
  return there && sighting_known(&there->seen, update->arrival, v);
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
