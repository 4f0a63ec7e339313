/* Threads of a rank: when they begin and end, and their mutex. */
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
  for (int r = 0; r < RANKS; r++)
    threads[r] = (struct threads){1, {true}, -1, -1};
}

/* One that is there. */
int draw_strand(int rank)
{
  const struct threads *t = &threads[rank];
  int alive[THREADS], count = 0;
  for (int i = 0; i < t->count; i++)
    if (t->alive[i]) alive[count++] = i;
  return rank + RANKS * alive[draw(count)];
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
  edge(at, moment(rank + RANKS * number));
  moment(by);
}

static void release(int strand)
{
  struct threads *t = &threads[rank_of(strand)];
  event(strand);
  emit("pthread_mutex_unlock(&mutex);");
  t->holder = -1;
  t->released = moment(strand);
}

static void acquire(int strand)
{
  struct threads *t = &threads[rank_of(strand)];
  event(strand);
  emit("pthread_mutex_lock(&mutex);");
  t->holder = strand;
  int at = moment(strand);
  if (t->released >= 0) edge(t->released, at);
}

/* The thread ends, and the first one joins it. */
static void join(int rank, int number)
{
  struct threads *t = &threads[rank];
  int strand = rank + RANKS * number;
  if (t->holder == strand) release(strand);
  t->alive[number] = false;
  event(strand);
  emit("return NULL;");
  int ended = moment(strand);
  event(rank);
  emit("pthread_join(threads[%d], NULL);", number);
  edge(ended, moment(rank));
}

void thread_event(int rank)
{
  struct threads *t = &threads[rank];
  int dice = draw(100), strand = draw_strand(rank);
  if (dice < 40 && t->count < THREADS)
    create(rank);
  else if (dice < 50 && strand >= RANKS)
    join(rank, strand / RANKS);
  else if (t->holder < 0)
    acquire(strand);
  else
    release(t->holder);
}

void threads_end(void)
{
  for (int r = 0; r < RANKS; r++)
    for (int i = 1; i < threads[r].count; i++)
      if (threads[r].alive[i]) join(r, i);
}
