/* How threads of a rank wait for each other, or tell each other something, but
 * for the mutex of thread.c: a read-write lock, a semaphore, a condition,
 * barriers, pthread_once, atomic words. Nobody waits in vain: who waits is
 * followed at once by who ends that. */
#include "events.h"

enum { FLAGS = 64, WORDS = 24 };

/* Of a rank. Strands and moments, where there are none: -1. */
static struct signals {
  int writer, written, readers;
  bool reads[THREADS];
  struct moments read; /* when readers gave the lock back */
  int posts;
  struct moments posted;
  int flags, guard; /* conditions so far; when their mutex was free again */
  int once;
  int fenced[THREADS];      /* the last fence that releases */
  int words, stored[WORDS]; /* what comes before that is released by each */
} signals[RANKS];

void signals_begin(void)
{
  for (int r = 0; r < ranks; r++)
    signals[r] =
        (struct signals){.writer = -1, .written = -1, .guard = -1, .once = -1};
  for (int i = 0; i < STRANDS; i++)
    signals[i % ranks].fenced[i / ranks] = -1;
}

void signals_declare(void)
{
  emit("#include <semaphore.h>\n"
       "static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;\n"
       "static sem_t posts;\n"
       "static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;\n"
       "static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;\n"
       "static int flags[%d];\n"
       "static pthread_barrier_t barriers[%d];\n"
       "static pthread_once_t once = PTHREAD_ONCE_INIT;\n"
       "static atomic_int words[%d];\n"
       "static void nothing(void) {}\n"
       "static void flag_await(int n)\n"
       "{\n"
       "  pthread_mutex_lock(&guard);\n"
       "  while (!flags[n])\n"
       "    pthread_cond_wait(&changed, &guard);\n"
       "  pthread_mutex_unlock(&guard);\n"
       "}\n"
       "static void flag_raise(int n)\n"
       "{\n"
       "  pthread_mutex_lock(&guard);\n"
       "  flags[n] = 1;\n"
       "  pthread_cond_broadcast(&changed);\n"
       "  pthread_mutex_unlock(&guard);\n"
       "}\n"
       "static void signals_begin(void)\n"
       "{\n"
       "  sem_init(&posts, 0, 0);\n"
       "  for (int n = 2; n <= %d; n++)\n"
       "    pthread_barrier_init(&barriers[n], NULL, n);\n"
       "}\n",
       FLAGS, THREADS + 1, WORDS, THREADS);
}

static struct signals *signals_of(int strand)
{
  return &signals[rank_of(strand)];
}

static void after(int moment, int at)
{
  if (moment >= 0) edge(moment, at);
}

/* --- read-write lock --- */

static void rwlock_unlock(int strand)
{
  struct signals *s = signals_of(strand);
  bool writes = s->writer == strand;
  event(strand);
  emit("pthread_rwlock_unlock(&rwlock);");
  int at = moment(strand);
  if (writes) {
    s->writer = -1;
    s->written = at;
  } else {
    s->reads[strand / ranks] = false;
    s->readers--;
    add_begin(&s->read, at);
  }
}

static void rwlock_lock(int strand, bool writes)
{
  struct signals *s = signals_of(strand);
  event(strand);
  emit("pthread_rwlock_%s%slock(&rwlock);", chance(30) ? "try" : "",
       writes ? "wr" : "rd");
  int at = moment(strand);
  after(s->written, at);
  if (writes) {
    edges(&s->read, at);
    s->writer = strand;
  } else {
    s->reads[strand / ranks] = true;
    s->readers++;
  }
}

static void rwlock_event(int strand)
{
  struct signals *s = signals_of(strand);
  bool writes = chance(50), in_vain = s->writer >= 0 || (writes && s->readers);
  if (s->writer == strand || s->reads[strand / ranks]) {
    rwlock_unlock(strand);
  } else if (in_vain) {
    event(strand);
    emit("pthread_rwlock_try%slock(&rwlock);", writes ? "wr" : "rd");
    moment(strand);
  } else {
    rwlock_lock(strand, writes);
  }
}

/* --- one thread tells another --- */

/* Who awaits a flag gives the mutex back meanwhile. */
static void await(int strand, int flag, bool raised)
{
  struct signals *s = signals_of(strand);
  event(strand);
  emit("flag_await(%d);", flag);
  int at = moment(strand);
  after(s->guard, at);
  s->guard = at;
  if (raised) s->guard = moment(strand);
}

static void raise_flag(int strand, int flag)
{
  struct signals *s = signals_of(strand);
  event(strand);
  emit("flag_raise(%d);", flag);
  int at = moment(strand);
  after(s->guard, at);
  s->guard = moment(strand);
}

static void condition(int from, int to)
{
  struct signals *s = signals_of(from);
  bool early = chance(50);
  if (s->flags == FLAGS) return;
  int flag = s->flags++;
  if (early) await(to, flag, false);
  raise_flag(from, flag);
  if (!early) {
    await(to, flag, true);
    return;
  }
  int woken = moment(to);
  edge(s->guard, woken);
  s->guard = woken;
}

static void post(int strand)
{
  struct signals *s = signals_of(strand);
  event(strand);
  emit("sem_post(&posts);");
  s->posts++;
  add_begin(&s->posted, moment(strand));
}

/* A post comes before all waits that come after it. */
static void take_post(int strand)
{
  struct signals *s = signals_of(strand);
  event(strand);
  emit(s->posts && chance(30) ? "sem_trywait(&posts);" : "sem_wait(&posts);");
  s->posts--;
  moment(strand);
}

static void semaphore(int from, int to)
{
  struct signals *s = signals_of(from);
  if (s->posts > 0 && chance(30)) {
    take_post(to);
  } else if (s->posts == 0 && chance(30)) {
    take_post(to);
    post(from);
    moment(to);
  } else {
    post(from);
    if (chance(30)) return;
    take_post(to);
  }
  edges(&s->posted, latest(to));
}

enum { FENCED_STORE = 3, RELAXED_LOAD = 3 };

/* Stored once, and loaded now or later. */
static void store_word(int strand)
{
  static const char *const stores[] = {
      "atomic_store(&words[%d], 1);",
      "atomic_store_explicit(&words[%d], 1, memory_order_release);",
      "atomic_fetch_add_explicit(&words[%d], 1, memory_order_acq_rel);",
      ("{ atomic_thread_fence(memory_order_release); "
       "atomic_store_explicit(&words[%d], 1, memory_order_relaxed); }"),
      "atomic_store_explicit(&words[%d], 1, memory_order_relaxed);",
      "atomic_fetch_add_explicit(&words[%d], 1, memory_order_relaxed);"};
  struct signals *s = signals_of(strand);
  int which = draw(6);
  event(strand);
  emit(stores[which], s->words);
  int at = moment(strand), *fenced = &s->fenced[strand / ranks];
  if (which == FENCED_STORE) *fenced = at;
  s->stored[s->words++] = which < FENCED_STORE ? at : *fenced;
}

static void load_word(int strand, int word)
{
  static const char *const loads[] = {
      "sink = atomic_load(&words[%d]);",
      "sink = atomic_load_explicit(&words[%d], memory_order_acquire);",
      ("{ sink = atomic_load_explicit(&words[%d], memory_order_relaxed); "
       "atomic_thread_fence(memory_order_acquire); }"),
      "sink = atomic_load_explicit(&words[%d], memory_order_relaxed);"};
  const struct signals *s = signals_of(strand);
  int which = draw(4);
  event(strand);
  emit(loads[which], word);
  int at = moment(strand);
  if (which < RELAXED_LOAD) after(s->stored[word], at);
}

static void word(int from, int to)
{
  const struct signals *s = signals_of(from);
  if (s->words && chance(30)) {
    load_word(to, draw(s->words));
  } else if (s->words < WORDS) {
    store_word(from);
    if (chance(70)) load_word(to, s->words - 1);
  }
}

void tell(int from, int to)
{
  static void (*const ways[])(int, int) = {condition, semaphore, word};
  if (from != to) ways[draw(3)](from, to);
}

/* --- several at once --- */

static void barrier(int rank)
{
  int strands[THREADS], at[THREADS], n = 0, wanted = 2 + draw(THREADS - 1);
  for (int tries = 0; tries < 12 && n < wanted; tries++) {
    int strand = draw_strand(rank);
    bool new = true;
    for (int i = 0; i < n; i++)
      new &= strands[i] != strand;
    if (new) strands[n++] = strand;
  }
  if (n < 2) return;
  for (int i = 0; i < n; i++) {
    event(strands[i]);
    emit("pthread_barrier_wait(&barriers[%d]);", n);
    at[i] = moment(strands[i]);
  }
  for (int i = 0; i < n; i++) {
    int left = moment(strands[i]);
    for (int k = 0; k < n; k++)
      if (k != i) edge(at[k], left);
  }
}

/* Who comes later comes after the first. */
static void call_once(int strand)
{
  struct signals *s = signals_of(strand);
  event(strand);
  emit("pthread_once(&once, nothing);");
  int at = moment(strand);
  after(s->once, at);
  if (s->once < 0) s->once = at;
}

void signal_event(int rank)
{
  int dice = draw(100), strand = draw_strand(rank);
  if (dice < 30)
    rwlock_event(strand);
  else if (dice < 70)
    tell(strand, draw_strand(rank));
  else if (dice < 90)
    barrier(rank);
  else
    call_once(strand);
}

void signals_end(int strand)
{
  const struct signals *s = signals_of(strand);
  if (s->writer == strand || s->reads[strand / ranks]) rwlock_unlock(strand);
}
