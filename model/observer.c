/* Observers: the list of who listens, and telling them in turn. */
#include "observer.h"

#include "memory.h"

#include <stddef.h>

static struct observer *observers;
struct observers_hear observers_hear;
void (*observers_withheld)(void);
unsigned long observers_round;
void (*observers_foresee)(void *const *kept, const void *memory, bool applied,
                          int stage);
void (*observers_foresee_turn)(int rank, int stage);
void (*observers_keep)(struct window *);
bool observers_operator_runs;
double time_spent[TERM_COUNT];

/* By event, those who listen to it, and a NULL. Events are many and listeners
 * to one are few. Lists change while an event is told: who walks one reads it
 * anew. */
#define X(event)                                                               \
  static struct observer **of_##event;                                         \
  static void list_##event(size_t all)                                         \
  {                                                                            \
    size_t count = 0;                                                          \
    of_##event = xrealloc(of_##event, (all + 1) * sizeof *of_##event);         \
    for (struct observer *o = observers; o; o = o->next)                       \
      if (o->event) of_##event[count++] = o;                                   \
    of_##event[count] = NULL;                                                  \
    observers_hear.event = count > 0;                                          \
  }
OBSERVED_EVENTS(X)
#undef X

static void listen(void)
{
  size_t all = 0;
  for (const struct observer *o = observers; o; o = o->next)
    all++;
#define X(event) list_##event(all);
  OBSERVED_EVENTS(X)
#undef X
}

void observer_add(struct observer *o)
{
  struct observer **at = &observers;

  while (*at)
    at = &(*at)->next;
  o->next = NULL;
  *at = o;
  listen();
}

void observer_remove(struct observer *o)
{
  struct observer **at = &observers;

  while (*at && *at != o)
    at = &(*at)->next;
  if (*at) *at = o->next;
  listen();
}

#define X(event)                                                               \
  void observe_##event(const struct observed_##event *happened)                \
  {                                                                            \
    observers_tell_withheld();                                                 \
    struct observer *o;                                                        \
    for (size_t i = 0; (o = of_##event[i]); i += o == of_##event[i])           \
      o->event(o, happened); /* it may be gone then */                         \
  }
OBSERVED_EVENTS(X)
#undef X
