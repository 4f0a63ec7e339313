/* clang's entry points: regions, single, barriers, critical sections,
 * reductions. kmpc_loop.c has the loops, kmpc_task.c the tasks,
 * kmpc_private.c the variables of threads.
 *
 * Each call says where it is in the source, and which thread calls: neither
 * is needed here. A region is a function of two numbers and of as many
 * pointers as it uses variables. */
#include "entry.h"
#include "lock.h"
#include "share.h"
#include "team.h"

#include "../../../model/memory.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct place; /* in the source: clang's ident_t */

/* Calls f(&thread, &bound, a[0], ..., a[n - 1]); a has room for four. */
void oriel_omp_call(void *f, int *thread, int *bound, void **a, long n);
__asm__(".pushsection .text\n"
        ".hidden oriel_omp_call\n"
        ".globl oriel_omp_call\n"
        ".type oriel_omp_call, @function\n"
        "oriel_omp_call:\n"
        "  .cfi_startproc\n"
        "  pushq %rbp\n"
        "  .cfi_def_cfa_offset 16\n"
        "  .cfi_offset %rbp, -16\n"
        "  movq %rsp, %rbp\n"
        "  .cfi_def_cfa_register %rbp\n"
        "  movq %rdi, %r11\n"
        "  movq %rcx, %r10\n"
        "  movq %r8, %rax\n"
        "  movq %rsi, %rdi\n"
        "  movq %rdx, %rsi\n"
        "  subq $4, %rax\n"
        "  jle 2f\n"
        "  testb $1, %al\n"
        "  jz 1f\n"
        "  subq $8, %rsp\n"
        "1:\n"
        "  pushq 24(%r10,%rax,8)\n"
        "  decq %rax\n"
        "  jnz 1b\n"
        "2:\n"
        "  movq (%r10), %rdx\n"
        "  movq 8(%r10), %rcx\n"
        "  movq 16(%r10), %r8\n"
        "  movq 24(%r10), %r9\n"
        "  xorl %eax, %eax\n"
        "  callq *%r11\n"
        "  leave\n"
        "  .cfi_def_cfa %rsp, 8\n"
        "  ret\n"
        "  .cfi_endproc\n"
        ".size oriel_omp_call, .-oriel_omp_call\n"
        ".popsection\n");

/* --- regions --- */

struct region {
  void *f;
  void **arguments;
  int count;
};

static void run_region(void *arg)
{
  const struct region *r = arg;
  int thread = self->strand->number, bound = member_self()->number;
  oriel_omp_call(r->f, &thread, &bound, r->arguments, r->count);
}

ENTRY void __kmpc_fork_call(struct place *at UNUSED, int count, void *f, ...)
{
  struct task *me = task_self();
  struct region r = {f, xcalloc((size_t)count + 4, sizeof(void *)), count};
  va_list list;
  va_start(list, f);
  for (int i = 0; i < count; i++)
    r.arguments[i] = va_arg(list, void *);
  va_end(list);
  int asked = me->requested;
  me->requested = 0;
  team_run(team_new(team_size(asked)), run_region, &r, HERE("parallel"));
  free(r.arguments);
}

/* A league of one team. */
ENTRY void __kmpc_fork_teams(struct place *at UNUSED, int count, void *f, ...)
{
  struct region r = {f, xcalloc((size_t)count + 4, sizeof(void *)), count};
  va_list list;
  va_start(list, f);
  for (int i = 0; i < count; i++)
    r.arguments[i] = va_arg(list, void *);
  va_end(list);
  run_region(&r);
  free(r.arguments);
}

ENTRY void __kmpc_push_num_teams(struct place *at UNUSED, int thread UNUSED,
                                 int teams UNUSED, int threads UNUSED)
{
}

ENTRY void __kmpc_push_num_teams_51(struct place *at UNUSED, int thread UNUSED,
                                    int least UNUSED, int most UNUSED,
                                    int threads UNUSED)
{
}

ENTRY void __kmpc_push_num_threads(struct place *at UNUSED, int thread UNUSED,
                                   int n)
{
  task_self()->requested = n;
}

ENTRY void __kmpc_push_proc_bind(struct place *at UNUSED, int thread UNUSED,
                                 int bind UNUSED)
{
}

ENTRY void __kmpc_serialized_parallel(struct place *at UNUSED,
                                      int thread UNUSED)
{
  task_self()->requested = 0;
  team_enter(team_new(1));
}

ENTRY void __kmpc_end_serialized_parallel(struct place *at UNUSED,
                                          int thread UNUSED)
{
  team_barrier(HERE("parallel"));
  team_leave();
}

/* Functions ask when they begin, whether or not they come to a construct: that
 * one then tells of a program that nobody simulates. */
ENTRY int __kmpc_global_thread_num(struct place *at UNUSED)
{
  return self ? self->strand->number : 0;
}

ENTRY int __kmpc_global_num_threads(struct place *at UNUSED)
{
  return task_self()->team->size;
}

ENTRY int __kmpc_bound_thread_num(struct place *at UNUSED)
{
  return member_self()->number;
}

ENTRY int __kmpc_bound_num_threads(struct place *at UNUSED)
{
  return task_self()->team->size;
}

ENTRY int __kmpc_in_parallel(struct place *at UNUSED)
{
  return task_self()->team->active > 0;
}

ENTRY int __kmpc_ok_to_fork(struct place *at UNUSED)
{
  return 1;
}

ENTRY void __kmpc_begin(struct place *at UNUSED, int flags UNUSED)
{
}

ENTRY void __kmpc_end(struct place *at UNUSED)
{
}

ENTRY void __kmpc_flush(struct place *at UNUSED, ...)
{
}

/* --- barriers --- */

ENTRY void __kmpc_barrier(struct place *at UNUSED, int thread UNUSED)
{
  team_barrier(HERE("barrier"));
}

ENTRY int __kmpc_cancel_barrier(struct place *at UNUSED, int thread UNUSED)
{
  team_barrier(HERE("barrier"));
  return 0;
}

ENTRY int __kmpc_cancel(struct place *at UNUSED, int thread UNUSED,
                        int which UNUSED)
{
  return 0;
}

ENTRY int __kmpc_cancellationpoint(struct place *at UNUSED, int thread UNUSED,
                                   int which UNUSED)
{
  return 0;
}

/* --- by one thread --- */

ENTRY int __kmpc_master(struct place *at UNUSED, int thread UNUSED)
{
  return member_self()->number == 0;
}

ENTRY void __kmpc_end_master(struct place *at UNUSED, int thread UNUSED)
{
}

ENTRY int __kmpc_masked(struct place *at UNUSED, int thread UNUSED, int which)
{
  return member_self()->number == which;
}

ENTRY void __kmpc_end_masked(struct place *at UNUSED, int thread UNUSED)
{
}

ENTRY int __kmpc_single(struct place *at UNUSED, int thread UNUSED)
{
  struct share *s = share_enter();
  bool first = !s->taken;
  s->taken = true;
  share_leave();
  return first;
}

ENTRY void __kmpc_end_single(struct place *at UNUSED, int thread UNUSED)
{
}

/* The one that executed the single, and says so, gives. */
ENTRY void __kmpc_copyprivate(struct place *at UNUSED, int thread UNUSED,
                              size_t size UNUSED, void *data,
                              void (*copy)(void *to, void *from), int executed)
{
  struct share *s = share_enter();
  if (executed) s->copy = data;
  team_barrier(HERE("single"));
  if (!executed) copy(data, s->copy);
  team_barrier(HERE("single"));
  share_leave();
}

ENTRY void __kmpc_scope(struct place *at UNUSED, int thread UNUSED,
                        void *reserved UNUSED)
{
}

ENTRY void __kmpc_end_scope(struct place *at UNUSED, int thread UNUSED,
                            void *reserved UNUSED)
{
}

/* --- one at a time --- */

ENTRY void __kmpc_critical(struct place *at UNUSED, int thread UNUSED,
                           unsigned *lock)
{
  lock_take(lock, HERE("critical"));
}

ENTRY void __kmpc_critical_with_hint(struct place *at UNUSED, int thread UNUSED,
                                     unsigned *lock, unsigned hint UNUSED)
{
  lock_take(lock, HERE("critical"));
}

ENTRY void __kmpc_end_critical(struct place *at UNUSED, int thread UNUSED,
                               unsigned *lock)
{
  lock_release(lock);
}

ENTRY void __kmpc_atomic_start(void)
{
  lock_take(&omp_self()->atomic, HERE("atomic"));
}

ENTRY void __kmpc_atomic_end(void)
{
  lock_release(&omp_self()->atomic);
}

ENTRY void __kmpc_ordered(struct place *at UNUSED, int thread UNUSED)
{
  share_ordered_begin(HERE("ordered"));
}

ENTRY void __kmpc_end_ordered(struct place *at UNUSED, int thread UNUSED)
{
  share_ordered_end();
}

/* --- reductions: each thread adds its own, one at a time --- */

enum { ADD_YOURSELF = 1 };

ENTRY int __kmpc_reduce_nowait(struct place *at UNUSED, int thread UNUSED,
                               int count UNUSED, size_t size UNUSED,
                               void *data UNUSED,
                               void (*f)(void *, void *) UNUSED, unsigned *lock)
{
  lock_take(lock, HERE("reduction"));
  return ADD_YOURSELF;
}

ENTRY void __kmpc_end_reduce_nowait(struct place *at UNUSED, int thread UNUSED,
                                    unsigned *lock)
{
  lock_release(lock);
}

ENTRY int __kmpc_reduce(struct place *at UNUSED, int thread UNUSED,
                        int count UNUSED, size_t size UNUSED, void *data UNUSED,
                        void (*f)(void *, void *) UNUSED, unsigned *lock)
{
  lock_take(lock, HERE("reduction"));
  return ADD_YOURSELF;
}

ENTRY void __kmpc_end_reduce(struct place *at UNUSED, int thread UNUSED,
                             unsigned *lock)
{
  lock_release(lock);
  team_barrier(HERE("reduction"));
}
