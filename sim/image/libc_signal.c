/* Signals of a rank: its handlers, its threads' masks, and those it sends
 * itself.
 *
 * A rank is a process to its program, so what it installs concerns nobody
 * else. Signals come from the rank itself, by raise(), kill() and alarm(), or
 * from the machine, for what it does wrong; one that nobody handles ends the
 * run as a crash. A handler runs at once, on the stack of whoever raised the
 * signal, and may leave by siglongjmp(), which gives the mask back
 * (libc_jump.c). The machine's are blocked meanwhile, too, but until their
 * handler is left, which is seen by the stack that it is on. Invariant: a
 * pending signal is blocked.
 */
#include "libc.h"
#include "template.h"

#include "../rank/rank.h"
#include "../trial.h"
#include "../../model/memory.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

enum { SIGNALS = 65 };

void (*libc_killed)(int signal, int code);

struct libc_signals {
  struct sigaction actions[SIGNALS];
  uint64_t handled; /* of the machine's, those whose handlers run */
  stack_t stack;    /* that the program has given for handlers */
};

static struct libc_signals *signals_made(void)
{
  struct libc_state *s = &libc_self()->libc;
  if (s->signals) return s->signals;
  s->signals = xcalloc(1, sizeof *s->signals);
  s->signals->stack.ss_flags = SS_DISABLE;
  return s->signals;
}

static bool is_signal(int signal)
{
  if (signal > 0 && signal < SIGNALS) return true;
  errno = EINVAL;
  return false;
}

/* --- delivery --- */

static bool ignored_by_default(int signal)
{
  return signal == SIGCHLD || signal == SIGCONT || signal == SIGURG ||
         signal == SIGWINCH || signal == SIGTSTP || signal == SIGTTIN ||
         signal == SIGTTOU;
}

static bool has_handler(const struct sigaction *a)
{
  return a->sa_handler != SIG_DFL && a->sa_handler != SIG_IGN;
}

static void call_handler(struct sigaction *a, int signal, siginfo_t *info,
                         void *context)
{
  struct sigaction once = *a;
  if (a->sa_flags & SA_RESETHAND) a->sa_handler = SIG_DFL;
  if (once.sa_flags & SA_SIGINFO)
    once.sa_sigaction(signal, info, context);
  else
    once.sa_handler(signal);
}

/* --- sets of signals, as a word: signal n is bit n - 1 --- */

static uint64_t only(int signal)
{
  return UINT64_C(1) << (signal - 1);
}

/* The kernel's are the first word of the C library's. */
static uint64_t word_of(const sigset_t *set)
{
  uint64_t word;
  memcpy(&word, set, sizeof word);
  return word;
}

static void show(uint64_t word, sigset_t *set)
{
  sigemptyset(set);
  memcpy(set, &word, sizeof word);
}

/* Without those that nothing blocks. */
static uint64_t blockable(uint64_t set)
{
  return set & ~only(SIGKILL) & ~only(SIGSTOP);
}

/* --- handlers --- */

/* Signals that wait while the handler of one runs. */
static uint64_t blocked_by(const struct sigaction *action, int signal)
{
  bool again = action->sa_flags & SA_NODEFER;
  return blockable(word_of(&action->sa_mask) | (again ? 0 : only(signal)));
}

static pid_t process(void)
{
  pid_t (*get)(void) = (pid_t(*)(void))libc_function("getpid", false);
  return get();
}

/* What only few handlers are given asks the kernel, which a loop that waits
 * must not do (sim/spin). */
static void call_with_all(struct sigaction *a, int signal, int code)
{
  siginfo_t info = {.si_signo = signal, .si_code = code};
  ucontext_t context;
  info.si_pid = process();
  info.si_uid = getuid();
  getcontext(&context);
  call_handler(a, signal, &info, &context);
}

static void handle(struct sigaction *a, int signal, int code)
{
  struct image_thread *t = image_thread_self();
  uint64_t before = t->blocked;
  t->blocked |= blocked_by(a, signal);
  if (a->sa_flags & SA_SIGINFO)
    call_with_all(a, signal, code);
  else
    call_handler(a, signal, NULL, NULL);
  t->blocked = before;
}

static void deliver(int signal, int code)
{
  struct sigaction *a = &signals_made()->actions[signal];
  if (has_handler(a))
    handle(a, signal, code);
  else if (a->sa_handler == SIG_DFL && !ignored_by_default(signal))
    libc_killed(signal, code);
}

/* Those that handlers raise meanwhile, too: they may do so again and again. */
static void deliver_pending(struct image_thread *t)
{
  uint64_t due;
  while ((due = t->pending & ~t->blocked)) {
    due &= -due;
    t->pending &= ~due;
    deliver(__builtin_ctzll(due) + 1, t->to_process & due ? SI_USER : SI_TKILL);
  }
}

/* Who is sent one that is pending has it once, as it was first. */
int libc_raise(int signal, int code)
{
  struct image_thread *t = image_thread_self();
  if (!signal) return 0;
  if (!is_signal(signal)) return -1;
  uint64_t sent = only(signal);
  if (!(t->pending & sent))
    t->to_process =
        code == SI_USER ? t->to_process | sent : t->to_process & ~sent;
  t->pending |= sent;
  deliver_pending(t);
  return 0;
}

static int signal_raise(int signal)
{
  return libc_raise(signal, SI_TKILL);
}

/* --- from the machine --- */

static struct {
  const char *low, *high;
} fault_stack;

void libc_note_fault_stack(const char *low, const char *high)
{
  fault_stack.low = low;
  fault_stack.high = high;
}

bool libc_is_on_fault_stack(const void *at)
{
  return (const char *)at >= fault_stack.low &&
         (const char *)at < fault_stack.high;
}

/* Handlers within handlers: what is left is for the report. */
static bool is_half_full(const char *at)
{
  return libc_is_on_fault_stack(at) &&
         at - fault_stack.low < (fault_stack.high - fault_stack.low) / 2;
}

/* Who returns and has changed nothing, so that memory still cannot be read or
 * written, meets the same again: it may do something then, but hardly after so
 * many. */
enum { IN_VAIN = 1 << 16 };
static unsigned in_vain; /* calls in a row */

bool libc_handled_in_vain(void)
{
  return in_vain >= IN_VAIN;
}

static bool has_changed(const siginfo_t *info, const mcontext_t *before,
                        const mcontext_t *after)
{
  enum { WRITES = 2 }; /* of the machine's error code */
  char byte;
  if (memcmp(before->gregs, after->gregs, sizeof before->gregs)) return true;
  return before->gregs[REG_ERR] & WRITES ? trial_can_write(info->si_addr)
                                         : trial_read(&byte, info->si_addr, 1);
}

/* The program's handler first, if it has one, which is not running already. One
 * that returns from SIGABRT has not prevented the end. */
bool libc_machine_signal(int signal, siginfo_t *info, void *context)
{
  struct libc_signals *s = libc_self() ? libc_self()->libc.signals : NULL;
  struct sigaction *a = s ? &s->actions[signal] : NULL;
  if (!a || self->call || !has_handler(a)) return false;
  const ucontext_t *u = context;
  const char *at = (void *)u->uc_mcontext.gregs[REG_RSP];
  if (!libc_is_on_fault_stack(at)) s->handled = 0;
  if (s->handled & only(signal) || is_half_full(at)) return false;
  uint64_t before = s->handled;
  mcontext_t then = u->uc_mcontext;
  unsigned row = in_vain;
  s->handled |= blocked_by(a, signal);
  in_vain = 0; /* one that jumps away ends the row */
  call_handler(a, signal, info, context);
  s->handled = before;
  if ((signal == SIGSEGV || signal == SIGBUS) &&
      !has_changed(info, &then, &u->uc_mcontext))
    in_vain = row + 1;
  return signal != SIGABRT && !libc_handled_in_vain();
}

/* --- alarm() ---
 *
 * A limit on the rank's time. A handler of its signal is refused, as it could
 * end what would be reported as a deadlock. */

static void refuse_alarm(const void *site)
{
  libc_refuse("alarm() with a handler of SIGALRM", site);
}

static void ring(void)
{
  self->alarm = 0;
  struct sigaction *a = &signals_made()->actions[SIGALRM];
  if (a->sa_handler == SIG_DFL && !(libc_blocked() & only(SIGALRM)))
    libc_killed(SIGALRM, SI_KERNEL);
  else
    libc_raise(SIGALRM, SI_KERNEL);
}

/* It gives back what was left, never nothing, in whole seconds. */
static unsigned signal_alarm(unsigned seconds)
{
  double left = self->alarm ? fmax(round(self->alarm - self->time), 1) : 0;
  if (seconds && has_handler(&signals_made()->actions[SIGALRM]))
    refuse_alarm(__builtin_return_address(0));
  self->alarm = seconds ? self->time + seconds : 0;
  if (seconds) rank_on_alarm = ring;
  return (unsigned)left;
}

/* --- handlers --- */

/* One that is ignored from now on pends no more, for no thread. */
static void forget_ignored(int signal, const struct sigaction *a)
{
  struct image_thread *t = &libc_self()->main;
  bool ignored = a->sa_handler == SIG_DFL ? ignored_by_default(signal)
                                          : a->sa_handler == SIG_IGN;
  for (; ignored && t; t = t->next)
    t->pending &= ~only(signal);
}

static int act(int signal, const struct sigaction *new, struct sigaction *old,
               const void *site)
{
  struct libc_signals *s = signals_made();
  if (signal == SIGALRM && self->alarm && new != NULL && has_handler(new))
    refuse_alarm(site);
  if (!is_signal(signal)) return -1;
  if (new && (signal == SIGKILL || signal == SIGSTOP)) {
    errno = EINVAL;
    return -1;
  }
  if (old) *old = s->actions[signal];
  if (new) forget_ignored(signal, new);
  if (new) s->actions[signal] = *new;
  return 0;
}

static int signal_sigaction(int signal, const struct sigaction *new,
                            struct sigaction *old)
{
  return act(signal, new, old, __builtin_return_address(0));
}

static sighandler_t install(int signal, sighandler_t handler, int flags,
                            const void *site)
{
  struct sigaction new = {.sa_handler = handler, .sa_flags = flags}, old;
  if (handler == SIG_ERR) errno = EINVAL;
  if (handler == SIG_ERR || act(signal, &new, &old, site)) return SIG_ERR;
  return old.sa_handler;
}

static sighandler_t signal_signal(int signal, sighandler_t handler)
{
  return install(signal, handler, SA_RESTART, __builtin_return_address(0));
}

static sighandler_t signal_sysv(int signal, sighandler_t handler)
{
  return install(signal, handler, SA_RESETHAND | SA_NODEFER,
                 __builtin_return_address(0));
}

/* --- the mask --- */

void libc_block(uint64_t set)
{
  struct image_thread *t = image_thread_self();
  t->blocked = blockable(set);
  deliver_pending(t);
}

uint64_t libc_blocked(void)
{
  return image_thread_self()->blocked;
}

static int change_mask(int how, uint64_t set)
{
  uint64_t blocked = libc_blocked();
  switch (how) {
  case SIG_BLOCK:
    return libc_block(blocked | set), 0;
  case SIG_UNBLOCK:
    return libc_block(blocked & ~set), 0;
  case SIG_SETMASK:
    return libc_block(set), 0;
  default:
    return EINVAL;
  }
}

static int signal_pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
  uint64_t before = libc_blocked();
  int error = set ? change_mask(how, word_of(set)) : 0;
  if (old && !error) show(before, old);
  return error;
}

static int signal_sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
  int bad = signal_pthread_sigmask(how, set, old);
  if (!bad) return 0;
  errno = bad;
  return -1;
}

static int signal_sigpending(sigset_t *set)
{
  show(image_thread_self()->pending, set);
  return 0;
}

/* Handlers of what the machine reports run on a stack of Oriel's anyway. */
static int signal_sigaltstack(const stack_t *given, stack_t *old)
{
  struct libc_signals *s = signals_made();
  bool off = given && given->ss_flags & SS_DISABLE;
  if (given && !off && given->ss_size < (size_t)MINSIGSTKSZ)
    return errno = ENOMEM, -1;
  if (old) *old = s->stack;
  if (given) s->stack = off ? (stack_t){.ss_flags = SS_DISABLE} : *given;
  return 0;
}

/* --- the older functions: of one signal, or with a mask in an int --- */

static int change_one(int how, int signal)
{
  return is_signal(signal) ? change_mask(how, only(signal)) : -1;
}

static int signal_sighold(int signal)
{
  return change_one(SIG_BLOCK, signal);
}

static int signal_sigrelse(int signal)
{
  return change_one(SIG_UNBLOCK, signal);
}

static int signal_sigignore(int signal)
{
  return install(signal, SIG_IGN, 0, NULL) == SIG_ERR ? -1 : 0;
}

static sighandler_t signal_sigset(int signal, sighandler_t handler)
{
  if (!is_signal(signal)) return SIG_ERR;
  bool held = libc_blocked() & only(signal);
  sighandler_t old = signals_made()->actions[signal].sa_handler;
  const void *site = __builtin_return_address(0);
  if (handler != SIG_HOLD && install(signal, handler, 0, site) == SIG_ERR)
    return SIG_ERR;
  change_one(handler == SIG_HOLD ? SIG_BLOCK : SIG_UNBLOCK, signal);
  return held ? SIG_HOLD : old;
}

static int signal_siggetmask(void)
{
  return (int)(uint32_t)libc_blocked();
}

static int change_int(int how, int mask)
{
  int old = signal_siggetmask();
  change_mask(how, (uint32_t)mask);
  return old;
}

static int signal_sigsetmask(int mask)
{
  return change_int(SIG_SETMASK, mask);
}

static int signal_sigblock(int mask)
{
  return change_int(SIG_BLOCK, mask);
}

static int signal_siginterrupt(int signal, int interrupts)
{
  if (!is_signal(signal)) return -1;
  int *flags = &signals_made()->actions[signal].sa_flags;
  *flags = interrupts ? *flags & ~SA_RESTART : *flags | SA_RESTART;
  return 0;
}

const struct libc_entry libc_signal_table[] = {
    {"sigaction", signal_sigaction},
    {"__sigaction", signal_sigaction},
    {"signal", signal_signal},
    {"bsd_signal", signal_signal},
    {"ssignal", signal_signal},
    {"sysv_signal", signal_sysv},
    {"__sysv_signal", signal_sysv},
    {"raise", signal_raise},
    {"gsignal", signal_raise},
    {"sigprocmask", signal_sigprocmask},
    {"pthread_sigmask", signal_pthread_sigmask},
    {"sigpending", signal_sigpending},
    {"sigaltstack", signal_sigaltstack},
    {"sighold", signal_sighold},
    {"sigrelse", signal_sigrelse},
    {"sigignore", signal_sigignore},
    {"sigset", signal_sigset},
    {"siggetmask", signal_siggetmask},
    {"sigsetmask", signal_sigsetmask},
    {"sigblock", signal_sigblock},
    {"siginterrupt", signal_siginterrupt},
    {"alarm", signal_alarm},
    {NULL, NULL}};
