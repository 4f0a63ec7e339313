/* Words whose values order: who finds one comes after what led to it. */
#include "events.h"

static struct word words[2 * RANKS][ATOMIC_CELLS];

struct word *word_at(int space, int cell)
{
  return &words[space][cell];
}

/* What replaced it tells nothing of an update that one does not know of. */
void word_learn(const struct word *w, int at)
{
  edges(&w->carries, at);
  for (int i = 0; i < w->count; i++)
    if (comes_before(w->updates[i]->begins.list[0], at))
      add(&w->updates[i]->ends, at);
}

void word_update(struct word *w, struct access *by, bool begins_anew, int at)
{
  if (begins_anew) w->carries.count = 0;
  add_begin(&w->carries, at);
  w->updates[w->count++] = by;
}
