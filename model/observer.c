/* Observers: the list of who listens, and telling them in turn. */
#include "observer.h"

struct observer *observers;

void observer_add(struct observer *o)
{
  struct observer **at = &observers;

  while (*at)
    at = &(*at)->next;
  o->next = NULL;
  *at = o;
}

void observer_remove(struct observer *o)
{
  struct observer **at = &observers;

  while (*at && *at != o)
    at = &(*at)->next;
  if (*at) *at = o->next;
}

#define TELL(function, event)                                                  \
  for (struct observer *o = observers; o; o = o->next)                         \
    if (o->function) o->function(o, event)

void observe_call(const struct observed_call *event)
{
  TELL(call, event);
}

void observe_operation(const struct observed_operation *event)
{
  TELL(operation, event);
}

void observe_message(const struct observed_message *event)
{
  TELL(message, event);
}

void observe_time(const struct observed_time *event)
{
  TELL(time, event);
}
