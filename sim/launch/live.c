/* The bar, SIGUSR1, and the end by SIGINT, SIGTERM, SIGHUP or SIGPIPE.
 *
 * A signal only notes what is wanted. It is done where nothing is half changed:
 * by the engine, between two events, or, since a rank may compute for ever
 * without calling MPI, on the stack of signals when a signal or a tick of
 * spin.c's timer meets a rank in its own code, or when it waits in the kernel.
 * Invariant: whatever is shown, no event, date, choice or byte of standard
 * output depends on it.
 *
 * Where a run ends is unknown, as what its program will do is. The bar
 * estimates it only while ranks end one after the other: as many seconds per
 * rank to come as there were per rank since the first one ended. */
#include "live.h"

#include "deadlock.h"

#include "../image/image.h"
#include "../image/libc.h"
#include "../plain_locale.h"
#include "../rank/rank.h"
#include "../rank/streams.h"
#include "../spin/spin.h"
#include "../where/where.h"
#include "../../traces/summary.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unwind.h>

/* Ticks of CPU time between two bars, and before the first: 20 ms each. */
enum { BAR_TICKS = 10, BAR_FIRST = 25, BAR_WIDTH = 79 };
/* Seconds after which a rank that computes is named. */
enum { LONG = 1 };

static volatile sig_atomic_t wants_report, wants_bar, wants_end;
static volatile sig_atomic_t unread; /* nobody reads the run's output */
static bool quiet, closed;

/* What the last bar said. */
static struct {
  bool on;
  int ticks; /* until the next */
  double wall;
  unsigned long operations;
  double first_end; /* wall time when the first end of a rank was seen */
  int ended_then;
  const struct strand *computing; /* it did, at this local time, */
  double time, since;             /* since this wall time; NULL: none */
} bar;

/* --- the bar --- */

static double wall_clock(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* "1.23 M", with a prefix of thousands. */
static const char *rounded(double n, char text[24])
{
  static const char *const prefixes[] = {"", " k", " M", " G", " T"};
  int k = 0;
  while (n >= 1000 && k < 4)
    n /= 1000, k++;
  snprintf(text, 24, "%.3g%s", n, prefixes[k]);
  return text;
}

/* Wall seconds until the last rank ends, or -1. */
static double seconds_left(double wall, int ended)
{
  if (!bar.first_end && ended) bar.first_end = wall, bar.ended_then = ended;
  int since = ended - bar.ended_then;
  if (!bar.first_end || since <= 0) return -1;
  return (wall - bar.first_end) / since * ranks_alive();
}

/* Wall seconds for which the rank that was interrupted in its own code has
 * been there, if all others had to wait for that: else 0. */
static double seconds_computing(double wall, bool interrupted)
{
  const struct strand *s = interrupted ? self->strand : NULL;
  if (!s || s != bar.computing || self->time != bar.time) {
    bar.computing = s;
    bar.time = s ? self->time : 0;
    bar.since = wall;
  }
  return wall - bar.since;
}

static int columns(void)
{
  struct winsize size;
  if (ioctl(2, TIOCGWINSZ, &size) || size.ws_col < 2) return BAR_WIDTH;
  return size.ws_col - 1; /* the last one would break the line */
}

static void print_computing(char *text, size_t size, double seconds,
                            const void *pc, const char *call)
{
  snprintf(text, size, "%.9f s simulated, %s %s%s for %.0f s, at %s",
           engine_now(), strand_label(self),
           call ? "has waited in " : "has computed", call ? call : "", seconds,
           where_call((const char *)pc + 1));
}

/* How fast the run goes, and where it ends. */
static void print_progress(char *text, size_t size, double wall)
{
  char number[24];
  struct rusage usage;
  double passed = wall - bar.wall;
  unsigned long operations = summary_operations();
  int ended = ranks_count() - ranks_alive();
  getrusage(RUSAGE_SELF, &usage);
  double rate = (double)(operations - bar.operations) / passed;
  int n = snprintf(text, size,
                   "%.9f s simulated, %d/%d ranks ended, %s operations/s, "
                   "%.0f MB",
                   engine_now(), ended, ranks_count(), rounded(rate, number),
                   (double)usage.ru_maxrss * 1.024e-3);
  double left = seconds_left(wall, ended);
  if (left >= 0)
    snprintf(text + n, size - (size_t)n, ", about %.0f s left", left);
}

static void bar_draw(const void *pc, const char *call)
{
  char text[512];
  locale_t program = plain_locale_enter();
  double wall = wall_clock(), computing = seconds_computing(wall, pc != NULL);
  if (computing >= LONG)
    print_computing(text, sizeof text, computing, pc, call);
  else
    print_progress(text, sizeof text, wall);
  int width = columns();
  if (width < (int)sizeof text) text[width] = 0;
  plain_locale_leave(program);
  streams_bar(text);
  bar.wall = wall;
  bar.operations = summary_operations();
}

/* --- serving --- */

/* Who reads no further wants no more, as of any program's output. */
static void end_unread(void)
{
  streams_switch();
  streams_close();
  if (!quiet)
    streams_say("oriel: ended at %.9f s simulated: nobody reads the output any "
                "more\n",
                ranks_latest());
  run_end(128 + SIGPIPE);
}

static void end_run(int signal, const void *pc, const char *call)
{
  char title[32];
  if (signal == SIGPIPE) end_unread();
  snprintf(title, sizeof title, "ended by %s",
           signal == SIGINT   ? "SIGINT"
           : signal == SIGHUP ? "SIGHUP"
                              : "SIGTERM");
  streams_switch();
  streams_close(); /* what the ranks wrote comes first */
  status_report(title, pc, call);
  run_end(128 + signal);
}

/* `pc`: where the rank is that was interrupted; NULL on the engine's stack.
 * `call`: in which it waits there; NULL: it computes. */
static void serve(const void *pc, const char *call)
{
  if (wants_end) end_run(wants_end, pc, call);
  if (wants_report) {
    wants_report = 0;
    status_report("status", pc, call);
  }
  if (wants_bar) {
    wants_bar = 0;
    bar_draw(pc, call);
  }
}

static void serve_engine(void)
{
  serve(NULL, NULL);
}

/* The call in which a rank waits in the kernel, as for input; NULL: none. Then
 * nothing is half changed but what waits, and the call begins again when the
 * handler returns, but for those that a signal always ends, whose number is not
 * known any more. Not so where it writes: that may be Oriel's own. */
static const char *waits_outside(const ucontext_t *u)
{
  static const struct {
    int number;
    const char *name;
  } calls[] = {{SYS_read, "read"},       {SYS_readv, "readv"},
               {SYS_accept, "accept"},   {SYS_accept4, "accept4"},
               {SYS_connect, "connect"}, {SYS_recvfrom, "recv"},
               {SYS_recvmsg, "recvmsg"}, {SYS_sendto, "send"},
               {SYS_sendmsg, "sendmsg"}, {SYS_wait4, "waitpid"},
               {SYS_waitid, "waitid"},   {SYS_flock, "flock"},
               {SYS_fcntl, "fcntl"},     {SYS_openat, "open"},
               {SYS_open, "open"},       {SYS_recvmmsg, "recvmmsg"},
               {SYS_splice, "splice"},   {-EINTR, "a call of the kernel"}};
  static const unsigned char instruction[] = {0x0f, 0x05}; /* syscall */
  const greg_t *r = u->uc_mcontext.gregs;
  const char *at = (const char *)r[REG_RIP];
  if (!self || self->call || streams_leaving()) return NULL;
  if (r[REG_RAX] == -EINTR) at -= sizeof instruction;
  if (memcmp(at, instruction, sizeof instruction)) return NULL;
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
    if (r[REG_RAX] == calls[i].number) return calls[i].name;
  return NULL;
}

static _Unwind_Reason_Code stop_in_program(struct _Unwind_Context *c, void *arg)
{
  const char **pc = arg;
  const char *site = (const char *)_Unwind_GetIP(c);
  if (!image_calls_at(site)) return _URC_NO_REASON;
  *pc = site - 1;
  return _URC_NORMAL_STOP;
}

/* Serve at once where that may be, else soon. */
static void serve_soon(const ucontext_t *u)
{
  if (!wants_end && !wants_report && !wants_bar) return;
  const void *pc = (void *)u->uc_mcontext.gregs[REG_RIP];
  const char *call = waits_outside(u);
  if (call) _Unwind_Backtrace(stop_in_program, &pc);
  if (call || spin_in_own_code(u))
    serve(pc, call);
  else
    engine_request();
}

/* --- signals --- */

static void ticked(const ucontext_t *u)
{
  if (bar.on && --bar.ticks <= 0) {
    bar.ticks = BAR_TICKS;
    wants_bar = 1;
  }
  serve_soon(u);
}

/* Those that end the run. */
static void each_end(void (*f)(int number))
{
  static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    f(ends[i]);
}

/* The next one ends the process. */
static void end_at_once(int number)
{
  struct sigaction action;
  if (!sigaction(number, NULL, &action) && action.sa_handler != SIG_IGN)
    signal(number, SIG_DFL);
}

static void signalled(int number, siginfo_t *info, void *context)
{
  int saved_errno = errno;
  (void)info;
  if (number == SIGUSR1) {
    wants_report = 1;
  } else {
    wants_end = number;
    each_end(end_at_once);
  }
  serve_soon(context);
  errno = saved_errno;
}

/* Signals that are ignored from the start stay so: shells do that for what
 * runs in the background. */
static void take(int number, int flags)
{
  struct sigaction action;
  if (sigaction(number, NULL, &action) || action.sa_handler == SIG_IGN) return;
  action = (struct sigaction){.sa_sigaction = signalled,
                              .sa_flags =
                                  SA_SIGINFO | SA_RESTART | SA_ONSTACK | flags};
  sigaddset(&action.sa_mask, SIGPROF);
  sigaddset(&action.sa_mask, SIGUSR1);
  sigaction(number, &action, NULL);
}

void live_open(void)
{
  engine_on_request(serve_engine);
  spin_on_tick = ticked;
  take(SIGUSR1, 0);
  sigset_t held; /* by orielrun */
  sigemptyset(&held);
  sigaddset(&held, SIGUSR1);
  sigprocmask(SIG_UNBLOCK, &held, NULL);
}

static void take_end(int number)
{
  take(number, SA_NODEFER);
}

/* What is written here comes from a rank, whose signal it is, or is the run's
 * own. */
static void unread_signalled(int number, siginfo_t *info, void *context)
{
  int saved_errno = errno;
  (void)info, (void)context;
  if (self && !closed && !streams_leaving()) {
    libc_raise(number, SI_USER);
  } else {
    unread = 1;
    if (!wants_end) wants_end = number;
    engine_request();
  }
  errno = saved_errno;
}

static void take_unread(void)
{
  struct sigaction action;
  if (sigaction(SIGPIPE, NULL, &action) || action.sa_handler == SIG_IGN) return;
  action = (struct sigaction){.sa_sigaction = unread_signalled,
                              .sa_flags = SA_SIGINFO | SA_NODEFER};
  sigemptyset(&action.sa_mask);
  sigaction(SIGPIPE, &action, NULL);
}

void live_take_ends(bool be_quiet)
{
  quiet = be_quiet;
  each_end(take_end);
  take_unread();
}

bool live_unread(void)
{
  return unread;
}

/* Who waits in the kernel uses no CPU time, by which the bar is drawn else. */
static void alarmed(int number, siginfo_t *info, void *context)
{
  int saved_errno = errno;
  (void)number, (void)info;
  if (!self || waits_outside(context)) {
    wants_bar = 1;
    serve_soon(context);
  }
  errno = saved_errno;
}

static void start_alarms(void)
{
  static const struct itimerval each_second = {{LONG, 0}, {LONG, 0}};
  struct sigaction action = {.sa_sigaction = alarmed,
                             .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
  sigaddset(&action.sa_mask, SIGPROF);
  sigaddset(&action.sa_mask, SIGUSR1);
  sigaction(SIGALRM, &action, NULL);
  setitimer(ITIMER_REAL, &each_second, NULL);
}

void live_bar(void)
{
  bar.on = true;
  start_alarms();
  bar.ticks = BAR_FIRST;
  bar.wall = wall_clock();
}

/* Back to the default where the signal is still ours. */
static void give_back(int number)
{
  struct sigaction action;
  if (!sigaction(number, NULL, &action) && action.sa_sigaction == signalled)
    signal(number, SIG_DFL);
}

void live_close(void)
{
  closed = true;
  if (bar.on) signal(SIGALRM, SIG_IGN);
  each_end(give_back);
  spin_on_tick = NULL;
  engine_on_request(NULL);
  signal(SIGUSR1, SIG_IGN);
  streams_bar(NULL);
}
