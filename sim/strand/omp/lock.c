/* Locks of one word: the number of the strand that has it, plus one. Who waits
 * stands in the queue of its rank by the word's address, and is handed the
 * lock in turn. */
#include "lock.h"

#include "../../rank/polls.h"
#include "../../../model/memory.h"

static void explain_lock(const struct counter *c, char *text, size_t size)
{
  const unsigned *word = c->about;
  const struct entry *e = container_of(c, const struct entry, granted);
  const struct strand *s = &e->strand->rank->main;
  snprintf(text, size, "thread %u, which has it", *word - 1);
  while (s && (unsigned)s->number != *word - 1)
    s = s->next;
  if (s) explain_whom_strand(s);
}

static unsigned mine(void)
{
  return (unsigned)self->strand->number + 1;
}

void lock_take(unsigned *word, struct pause pause)
{
  rank_meet();
  crew_before_lock();
  if (*word == 0) {
    *word = mine();
  } else {
    struct entry e = {.granted = {.explain = explain_lock, .about = word},
                      .on = word};
    crew_wait_lock(crew_queue(word), &e, pause, HUGE_VAL);
  }
  crew_acquire(word, 0);
}

bool lock_try(unsigned *word, struct pause pause)
{
  rank_meet();
  crew_before_lock();
  if (*word) {
    crew_tried_lock(pause);
    return false;
  }
  rank_poll_hit();
  *word = mine();
  crew_acquire(word, 0);
  return true;
}

void lock_release(unsigned *word)
{
  rank_meet();
  crew_replace(word, 0);
  struct entry *next = queue_take_on(crew_queue(word), word);
  *word = next ? (unsigned)next->strand->number + 1 : 0;
  if (!next) crew_after_lock();
}

void nest_lock_take(struct nest_lock *l, struct pause pause)
{
  if (l->word != mine()) lock_take(&l->word, pause);
  l->depth++;
}

int nest_lock_try(struct nest_lock *l, struct pause pause)
{
  if (l->word != mine() && !lock_try(&l->word, pause)) return 0;
  return (int)++l->depth;
}

void nest_lock_release(struct nest_lock *l)
{
  if (--l->depth == 0) lock_release(&l->word);
}
