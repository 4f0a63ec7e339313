/* Spin locks and pthread_once: objects of one word, too small for a queue.
 *
 * Who waits stands in a queue by the word's address. Invariant: a spin lock
 * that somebody waits for is taken, and a once-control is running. */
#include "pthread.h"

#include "crew.h"

#include "../rank/polls.h"

#include <errno.h>
#include <pthread.h>

enum { SPIN_FREE, SPIN_TAKEN };
enum { ONCE_NEW = PTHREAD_ONCE_INIT, ONCE_RUNS, ONCE_DONE };

static void explain_spin(const struct counter *c, char *text, size_t size)
{
  (void)c;
  snprintf(text, size, "a spin lock");
}

static int pthread_spin_init_(int *word, int shared)
{
  (void)shared;
  *word = SPIN_FREE;
  return 0;
}

static int pthread_spin_destroy_(int *word)
{
  crew_forget(word, 0);
  return 0;
}

static int pthread_spin_lock_(int *word)
{
  rank_meet();
  crew_before_lock();
  struct entry e = {.granted = {.explain = explain_spin}, .on = word};
  if (*word == SPIN_FREE)
    *word = SPIN_TAKEN;
  else
    crew_wait_lock(crew_queue(word), &e, PAUSE("pthread_spin_lock"), HUGE_VAL);
  crew_acquire(word, 0);
  return 0;
}

static int pthread_spin_trylock_(int *word)
{
  rank_meet();
  crew_before_lock();
  if (*word != SPIN_FREE) {
    crew_tried_lock(PAUSE("pthread_spin_trylock"));
    return EBUSY;
  }
  rank_poll_hit();
  *word = SPIN_TAKEN;
  crew_acquire(word, 0);
  return 0;
}

static int pthread_spin_unlock_(int *word)
{
  rank_meet();
  crew_replace(word, 0);
  if (queue_take_on(crew_queue(word), word)) return 0;
  *word = SPIN_FREE;
  crew_after_lock();
  return 0;
}

/* --- once --- */

static void explain_once(const struct counter *c, char *text, size_t size)
{
  (void)c;
  snprintf(text, size, "another thread to initialise");
  explain_whom_beside();
}

struct initialisation {
  int *word, state; /* what it comes to be */
};

/* Also if the function has thrown an exception: then somebody else is next. */
static void initialisation_end(const struct initialisation *i)
{
  rank_meet();
  crew_release(i->word, 0);
  *i->word = i->state;
  while (queue_take_on(crew_queue(i->word), i->word))
    ;
}

static int once(int *word, void (*f)(void), struct pause pause)
{
  rank_meet();
  while (*word == ONCE_RUNS) {
    struct entry e = {.granted = {.explain = explain_once}, .on = word};
    queue_wait(crew_queue(word), &e, pause, HUGE_VAL);
  }
  crew_acquire(word, 0);
  if (*word == ONCE_DONE) return 0;
  *word = ONCE_RUNS;
  struct initialisation running
      __attribute__((cleanup(initialisation_end))) = {word, ONCE_NEW};
  f();
  running.state = ONCE_DONE;
  return 0;
}

static int pthread_once_(int *word, void (*f)(void))
{
  return once(word, f, PAUSE("pthread_once"));
}

static void call_once_(int *word, void (*f)(void))
{
  once(word, f, PAUSE("call_once"));
}

#define ROW(name)                                                              \
  {                                                                            \
#name, name##_                                                             \
  }
const struct libc_entry words_table[] = {
    ROW(pthread_spin_init),   ROW(pthread_spin_destroy),
    ROW(pthread_spin_lock),   ROW(pthread_spin_trylock),
    ROW(pthread_spin_unlock), ROW(pthread_once),
    ROW(call_once),           {NULL, NULL}};
