/* Contexts of our own: six registers, two control words and a stack pointer.
 *
 * Invariants: `running` is the context that runs, NULL on the engine's stack;
 * the numbers of those that are woken are in `woken`. Nothing here knows
 * simulated time. */
#include "contexts.h"

#include "../../model/memory.h"
#include "../../model/numbers.h"
#include "../../model/pool.h"
#include "clock.h"
#include "engine.h"
#include "stacks.h"

#include <stdint.h>
#include <stdlib.h>

enum { PAGE = 4096, LEAST = 4 * PAGE, COLOURS = 16, COLOUR = 64 };
enum { BLOCK = 1024, LINE = 64, FRAMES = 11, BELOW = 2, OBJECT = 2 };

/* What a switch needs, and nothing else: those of neighbours share lines. */
struct context {
  void *at;        /* its stack pointer, while it does not run; NULL: new */
  unsigned number; /* among all, in the order of engine_spawn */
  bool parked, woken, ended;
  bool unready;          /* engine_unready's */
  void *arg;             /* of its function */
  bool (*ready)(void *); /* engine_park_until's */
};

struct life {
  size_t stack;
  char *high; /* end of its stack; NULL before its first run */
  void (*f)(void *);
};

/* Contexts of consecutive numbers. */
struct block {
  struct context contexts[BLOCK];
  struct life lives[BLOCK];
};

static struct block **blocks;
static unsigned made;
static struct context *running;
static void *engine_stack_at;
static struct context_counts counts;

/* --- the switch --- */

/* Who is compiled for AVX-512 has more that a call may change. */
#ifdef __AVX512F__
#define FURTHER_REGISTERS                                                      \
  "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23",      \
      "xmm24", "xmm25", "xmm26", "xmm27", "xmm28", "xmm29", "xmm30", "xmm31",  \
      "k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7",
#else
#define FURTHER_REGISTERS
#endif

/* Where this one goes on is left in *from; then `to` goes on. The modes of
 * floating point are, as the registers, those of who runs. There is no call and
 * no return: where a jump leads to a processor foresees by where it went
 * before, and where returns lead to by the calls before them. So it is right
 * about those of a context that goes on from where the last one parked. Who has
 * this inline calls something, so that nothing of it lies below the stack
 * pointer. */
static inline __attribute__((always_inline)) void context_switch(void **from,
                                                                 void *to)
{
  __asm__ volatile("leaq 1f(%%rip), %%rcx\n"
                   "pushq %%rcx\n"
                   "pushq %%rbp\n"
                   "pushq %%rbx\n"
                   "pushq %%r12\n"
                   "pushq %%r13\n"
                   "pushq %%r14\n"
                   "pushq %%r15\n"
                   "subq $8, %%rsp\n"
                   "stmxcsr (%%rsp)\n"
                   "fnstcw 4(%%rsp)\n"
                   "movq %%rsp, (%0)\n"
                   "movq %1, %%rsp\n"
                   "ldmxcsr (%%rsp)\n"
                   "fldcw 4(%%rsp)\n"
                   "addq $8, %%rsp\n"
                   "popq %%r15\n"
                   "popq %%r14\n"
                   "popq %%r13\n"
                   "popq %%r12\n"
                   "popq %%rbx\n"
                   "popq %%rbp\n"
                   "popq %%rcx\n"
                   "jmp *%%rcx\n"
                   "1:\n"
                   : "+D"(from), "+S"(to)
                   :
                   : "rax", "rcx", "rdx", "r8", "r9", "r10", "r11", "xmm0",
                     "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7",
                     "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",
                     "xmm14", "xmm15", FURTHER_REGISTERS "st", "st(1)", "st(2)",
                     "st(3)", "st(4)", "st(5)", "st(6)", "st(7)", "cc",
                     "memory");
}

void oriel_context_first(void);
__asm__(".pushsection .text\n"
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

static struct context *context_of(unsigned number)
{
  return &blocks[number / BLOCK]->contexts[number % BLOCK];
}

static struct life *life_of(const struct context *c)
{
  return &blocks[c->number / BLOCK]->lives[c->number % BLOCK];
}

static void context_main(void)
{
  life_of(running)->f(running->arg);
  engine_exit_context();
}

/* Stacks that all began at the same place in a page would use the same few
 * lines of the caches. */
static void context_begin(struct context *c)
{
  struct life *l = life_of(c);
  l->high = stack_take(l->stack);
  char *top = l->high - c->number % COLOURS * COLOUR;
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
  if (!c->at) context_begin(c);
  counts.switches++;
  running = c;
  context_switch(&engine_stack_at, c->at);
  if (c->ended) stack_give(life_of(c)->high, life_of(c)->stack);
}

/* Back to the engine. */
static void context_leave(void)
{
  struct context *c = running;
  running = NULL;
  context_switch(&c->at, engine_stack_at);
  if (running != c) abort(); /* who enters it says so */
}

/* --- those that are woken --- */

static struct numbers sets[2];
static struct numbers *woken = &sets[0]; /* to run */
static struct numbers *runs = &sets[1];  /* those of this round */

static struct context *take(struct numbers *s)
{
  return numbers_any(s) ? context_of(numbers_take(s)) : NULL;
}

bool contexts_woken(void)
{
  return numbers_any(woken);
}

/* Memory that it will need comes while another one runs: its frames down to
 * the program's, those a little deeper that its next call will have, and what
 * its function works on. (A call that does nothing else would be left out.) */
static inline __attribute__((always_inline)) void fetch(const struct context *c)
{
  if (!c->unready)
    for (int line = -BELOW; line < FRAMES; line++)
      memory_ask((void *)((uintptr_t)c->at + (uintptr_t)(line * LINE)));
  for (int line = 0; line < OBJECT; line++)
    memory_ask((char *)c->arg + line * LINE);
}

/* May it go on? A wake meanwhile is a reason to ask again. */
static bool context_ready(struct context *c)
{
  bool ready;
  do {
    c->woken = c->unready = false;
    ready = c->ready(c->arg);
  } while (!ready && c->woken);
  c->parked = !ready;
  return ready;
}

static void (*turn_foreseen)(const void *arg, int stage);

void engine_foresee_turns(void (*how)(const void *arg, int stage))
{
  turn_foreseen = how;
}

/* Where a thousand are woken at one date even the first of them has left the
 * near caches until its turn. */
static inline struct context *take_early(void)
{
  struct context *c = take(runs);
  memory_ask(c);
  return c;
}

static inline void foresee(const struct context *c, int stage)
{
  if (c && c->ready && turn_foreseen) turn_foreseen(c->arg, stage);
}

/* Each goes through the same steps, one a turn: asked for, frames fetched, two
 * stages foreseen, run. */
void contexts_run(void)
{
  if (!numbers_any(woken)) return;
  struct numbers *empty = runs;
  runs = woken;
  woken = empty;
  struct context *c = take_early(), *second = take_early();
  struct context *third = take_early(), *fourth = take_early(), *fifth;
  if (second) fetch(second);
  if (third) fetch(third);
  for (; c; c = second, second = third, third = fourth, fourth = fifth) {
    fifth = take_early();
    if (fourth) fetch(fourth);
    foresee(third, 1);
    foresee(second, 2);
    if (!c->ready || context_ready(c)) context_resume(c);
    engine_serve();
  }
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
    numbers_add(woken, c->number);
    clock_due();
  }
}

/* --- their life --- */

void engine_guard_stacks(int on)
{
  stacks_guard(on);
}

void engine_execute_stacks(void)
{
  stacks_execute();
}

static struct context *context_new(void)
{
  if (made == NUMBERS_MAX) memory_missing(sizeof(struct block), "");
  if (made % BLOCK == 0) {
    blocks = xrealloc(blocks, (made / BLOCK + 1) * sizeof(struct block *));
    blocks[made / BLOCK] = block_new(sizeof(struct block));
  }
  struct context *c = context_of(made);
  c->number = made++;
  return c;
}

struct context *engine_spawn(size_t stack, void (*f)(void *), void *arg)
{
  struct context *c = context_new();
  size_t pages = (stack + PAGE - 1) / PAGE * PAGE;
  c->arg = arg;
  *life_of(c) = (struct life){.stack = pages > LEAST ? pages : LEAST, .f = f};
  numbers_add(woken, c->number);
  if (!running) clock_due();
  return c;
}

void engine_unready(void)
{
  running->unready = true;
}

void engine_park_until(bool (*ready)(void *arg))
{
  struct context *c = running;
  if (c->woken) {
    c->woken = false;
    return;
  }
  c->ready = ready;
  c->parked = true;
  counts.parks++;
  context_leave();
}

void engine_park(void)
{
  engine_park_until(NULL);
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
  const struct life *l = life_of(c);
  *high = l->high;
  *low = l->high ? l->high - l->stack : NULL;
}

int engine_near_stacks(const void *address)
{
  return stacks_near(address);
}

struct context_counts context_counts(void)
{
  return counts;
}
