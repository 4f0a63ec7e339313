/* Observers: the list of who listens, and telling them in turn. */
#include "observer.h"

#include <stddef.h>

static struct observer *observers;
struct observers_hear observers_hear;
void (*observers_withheld)(void);
bool observers_operator_runs;

static void listen(void)
{
  observers_hear = (struct observers_hear){0};
  for (const struct observer *o = observers; o; o = o->next) {
#define X(event) observers_hear.event |= o->event != NULL;
    OBSERVED_EVENTS(X)
#undef X
  }
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
    for (struct observer *o = observers; o; o = o->next)                       \
      if (o->event) o->event(o, happened);                                     \
  }
OBSERVED_EVENTS(X)
#undef X
