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

/* By event, those who listen to it, with what they are told by, and then one
 * that is NULL: events are many and listeners to one are few, so all that is
 * needed to tell it lies together. Lists change while an event is told: who
 * walks one reads it anew. */
#define X(event)                                                               \
  static struct {                                                              \
    void (*tell)(struct observer *, const struct observed_##event *);          \
    struct observer *observer;                                                 \
  } * of_##event;                                                              \
  static void list_##event(size_t all)                                         \
  {                                                                            \
    size_t count = 0;                                                          \
    of_##event = xrealloc(of_##event, (all + 1) * sizeof *of_##event);         \
    for (struct observer *o = observers; o; o = o->next) {                     \
      of_##event[count].tell = o->event;                                       \
      of_##event[count].observer = o;                                          \
      count += o->event != NULL;                                               \
    }                                                                          \
    of_##event[count].tell = NULL;                                             \
    of_##event[count].observer = NULL;                                         \
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
    for (size_t i = 0; of_##event[i].tell;) {                                  \
      struct observer *o = of_##event[i].observer;                             \
      of_##event[i].tell(o, happened);                                         \
      i += o == of_##event[i].observer; /* else it is gone */                  \
    }                                                                          \
  }
OBSERVED_EVENTS(X)
#undef X
