/* Looking soon at who has waited in a loop before.
 *
 * A tick is long, since most ranks compute; but a rank that has waited for a
 * lock in a loop of its own will do so again, and thousands of times. So when
 * it goes on after a call, a timer of real time looks at it after a fortieth of
 * a tick. Who has not waited so for TIMES calls is left to the tick, the sooner
 * if looks were in vain; after these the first tick looks later, too.
 * Invariant: this decides when a look begins, and nothing else. */
#include "soon.h"

#include <time.h>
#include <unistd.h>

enum { DELAY_NS = 100000, TIMES = 64 };

static timer_t timer;
static bool open;

void soon_open(void)
{
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID,
                           .sigev_signo = SIGPROF,
                           .sigev_value.sival_ptr = &timer};
  event._sigev_un._tid = gettid();
  open = timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;
}

void soon_close(void)
{
  if (open) timer_delete(timer);
  open = false;
}

void soon_found(void)
{
  self->strand->soon = open;
  self->strand->soon_left = TIMES;
  self->strand->in_vain = 0;
}

void soon_in_vain(void)
{
  self->strand->soon_left /= 2;
  if (self->strand->in_vain < TIMES) self->strand->in_vain++;
}

void soon_goes_on(void)
{
  static const struct itimerspec once = {.it_value.tv_nsec = DELAY_NS};
  struct strand *s = self->strand;
  if (s->stepped || !open) return;
  s->soon = s->soon_left-- > 0;
  timer_settime(timer, 0, &once, NULL);
}

bool soon_is(const siginfo_t *info)
{
  return info->si_code == SI_TIMER && info->si_value.sival_ptr == &timer;
}
