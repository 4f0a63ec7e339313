/* Contexts of our own: six registers, two control words and a stack pointer.
 *
 * Invariants: `running` is the context that runs, NULL on the engine's stack;
 * a context that is woken is in `woken` once. Nothing here knows simulated
 * time. */
#include "contexts.h"

#include "../model/memory.h"
#include "engine.h"
#include "stacks.h"

#include <stdint.h>
#include <stdlib.h>

enum { PAGE = 4096, LEAST = 4 * PAGE, COLOURS = 16, COLOUR = 64 };

struct context {
  unsigned number; /* among all, in the order of engine_spawn */
  bool parked, woken, ended;
  void *at;   /* its stack pointer, while it does not run */
  char *high; /* end of its stack; NULL before its first run */
  size_t stack;
  void (*f)(void *);
  void *arg;
};

static struct context *running;
static void *engine_stack_at;
static struct context_counts counts;

/* --- the switch --- */

/* Where this one goes on is left in *from; then `to` goes on. The modes of
 * floating point are, as the registers, those of who runs. */
void oriel_context_switch(void **from, void *to);
void oriel_context_first(void);

__asm__(".pushsection .text\n"
        ".hidden oriel_context_switch\n"
        ".globl oriel_context_switch\n"
        ".type oriel_context_switch, @function\n"
        "oriel_context_switch:\n"
        "  pushq %rbp\n"
        "  pushq %rbx\n"
        "  pushq %r12\n"
        "  pushq %r13\n"
        "  pushq %r14\n"
        "  pushq %r15\n"
        "  subq $8, %rsp\n"
        "  stmxcsr (%rsp)\n"
        "  fnstcw 4(%rsp)\n"
        "  movq %rsp, (%rdi)\n"
        "  movq %rsi, %rsp\n"
        "  ldmxcsr (%rsp)\n"
        "  fldcw 4(%rsp)\n"
        "  addq $8, %rsp\n"
        "  popq %r15\n"
        "  popq %r14\n"
        "  popq %r13\n"
        "  popq %r12\n"
        "  popq %rbx\n"
        "  popq %rbp\n"
        "  ret\n"
        ".size oriel_context_switch, .-oriel_context_switch\n"
        /* The outermost frame: nothing is above it. */
        ".hidden oriel_context_first\n"
        ".globl oriel_context_first\n"
        ".type oriel_context_first, @function\n"
        "oriel_context_first:\n"
        "  .cfi_startproc\n"
        "  .cfi_undefined rip\n"
        "  xorl %ebp, %ebp\n"
        "  call *%rbx\n"
        "  ud2\n"
        "  .cfi_endproc\n"
        ".size oriel_context_first, .-oriel_context_first\n"
        ".popsection\n");

/* What the switch finds on a new stack. */
struct first_frame {
  uint32_t sse_mode;
  uint32_t x87_mode;
  uint64_t r15, r14, r13, r12, rbx, rbp;
  void (*returns_to)(void);
  uint64_t above[2];
};

static void context_main(void)
{
  running->f(running->arg);
  engine_exit_context();
}

/* Stacks that all began at the same place in a page would use the same few
 * lines of the caches. */
static void context_begin(struct context *c)
{
  c->high = stack_take(c->stack);
  char *top = c->high - c->number % COLOURS * COLOUR;
  struct first_frame *frame = (struct first_frame *)(top - sizeof *frame);
  *frame = (struct first_frame){.rbx = (uintptr_t)context_main,
                                .returns_to = oriel_context_first};
  __asm__ volatile("stmxcsr %0\n"
                   "fnstcw %1"
                   : "=m"(frame->sse_mode), "=m"(frame->x87_mode));
  c->at = frame;
}

static void context_resume(struct context *c)
{
  if (!c->high) context_begin(c);
  counts.switches++;
  running = c;
  oriel_context_switch(&engine_stack_at, c->at);
  if (c->ended) stack_give(c->high, c->stack);
}

/* Back to the engine. */
static void context_leave(void)
{
  struct context *c = running;
  running = NULL;
  oriel_context_switch(&c->at, engine_stack_at);
}

/* --- those that are woken --- */

struct entry {
  unsigned number;
  struct context *context;
};

struct list {
  struct entry *entries;
  size_t n, room;
  bool sorted;
};

static struct list woken, runs; /* to run; running at this moment */

static void add(struct list *l, struct context *c)
{
  if (l->n == l->room) {
    l->room = l->room ? 2 * l->room : 64;
    l->entries = xrealloc(l->entries, l->room * sizeof *l->entries);
  }
  if (l->n == 0) l->sorted = true;
  if (l->n && l->entries[l->n - 1].number > c->number) l->sorted = false;
  l->entries[l->n++] = (struct entry){c->number, c};
}

static int by_number(const void *a, const void *b)
{
  unsigned x = ((const struct entry *)a)->number;
  unsigned y = ((const struct entry *)b)->number;
  return (x > y) - (x < y);
}

bool contexts_woken(void)
{
  return woken.n > 0;
}

void contexts_run(void)
{
  struct list empty = runs;
  runs = woken;
  woken = empty;
  if (runs.n > 1 && !runs.sorted)
    qsort(runs.entries, runs.n, sizeof *runs.entries, by_number);
  for (size_t i = 0; i < runs.n; i++) {
    if (i + 1 < runs.n) __builtin_prefetch(runs.entries[i + 1].context->at);
    context_resume(runs.entries[i].context);
    requests_serve();
  }
  runs.n = 0;
}

static void wake_later(void *arg)
{
  engine_wake(arg);
}

void engine_wake(struct context *c)
{
  if (c->ended) return;
  if (!c->parked) {
    c->woken = true;
  } else if (running) {
    engine_at(engine_now(), wake_later, c); /* after the events of this date */
  } else {
    c->parked = false;
    counts.wakes++;
    add(&woken, c);
    contexts_due();
  }
}

/* --- their life --- */

void engine_guard_stacks(int on)
{
  stacks_guard(on);
}

struct context *engine_spawn(size_t stack, void (*f)(void *), void *arg)
{
  static unsigned contexts;
  struct context *c = xmalloc(sizeof *c);
  size_t pages = (stack + PAGE - 1) / PAGE * PAGE;
  *c = (struct context){.number = contexts++,
                        .stack = pages > LEAST ? pages : LEAST,
                        .f = f,
                        .arg = arg};
  add(&woken, c);
  if (!running) contexts_due();
  return c;
}

void engine_park(void)
{
  struct context *c = running;
  if (c->woken) {
    c->woken = false;
    return;
  }
  c->parked = true;
  counts.parks++;
  context_leave();
}

void engine_exit_context(void)
{
  running->ended = true;
  context_leave();
  abort(); /* it is never resumed */
}

int engine_on_event_stack(void)
{
  return running == NULL;
}

void engine_stack(struct context *c, void **low, void **high)
{
  *high = c->high;
  *low = c->high ? c->high - c->stack : NULL;
}

struct context_counts context_counts(void)
{
  return counts;
}
