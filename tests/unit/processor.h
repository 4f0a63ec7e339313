/* Memory and numbers for tests that let the processor do single instructions.
 */
#ifndef TEST_PROCESSOR_H
#define TEST_PROCESSOR_H

#include "sim/trial.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

enum { LENGTH = 16, PAGE = 4096, TRAP_FLAG = 0x100 };
enum { CF = 1, PF = 4, AF = 0x10, ZF = 0x40, SF = 0x80, OF = 0x800 };
enum { FLAGS = CF | PF | AF | ZF | SF | OF };

/* Far from all else that is mapped, so that no number leads there. */
#define CODE ((unsigned char *)0x200000000000)
#define DATA (CODE + (1 << 24))
#define STACK (CODE + (2 << 24))

static unsigned char *writable; /* the same memory as CODE */

static uint64_t seed = 1;

static uint64_t draw(void)
{
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed;
}

static uint64_t draw_register(void)
{
  uint64_t r = draw();
  switch (r % 4) {
  case 0:
    return draw() >> (r >> 8) % 64;
  case 1:
    return -(r >> 8 & 3);
  case 2: /* at the end, behind which nothing is */
    return (uint64_t)(r & 16 ? DATA : STACK) + PAGE - (r >> 8) % 12;
  default:
    return (uint64_t)(r & 16 ? DATA : STACK) + PAGE / 2 + (r >> 8) % 64;
  }
}

static void map(void)
{
  int fd = memfd_create("code", 0), fixed = MAP_FIXED_NOREPLACE;
  int rw = PROT_READ | PROT_WRITE, alone = MAP_PRIVATE | MAP_ANONYMOUS | fixed;
  assert_int_equal(ftruncate(fd, PAGE), 0);
  writable = mmap(NULL, PAGE, rw, MAP_SHARED, fd, 0);
  assert_ptr_not_equal(writable, MAP_FAILED);
  assert_ptr_equal(
      mmap(CODE, PAGE, PROT_READ | PROT_EXEC, MAP_SHARED | fixed, fd, 0), CODE);
  assert_ptr_equal(mmap(DATA, PAGE, rw, alone, -1, 0), DATA);
  assert_ptr_equal(mmap(STACK, PAGE, rw, alone, -1, 0), STACK);
  close(fd);
}

static void (*step_handler)(int, siginfo_t *, void *);

static void step_or_trial(int signal, siginfo_t *info, void *context)
{
  if (trial.on) siglongjmp(trial.back, 1);
  step_handler(signal, info, context);
}

/* What steps and faults lead to, but those of who tries. */
static void handle(void (*stepped)(int, siginfo_t *, void *))
{
  static const int signals[] = {SIGTRAP, SIGSEGV, SIGILL, SIGBUS, SIGFPE};
  static char stack[1 << 17];
  stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_sigaction = step_or_trial,
                             .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  step_handler = stepped;
  assert_int_equal(sigaltstack(&own, NULL), 0);
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++)
    sigaction(signals[i], &action, NULL);
}

#endif
