/* Looking soon at who has waited in a loop before.
 *
 * A tick is long, since most ranks compute; but a rank that has waited for a
 * lock in a loop of its own will do so again, and thousands of times. So when
 * it goes on after a call, a timer of real time looks at it after a fortieth of
 * a tick. Who has not waited so for TIMES calls is left to the tick, the sooner
 * if looks were in vain; after these the first tick looks later, too.
 *
 * Most often all ranks do the same. So who goes on after a call at a place of
 * the program behind which others have waited is looked at as soon; but who was
 * so in vain is left out there, the more often each time.
 * Invariant: this decides when a look begins, and nothing else. */
#include "soon.h"

#include "../image/image.h"
#include "../rank/call.h"
#include "../rank/spinners.h"
#include "../../model/map.h"

#include <time.h>
#include <unistd.h>

enum { DELAY_NS = 100000, TIMES = 64, LEFT_OUT_MAX = 1023 };

static timer_t timer;
static bool open;

/* Where the program calls, in its file, and has waited then: so often yet, who
 * goes on there is looked at. */
static struct map places;
static struct strand *by_place; /* who went on last so */

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

static void note_call(struct strand *s)
{
  const char *path;
  const void *site = self->call ? self->call->site : s->pause.site;
  if (site) s->called_at = image_file_address(site, &path);
}

static void set_left(uint64_t place, uintptr_t times)
{
  if (place) *map_place(&places, place) = (void *)times;
}

static uintptr_t left_at(uint64_t place)
{
  return (uintptr_t)map_find(&places, place);
}

void soon_found(void)
{
  struct strand *s = self->strand;
  s->soon = open;
  s->soon_left = TIMES;
  s->in_vain = 0;
  if (s == by_place) s->left_out = 0;
  spinners_been = open;
  set_left(s->called_at, TIMES);
}

void soon_in_vain(void)
{
  struct strand *s = self->strand;
  s->soon_left /= 2;
  if (s->in_vain < TIMES) s->in_vain++;
  if (s != by_place) return;
  if (s->left_out < LEFT_OUT_MAX) s->left_out = 2 * s->left_out + 1;
  s->to_leave_out = s->left_out;
  set_left(s->called_at, left_at(s->called_at) / 2);
  by_place = NULL;
}

/* Is it likely to wait behind the call from which it goes on? */
static bool is_likely(struct strand *s)
{
  uintptr_t left = left_at(s->called_at);
  if (left == 0 || s->to_leave_out-- > 0) return false;
  s->to_leave_out = 0;
  set_left(s->called_at, left - 1);
  return true;
}

void soon_goes_on(void)
{
  static const struct itimerspec once = {.it_value.tv_nsec = DELAY_NS};
  struct strand *s = self->strand;
  if (s->stepped || !open) return;
  note_call(s);
  by_place = NULL;
  if (s->soon)
    s->soon = s->soon_left-- > 0;
  else if (is_likely(s))
    by_place = s;
  else
    return;
  timer_settime(timer, 0, &once, NULL);
}

bool soon_is(const siginfo_t *info)
{
  return info->si_code == SI_TIMER && info->si_value.sival_ptr == &timer;
}

bool soon_is_due(void)
{
  return self->strand->soon || self->strand == by_place;
}
