/* Crash: a report in the place of a core dump.
 *
 * The handler runs on a stack of its own, so that a rank whose stack is full
 * can be reported too. It follows the rank's frames with the unwinder, which
 * knows the images (sim/image/unwind.c), or by frame pointers where the
 * unwinder finds nothing, as after a call through a wild pointer. Invariant:
 * a second crash, on the way, or a search without end only shorten the report.
 */
#include "crash.h"
#include "limits.h"

#include "../../model/check/freed.h"
#include "../rank/call.h"
#include "../exit.h"
#include "../image/image.h"
#include "../image/libc.h"
#include "../image/tsc.h"
#include "../moving.h"
#include "../rank/rank.h"
#include "../rank/streams.h"
#include "../spin/spin.h"
#include "../trial.h"
#include "../where/memory.h"
#include "../where/where.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

enum {
  FRAMES_MAX = 24,
  HANDLER_STACK = 1 << 19,
  REPORT_SECONDS = 5, /* of the processor, for what takes milliseconds */
  END_SECONDS = 60,
  REAL = 6,        /* so many times as long by the clock: for what only waits */
  GUARD = 1 << 16, /* an overflow touches at most so far below the stack */
  SIGNAL_FRAME = 1 << 14, /* at most: the kernel kills who has no room for it */
  NULL_PAGE = 4096,
};

static struct {
  void *sites[FRAMES_MAX]; /* as return addresses */
  int count;
  bool more;
  bool interrupted; /* while unwinding: the crash's own frame was reached */
} trace;

static volatile sig_atomic_t crashed;

static void add_frame(void *site)
{
  if (trace.count < FRAMES_MAX)
    trace.sites[trace.count++] = site;
  else
    trace.more = true;
}

static _Unwind_Reason_Code unwind_frame(struct _Unwind_Context *c, void *arg)
{
  int before = 0;
  char *pc = (char *)_Unwind_GetIPInfo(c, &before);
  (void)arg;
  if (before) trace.interrupted = true;
  /* Who is stepped was interrupted twice: the crash is its own. */
  if (before && self->strand->in_handler) trace.count = 0;
  if (trace.interrupted) add_frame(before ? pc + 1 : pc);
  return trace.more ? _URC_NORMAL_STOP : _URC_NO_REASON;
}

/* From a frame pointer up, within the rank's stack. */
static void follow_frame_pointers(const ucontext_t *u)
{
  void *low = NULL, *high = NULL;
  engine_stack(self->strand->context, &low, &high);
  uintptr_t *sp = (uintptr_t *)u->uc_mcontext.gregs[REG_RSP];
  uintptr_t *bp = (uintptr_t *)u->uc_mcontext.gregs[REG_RBP];
  trace.count = 0;
  /* A call through a wild pointer has just pushed its return address. */
  if ((void *)sp >= low && (void *)(sp + 1) <= high) add_frame((void *)*sp);
  while ((void *)bp >= low && (void *)(bp + 2) <= high && !trace.more) {
    if (!bp[1]) return;
    add_frame((void *)bp[1]);
    if (bp[0] <= (uintptr_t)bp) return;
    bp = (uintptr_t *)bp[0];
  }
}

static bool trace_has_program(void)
{
  for (int i = 0; i < trace.count; i++)
    if (image_calls_at(trace.sites[i])) return true;
  return false;
}

/* Each way may meet memory that is not there. */
static void follow(const ucontext_t *u)
{
  if (trial_begin()) _Unwind_Backtrace(unwind_frame, NULL);
  if (!trace_has_program() && trial_begin()) follow_frame_pointers(u);
  trial_end();
}

/* --- the report --- */

static bool is_readable(void *at)
{
  char byte;
  return trial_read(&byte, at, 1);
}

/* Was it just below a stack that begins there? */
static bool is_below(const char *low, int signal, const siginfo_t *info)
{
  const char *at = info->si_addr;
  if (signal != SIGSEGV && signal != SIGBUS) return false;
  return low && at >= low - GUARD && at < low + NULL_PAGE;
}

static bool is_overflow(int signal, const siginfo_t *info, const ucontext_t *u)
{
  void *low = NULL, *high = NULL;
  if (signal != SIGSEGV && signal != SIGBUS) return false;
  engine_stack(self->strand->context, &low, &high);
  char *sp = (char *)u->uc_mcontext.gregs[REG_RSP];
  if (!low) return false;
  bool near = is_below(low, signal, info) ||
              (info->si_code == SI_KERNEL && sp >= (char *)low &&
               sp < (char *)low + SIGNAL_FRAME);
  /* A large frame reaches beyond the guard, and has no memory there; stacks
   * that the program makes itself do. */
  bool beyond = (sp < (char *)low || sp >= (char *)high) && !is_readable(sp);
  return near || beyond;
}

/* Memory that can be read: so what failed was a write. */
static bool is_read_only(const siginfo_t *info)
{
  return info->si_code == SEGV_ACCERR && is_readable(info->si_addr);
}

/* The signal by which self is killed, and which comes from what it called; 0:
 * none. */
static int by_itself;
static int by_itself_code; /* its si_code */

static void name_signal(int signal, char *name, size_t size)
{
  const char *known = sigabbrev_np(signal);
  if (known)
    snprintf(name, size, "SIG%s", known);
  else
    snprintf(name, size, "signal %d", signal);
}

static const char *sent_by_itself(void)
{
  static char sent[64];
  char name[32];
  if (by_itself == SIGPIPE && by_itself_code == SI_USER)
    return "SIGPIPE: nobody reads any more what it wrote to";
  if (by_itself == SIGALRM && by_itself_code == SI_KERNEL)
    return "SIGALRM: the time that it gave alarm() is over";
  name_signal(by_itself, name, sizeof name);
  snprintf(sent, sizeof sent, "%s, which it sent itself", name);
  return sent;
}

static const char *reason_of(int signal, const siginfo_t *info,
                             const ucontext_t *u)
{
  switch (by_itself ? 0 : signal) {
  case SIGSEGV:
    if (info->si_code > 0 && (uintptr_t)info->si_addr < NULL_PAGE &&
        info->si_code != SI_KERNEL)
      return "SIGSEGV: a null pointer was used";
    if (info->si_code == SEGV_ACCERR &&
        (greg_t)info->si_addr == u->uc_mcontext.gregs[REG_RIP])
      return "SIGSEGV: what was called is not code";
    if (is_read_only(info)) return "SIGSEGV: a write to read-only memory";
    return "SIGSEGV: invalid memory access";
  case SIGBUS:
    return "SIGBUS: invalid memory access";
  case SIGFPE:
    return info->si_code == FPE_INTDIV ? "SIGFPE: integer division by zero"
                                       : "SIGFPE: arithmetic error";
  case SIGILL:
    return "SIGILL: invalid instruction";
  case SIGABRT:
    return "SIGABRT: abort() was called";
  case SIGTRAP:
    return "SIGTRAP: a breakpoint that no debugger has set";
  case SIGSYS:
    return "SIGSYS: invalid system call";
  case SIGXFSZ:
    return "SIGXFSZ: a file larger than ulimit -f allows";
  default:
    return sent_by_itself();
  }
}

/* --- when the report itself fails --- */

void (*crash_rescue)(void);

/* The crash in words for which nothing is looked up: what is said when the
 * report itself crashes. */
static char words[512] =
    "oriel: crashed; the report cannot be completed: memory is damaged\n";

static void find_words(int signal, const siginfo_t *info, const ucontext_t *u)
{
  const struct call *c = self->call;
  snprintf(words, sizeof words,
           "oriel: %s%s%s was killed by %s; the report cannot be completed: "
           "the program's memory is damaged\n",
           strand_label(self), c ? " in " : "", c ? c->function->name : "",
           reason_of(signal, info, u));
}

/* The first line is there. */
static void shorten_words(void)
{
  snprintf(words, sizeof words,
           "  the report cannot be completed: the program's memory is "
           "damaged\n");
}

static void write_words(void)
{
  (void)!write(STDERR_FILENO, words, strlen(words));
  if (crash_rescue) crash_rescue();
}

static void out_of_time(int signal)
{
  (void)signal;
  write_words();
  _exit(EXIT_CRASH);
}

static void start_timer(int timer, int signal, void (*f)(int), int seconds)
{
  struct sigaction a = {.sa_handler = f, .sa_flags = SA_RESTART};
  struct itimerval once = {.it_value.tv_sec = seconds};
  sigemptyset(&a.sa_mask);
  sigaction(signal, &a, NULL);
  setitimer(timer, &once, NULL);
}

/* Who waits for a reader of its output waits on. */
static void waited(int signal)
{
  struct pollfd to[] = {{STDOUT_FILENO, POLLOUT, 0},
                        {STDERR_FILENO, POLLOUT, 0}};
  int saved = errno;
  if (poll(to, 2, 0) == 2) out_of_time(signal);
  errno = saved;
  start_timer(ITIMER_REAL, signal, waited, REPORT_SECONDS * REAL);
}

/* Whoever looks something up in damaged memory may never come back: it runs for
 * ever, or waits for a lock that is held where it crashed. And the timer of
 * sim/spin is not to look at a rank that ends. */
static void limit(int seconds)
{
  sigset_t tick;
  sigemptyset(&tick);
  sigaddset(&tick, SIGPROF);
  sigprocmask(SIG_BLOCK, &tick, NULL);
  start_timer(ITIMER_VIRTUAL, SIGVTALRM, out_of_time, seconds);
  start_timer(ITIMER_REAL, SIGALRM, waited, seconds * REAL);
}

/* --- its parts --- */

/* Frames below the program's first are Oriel's own. */
static int frames_of_interest(void)
{
  int n = trace.count;
  while (n > 0 && !image_calls_at(trace.sites[n - 1]))
    n--;
  return n;
}

/* How Oriel raised a signal that a call brought about is not of interest. */
static int first_of_interest(int n)
{
  int first = 0;
  while (by_itself && first < n && !image_calls_at(trace.sites[first]))
    first++;
  return first;
}

static void report_frames(void)
{
  const char *last = "?";
  int shown = 0, repeated = 0, n = frames_of_interest();
  for (int i = first_of_interest(n); i <= n; i++) {
    const char *here = i < n ? where_function(trace.sites[i]) : "";
    if (strcmp(here, last) == 0) {
      repeated += image_calls_at(trace.sites[i]);
      continue;
    }
    if (repeated) streams_say("  ... %d more times\n", repeated);
    repeated = 0;
    last = here;
    if (i < n) streams_say("  %s %s\n", shown++ ? "from" : "at", here);
  }
  if (trace.more) streams_say("  ...\n");
}

/* The checker knows memory of windows that a rank has freed. */
static void report_freed(int rank, const siginfo_t *info)
{
  const char *at = info->si_addr;
  const struct freed *f = freed_in(rank, at, at + 1);
  if (f)
    streams_say("  that memory was of %s, which rank %d freed at %s "
                "[MPI-4.1 12.2]\n",
                freed_label(f), rank, where_call(freed_by(f)->site));
}

static void report(int signal, const siginfo_t *info, const ucontext_t *u)
{
  char call[512] = "";
  if (self->call)
    snprintf(call, sizeof call, " in %s at %s", self->call->function->name,
             where_call(self->call->site));
  if (is_overflow(signal, info, u))
    streams_say("oriel: %s%s: its stack is full; --stack BYTES gives "
                "larger ones\n",
                strand_label(self), call);
  else
    streams_say("oriel: %s%s was killed by %s\n", strand_label(self), call,
                reason_of(signal, info, u));
  if (libc_handled_in_vain())
    streams_say("  its handler of SIG%s has returned thousands of times, and "
                "the same came again\n",
                sigabbrev_np(signal));
  shorten_words();
  report_frames();
  report_freed(self->id, info);
}

/* End the run, with what ranks have written, and other reports. */
static void end(void)
{
  limit(END_SECONDS);
  run_end(EXIT_CRASH);
}

/* Data that moves, of self or of other ranks. */
static bool find_moved(int signal, struct moved *m)
{
  if (!moving.about || (signal != SIGSEGV && signal != SIGBUS)) return false;
  *m = (struct moved){.by = {{NULL, NULL}}};
  moving.name(moving.about, m);
  return true;
}

/* What it is, and of which of the two, if an image tells. */
static void name_memory(const struct moved *m, const void *address, char *text,
                        size_t size)
{
  struct where_memory w;
  *text = 0;
  bool first = image_holds(rank_of(m->ranks[0])->image, address);
  bool second = image_holds(rank_of(m->ranks[1])->image, address);
  if (!first && !second) return;
  int rank = m->ranks[!first];
  bool shared = first && second && m->ranks[0] != m->ranks[1];
  where_memory(address, rank, &w);
  int n = snprintf(text, size, ", %s", *w.name ? w.name : "a constant");
  if (!shared) snprintf(text + n, size - (size_t)n, " of rank %d", rank);
}

/* What it is in, and what it has called for that data, if this is known. */
static void report_call(int rank, const struct moved_by *by)
{
  const struct call *c = rank_of(rank)->call;
  char began[512] = "";
  if (!c) return;
  if (by->call && by->site != c->site)
    snprintf(began, sizeof began, ", after %s at %s", by->call,
             where_call(by->site));
  streams_say("  rank %d in %s at %s%s\n", rank, c->function->name,
              where_call(c->site), began);
}

static void report_moved(const struct moved *m, const siginfo_t *info)
{
  char memory[512] = "";
  snprintf(words, sizeof words, "oriel: the data of %s cannot be moved\n",
           m->text);
  limit(REPORT_SECONDS);
  if (is_read_only(info)) {
    name_memory(m, info->si_addr, memory, sizeof memory);
    streams_say("oriel: the data of %s cannot be moved: its buffer, or the "
                "memory of the window, is read-only%s [MPI-4.1 3.7, 12.3]\n",
                m->text, memory);
  } else {
    streams_say("oriel: the data of %s cannot be moved: its buffer, or the "
                "memory of the window, is too short, or was freed or unmapped "
                "before that was complete%s [MPI-4.1 3.7, 12.3]\n",
                m->text,
                observers_hear.freed ? "" : "; orielrun --check tells where");
  }
  shorten_words();
  for (int i = 0; i < (m->ranks[0] == m->ranks[1] ? 1 : 2); i++) {
    report_call(m->ranks[i], &m->by[i]);
    report_freed(m->ranks[i], info);
  }
  end();
}

/* Not in a rank's turn: then all that is not Oriel's own is the memory between
 * which data moves. */
static void crash_outside(int signal)
{
  if (signal == SIGXFSZ) limits_file_too_large();
  streams_say("oriel: crashed in the simulator itself (signal %d): a rank "
              "has written where it must not, or this is an error of Oriel\n",
              signal);
  if (crash_rescue) crash_rescue();
  _exit(EXIT_LIMIT);
}

/* Who is about to park, or goes on, is nobody's turn, but on its stack, which
 * may be full: then it is self. */
static bool is_parking(int signal, const siginfo_t *info)
{
  for (int i = 0; i < ranks_count(); i++)
    for (struct strand *s = &rank_of(i)->main; s; s = s->next) {
      void *low = NULL, *high;
      if (s->context) engine_stack(s->context, &low, &high);
      if (!is_below(low, signal, info)) continue;
      self = s->rank;
      self->strand = s;
      return true;
    }
  return false;
}

static void crash(int signal, siginfo_t *info, void *context)
{
  if (trial.on) siglongjmp(trial.back, 1);
  if (tsc_is_read(signal, info, context)) return;
  if (crashed++) { /* while reporting: memory is in a bad state */
    if (crashed == 2) write_words();
    _exit(EXIT_CRASH);
  }
  struct moved moved;
  bool moves = find_moved(signal, &moved);
  if (moves &&
      (!self || moved.ranks[0] != self->id || moved.ranks[1] != self->id))
    report_moved(&moved, info);
  bool parks = !self && is_parking(signal, info);
  if (!self) crash_outside(signal);
  if (!by_itself && !parks) {
    moving_end();
    spin_leave(context);
    crashed = 0; /* the handler may leave by siglongjmp() */
    if (libc_machine_signal(signal, info, context)) return;
    crashed = 1;
  }
  find_words(signal, info, context);
  limit(REPORT_SECONDS);
  follow(context);
  report(signal, info, context);
  end();
}

static void intercept(int signal)
{
  struct sigaction a = {.sa_sigaction = crash,
                        .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  sigemptyset(&a.sa_mask);
  sigaddset(&a.sa_mask, TSC_SIGNAL);
  sigaction(signal, &a, NULL);
}

/* Self is killed by a signal that comes from what it called. What it had
 * printed leaves before the report, which may bring another one. */
static void killed(int signal, int code)
{
  if (by_itself) return;
  by_itself = signal;
  by_itself_code = code;
  if (signal == SIGKILL || signal == SIGSTOP || signal == SIGPIPE)
    signal = SIGTERM;
  intercept(signal);
  raise(signal);
  _exit(EXIT_CRASH);
}

void crash_open(void)
{
  libc_killed = killed;
  static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL,
                                SIGABRT, SIGSYS, SIGTRAP};
  stack_t stack = {.ss_size = HANDLER_STACK};
  stack.ss_sp = mmap(NULL, HANDLER_STACK, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack.ss_sp == MAP_FAILED || sigaltstack(&stack, NULL)) return;
  libc_note_fault_stack(stack.ss_sp, (char *)stack.ss_sp + HANDLER_STACK);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    intercept(signals[i]);
  if (!limits_ignored()) intercept(SIGXFSZ);
}
