/* The C library's clocks and sleeps, in simulated time.
 *
 * Simulated time 0 is 2000-01-01 00:00:00 UTC for the calendar clocks and 0
 * for the others; CPU clocks run like the rest. Each reading costs `clock`, so
 * that a program that waits for a date gets there. */
#include "libc.h"

#include "../../model/observer.h"
#include "../cost/cost.h"
#include "../rank/polls.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

enum { EPOCH = 946684800 };
#define NANO 1000000000L

double libc_read_clock_here(void)
{
  rank_pay_clock();
  return self->time;
}

double libc_read_clock(void)
{
  if (libc_is_on_fault_stack(__builtin_frame_address(0)))
    return libc_read_clock_here();
  bool computing = self->computing;
  bool weak = cost.progress == PROGRESS_WEAK;
  if (weak && !observers_operator_runs) rank_leave_mpi(); /* not progress */
  rank_read_clock();
  self->computing = computing;
  return self->time;
}

static struct timespec timespec_of(double seconds, long epoch)
{
  time_t whole = (time_t)seconds;
  long nano = (long)((seconds - (double)whole) * 1e9 + 0.5);
  if (nano >= NANO) nano -= NANO, whole++;
  return (struct timespec){epoch + whole, nano};
}

static bool is_calendar(clockid_t id)
{
  return id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE ||
         id == CLOCK_TAI || id == CLOCK_REALTIME_ALARM;
}

/* The kernel's, and the negative ones that stand for a process or a thread. */
static bool is_clock(clockid_t id)
{
  enum { SGI_CYCLE = 10 }; /* there is none */
  if (id < 0) return (id & 3) != 3;
  return id <= CLOCK_TAI && id != SGI_CYCLE;
}

static int failed(int error)
{
  errno = error;
  return -1;
}

static int time_clock_gettime(clockid_t id, struct timespec *t)
{
  if (!is_clock(id)) return failed(EINVAL);
  *t = timespec_of(libc_read_clock(), is_calendar(id) ? EPOCH : 0);
  return 0;
}

static int time_clock_getres(clockid_t id, struct timespec *t)
{
  if (!is_clock(id)) return failed(EINVAL);
  if (t) *t = (struct timespec){0, 1};
  return 0;
}

static int time_gettimeofday(struct timeval *t, struct timezone *zone)
{
  struct timespec now = timespec_of(libc_read_clock(), EPOCH);
  if (t) *t = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
  if (zone) *zone = (struct timezone){0, 0};
  return 0;
}

static time_t time_time(time_t *t)
{
  time_t now = EPOCH + (time_t)libc_read_clock();
  if (t) *t = now;
  return now;
}

static clock_t time_clock(void)
{
  return (clock_t)(libc_read_clock() * CLOCKS_PER_SEC);
}

static clock_t time_times(struct tms *t)
{
  clock_t ticks = (clock_t)(libc_read_clock() * (double)sysconf(_SC_CLK_TCK));
  if (t) *t = (struct tms){ticks, 0, 0, 0};
  return ticks;
}

static struct timeval timeval_of(double seconds)
{
  struct timespec t = timespec_of(seconds, 0);
  return (struct timeval){t.tv_sec, t.tv_nsec / 1000};
}

/* The time is the user's; what else the host has spent is no rank's. */
static int time_getrusage(int who, struct rusage *usage)
{
  if (who != RUSAGE_SELF && who != RUSAGE_CHILDREN && who != RUSAGE_THREAD)
    return failed(EINVAL);
  double now = libc_read_clock();
  memset(usage, 0, sizeof *usage);
  if (who != RUSAGE_CHILDREN) usage->ru_utime = timeval_of(now);
  return 0;
}

static int time_ftime(struct timeb *t)
{
  struct timespec now = timespec_of(libc_read_clock(), EPOCH);
  *t = (struct timeb){.time = now.tv_sec,
                      .millitm = (unsigned short)(now.tv_nsec / 1000000)};
  return 0;
}

static int time_timespec_get(struct timespec *t, int base)
{
  if (base != TIME_UTC) return 0;
  time_clock_gettime(CLOCK_REALTIME, t);
  return base;
}

static void pass(double seconds, struct pause pause)
{
  if (seconds > 0) rank_sleep(seconds, pause);
}

static unsigned time_sleep(unsigned seconds)
{
  pass(seconds, PAUSE("sleep"));
  return 0;
}

static int time_usleep(useconds_t n)
{
  pass(n * 1e-6, PAUSE("usleep"));
  return 0;
}

static int invalid(const struct timespec *t)
{
  return t->tv_nsec < 0 || t->tv_nsec >= NANO || t->tv_sec < 0;
}

static double seconds_of(const struct timespec *t)
{
  return (double)t->tv_sec + (double)t->tv_nsec * 1e-9;
}

/* Nothing cuts it short: only then the C library writes what is left, which may
 * lie where the time is. */
static int time_nanosleep(const struct timespec *t, struct timespec *rest)
{
  (void)rest;
  if (invalid(t)) return failed(EINVAL);
  pass(seconds_of(t), PAUSE("nanosleep"));
  return 0;
}

double libc_date(clockid_t id, const struct timespec *t)
{
  struct timespec date = *t;
  if (is_calendar(id)) date.tv_sec -= EPOCH;
  return seconds_of(&date);
}

static int time_clock_nanosleep(clockid_t id, int flags,
                                const struct timespec *t, struct timespec *rest)
{
  (void)rest;
  if (!is_clock(id) || invalid(t)) return EINVAL;
  double seconds = seconds_of(t);
  if (flags & TIMER_ABSTIME) {
    rank_meet();
    seconds = libc_date(id, t) - self->time;
  }
  pass(seconds, PAUSE("clock_nanosleep"));
  return 0;
}

/* std::chrono's clocks, as counts of nanoseconds. */
static long time_steady_now(void)
{
  struct timespec t = timespec_of(libc_read_clock(), 0);
  return t.tv_sec * NANO + t.tv_nsec;
}

static long time_system_now(void)
{
  return time_steady_now() + EPOCH * NANO;
}

/* Since gcc 16 in its library. By tai_clock::from_utc and gps_clock::from_utc:
 * utc_clock counts leap seconds, of which there were 22 by EPOCH. */
enum { UTC_AHEAD = 22, TAI_AHEAD = 378691210, GPS_BEHIND = 315964809 };

static long time_tai_now(void)
{
  return time_system_now() + (UTC_AHEAD + TAI_AHEAD) * NANO;
}

static long time_gps_now(void)
{
  return time_system_now() + (UTC_AHEAD - GPS_BEHIND) * NANO;
}

const struct libc_entry libc_time_table[] = {
    {"clock_gettime", time_clock_gettime},
    {"__clock_gettime", time_clock_gettime},
    {"clock_getres", time_clock_getres},
    {"gettimeofday", time_gettimeofday},
    {"time", time_time},
    {"clock", time_clock},
    {"times", time_times},
    {"getrusage", time_getrusage},
    {"ftime", time_ftime},
    {"timespec_get", time_timespec_get},
    {"sleep", time_sleep},
    {"usleep", time_usleep},
    {"nanosleep", time_nanosleep},
    {"clock_nanosleep", time_clock_nanosleep},
    {"_ZNSt6chrono3_V212steady_clock3nowEv", time_steady_now},
    {"_ZNSt6chrono3_V212system_clock3nowEv", time_system_now},
    {"_ZNSt6chrono9tai_clock3nowEv", time_tai_now},
    {"_ZNSt6chrono9gps_clock3nowEv", time_gps_now},
    {NULL, NULL}};
