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

#include "../map.h"
#include "../memory.h"
#include "../op/op.h"
#include "../window/window.h"

#include <stdlib.h>

enum { WORDS = 8, PAGE = 4096, FEW_BYTES = 64 };

struct location {
  const char *word;
  struct clock past;
  struct location *next; /* in its slot */
};

static struct location **slots;
static size_t mask, count;

/* Of one page of memory: how many words carry something. */
struct words {
  int count;
};
static struct map pages; /* by number */

static struct words *words_of(const char *word)
{
  return map_find(&pages, (uintptr_t)word / PAGE);
}

/* What has arrived, by the rank whose memory it is, and by the window where all
 * can load it. */
static struct map arrivals; /* struct clock */

static uint64_t arrivals_of_rank(int rank)
{
  return (uint64_t)rank;
}

static uint64_t arrivals_of_window(const struct window *w)
{
  return (uintptr_t)w;
}

static size_t slot_of(const char *word)
{
  uint64_t h = (uint64_t)(uintptr_t)word * 0x9e3779b97f4a7c15u;
  return (size_t)(h >> 24) & mask;
}

static void grow(void)
{
  struct location **old = slots;
  size_t n = old ? mask + 1 : 0;
  mask = n ? 2 * n - 1 : 255;
  slots = xcalloc(mask + 1, sizeof *slots);
  for (size_t i = 0; i < n; i++)
    while (old[i]) {
      struct location *l = old[i];
      old[i] = l->next;
      size_t slot = slot_of(l->word);
      l->next = slots[slot];
      slots[slot] = l;
    }
  free(old);
}

static struct location **location_find(const char *word)
{
  struct location **at = &slots[slot_of(word)];
  while (*at && (*at)->word != word)
    at = &(*at)->next;
  return at;
}

static struct location *location_made(const char *word)
{
  if (!slots || count > mask) grow();
  struct location **at = location_find(word);
  if (*at) return *at;
  *at = xcalloc(1, sizeof **at);
  (*at)->word = word;
  count++;
  struct words *words = words_of(word);
  if (!words)
    map_add(&pages, (uintptr_t)word / PAGE, words = xcalloc(1, sizeof *words));
  words->count++;
  return *at;
}

/* --- operations --- */

static struct act_table issued;

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

static void arrived(uint64_t where, const struct clock *publishes)
{
  struct clock *c = map_find(&arrivals, where);
  if (!c) map_add(&arrivals, where, c = xcalloc(1, sizeof *c));
  clock_join(c, publishes);
}

static void update_arrived(const struct act *a)
{
  const struct window *w = a->window->window;
  arrived(arrivals_of_rank(a->target_world), &a->publishes);
  if (w->flavor == MPI_WIN_FLAVOR_SHARED)
    arrived(arrivals_of_window(w), &a->publishes);
}

static void word_applied(struct act *a, const char *word)
{
  struct location *l = location_made(word);
  if (fetches(a))
    clock_join(&a->found, &l->past);
  else if (a->op->predefined == MPI_REPLACE)
    clock_drop(&l->past);
  if (!updates(a)) return;
  clock_join(&l->past, &a->publishes);
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
  clock_join(&s->past, &a->found);
}

void location_loaded(const char *low, const char *high, struct check_strand *s)
{
  const struct words *words = words_of(low);
  if (!words || !words->count || high - low > FEW_BYTES) return;
  for (const char *word = low; word < high; word++) {
    struct location *l = *location_find(word);
    if (l) clock_join(&s->past, &l->past);
  }
}

static void look(uint64_t where, struct check_strand *s)
{
  struct clock *c = map_find(&arrivals, where);
  if (c) clock_join(&s->past, c);
}

void location_synced(const struct window_view *v, struct check_strand *s)
{
  look(arrivals_of_rank(s->rank), s);
  if (v && v->window->flavor == MPI_WIN_FLAVOR_SHARED)
    look(arrivals_of_window(v->window), s);
}

/* A window that had many words is searched by slot, not by byte. */
void location_forget(const char *low, const char *high,
                     const struct window_view *v)
{
  struct clock *c = map_find(&arrivals, arrivals_of_window(v->window));
  if (c) clock_drop(c);
  for (size_t i = 0; slots && i <= mask; i++)
    for (struct location **at = &slots[i]; *at;) {
      struct location *l = *at;
      if (l->word < low || l->word >= high) {
        at = &l->next;
        continue;
      }
      *at = l->next;
      words_of(l->word)->count--;
      clock_drop(&l->past);
      free(l);
      count--;
    }
}
