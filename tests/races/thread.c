/* Threads of a rank: when they begin and end, their mutex, and how one
 * completes what another has issued. */
#include "events.h"

/* Of a rank: how many strands it has had, who holds its mutex (-1: nobody), and
 * when that was given back (-1: never). */
static struct threads {
  int count;
  bool alive[THREADS];
  int holder, released;
} threads[RANKS];

void threads_begin(void)
{
  for (int r = 0; r < ranks; r++)
    threads[r] = (struct threads){1, {true}, -1, -1};
}

/* One that is there. */
int draw_strand(int rank)
{
  const struct threads *t = &threads[rank];
  int alive[THREADS], count = 0;
  for (int i = 0; i < t->count; i++)
    if (t->alive[i]) alive[count++] = i;
  return rank + ranks * alive[draw(count)];
}

void threads_alive(int rank, int count)
{
  threads[rank].count = count;
  for (int i = 0; i < THREADS; i++)
    threads[rank].alive[i] = i < count;
}

static void create(int rank)
{
  struct threads *t = &threads[rank];
  int number = t->count++, by = rank;
  t->alive[number] = true;
  event(by);
  emit("pthread_create(&threads[%d], NULL, events, numbers + %d);", number,
       number);
  int at = moment(by);
  edge(at, moment(rank + ranks * number));
  moment(by);
}

static void release(int strand)
{
  struct threads *t = &threads[rank_of(strand)];
  event(strand);
  emit(kind->threads == TEAMS ? "omp_unset_lock(&lock);"
                              : "pthread_mutex_unlock(&mutex);");
  t->holder = -1;
  t->released = moment(strand);
}

static void emit_lock(bool tries)
{
  if (kind->threads == TEAMS)
    emit("omp_%s_lock(&lock);", tries ? "test" : "set");
  else
    emit("pthread_mutex_%slock(&mutex);", tries ? "try" : "");
}

static void acquire(int strand)
{
  struct threads *t = &threads[rank_of(strand)];
  event(strand);
  emit_lock(kind->threads != THREADED && chance(30));
  t->holder = strand;
  int at = moment(strand);
  if (t->released >= 0) edge(t->released, at);
}

/* Another holds it: nothing is ordered. */
static void try_in_vain(int strand)
{
  event(strand);
  emit_lock(true);
  moment(strand);
}

void lock_event(int rank)
{
  const struct threads *t = &threads[rank];
  int strand = draw_strand(rank);
  if (t->holder < 0)
    acquire(strand);
  else if (kind->threads != THREADED && t->holder != strand && chance(40))
    try_in_vain(strand);
  else
    release(t->holder);
}

bool any_locked(void)
{
  for (int r = 0; r < ranks; r++)
    if (threads[r].holder >= 0) return true;
  return false;
}

void locks_free(void)
{
  for (int r = 0; r < ranks; r++)
    if (threads[r].holder >= 0) release(threads[r].holder);
}

/* The thread ends, and the first one joins it. */
static void join(int rank, int number)
{
  struct threads *t = &threads[rank];
  int strand = rank + ranks * number;
  if (t->holder == strand) release(strand);
  if (kind->threads == SIGNALS) signals_end(strand);
  t->alive[number] = false;
  event(strand);
  emit("return NULL;");
  int ended = moment(strand);
  event(rank);
  emit("pthread_join(threads[%d], NULL);", number);
  edge(ended, moment(rank));
}

/* One thread after the other uses or completes what one has issued. */
static void relay(int rank)
{
  int window = draw(kind->windows), target = draw(ranks);
  int by = draw_strand(rank);
  operate(by, window, target);
  for (int i = 0; i < 2; i++) {
    if (kind->threads == TEAMS) team_event(rank);
    int next = draw_strand(rank);
    if (kind->threads == SIGNALS && chance(60)) tell(by, next);
    int to = chance(80) ? target : draw(ranks);
    flush(next, chance(80) ? window : draw(kind->windows), to);
    by = next;
  }
  if (chance(50))
    operate(by, window, target);
  else
    touch(by);
}

void thread_event(int rank)
{
  struct threads *t = &threads[rank];
  int dice = draw(100), strand = draw_strand(rank);
  if (dice < 45 && kind->threads != THREADED)
    relay(rank);
  else if (kind->threads == TEAMS)
    team_event(rank);
  else if (dice < 40 && t->count < THREADS)
    create(rank);
  else if (dice < 50 && strand >= ranks)
    join(rank, strand / ranks);
  else if (dice < 75 && kind->threads == SIGNALS)
    signal_event(rank);
  else
    lock_event(rank);
}

void threads_end(void)
{
  for (int r = 0; r < ranks; r++)
    for (int i = 1; i < threads[r].count; i++)
      if (kind->threads != TEAMS && threads[r].alive[i]) join(r, i);
  if (kind->threads == TEAMS) teams_end();
}
