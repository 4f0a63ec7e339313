/* Which jumps come to one place either way, and what changes on the ways. */
#include "sim/code/fork.h"

#include "sim/code/registers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

/* Never called: each has a jump first, and where its ways are to join last. */
#define CODE(name, text)                                                       \
  extern const char name##_jump[], name##_join[];                              \
  __asm__(".text\n" #name "_jump:\n" text "\n" #name "_join: nop\n")

CODE(skips, "jae 1f\n add $1, %eax\n1:");
CODE(counts, "jmp 2f\n1: pause\n add $1, %edx\n2: cmp %ecx, %edx\n jl 1b");
CODE(either, "je 1f\n mov %rax, -8(%rbp)\n jmp 2f\n1: mov %eax, 4(%rsp)\n2:");
CODE(itself, "je 2f\n1: jmp 1b\n2:");
CODE(moves_frame, "je 1f\n mov %rsp, %rbp\n1:");
CODE(moves_stack, "je 1f\n lea -8(%rbp), %rsp\n1:");
CODE(uses_frame, "je 1f\n mov %rsp, %rbp\n mov %eax, (%rbp)\n1:");
CODE(leaves, "je 1f\n ret\n1:");
CODE(calls, "je 1f\n call *%rax\n1:");
CODE(traps, "je 1f\n ud2\n1:");
CODE(asks_kernel, "je 1f\n syscall\n1:");
CODE(pushes, "je 1f\n push %rax\n pop %rcx\n1:");
CODE(by_pointer, "je 1f\n mov (%rbx), %eax\n1:");
CODE(stores_global, "je 1f\n mov %eax, skips_jump(%rip)\n1:");
CODE(exchanges, "je 1f\n xchg %eax, (%rsp)\n1:");
CODE(locks, "je 1f\n lock addl $1, (%rsp)\n1:");
CODE(divides, "je 1f\n div %ecx\n1:");
CODE(is_long, "je 1f\n .fill 100, 1, 0x90\n1:");

enum { STACK = 0x1000, SP = 0x1800, BP = 0x1900, END = 0x2000 };
static const struct fork_frame frame = {SP, BP, STACK, END};
static struct fork found;

#define JOINS(name) fork_joins(name##_jump, name##_join, &frame, &found)

static void test_joins(void **state)
{
  (void)state;
  assert_true(JOINS(skips));
  assert_true(found.changed == (FLOW_WHOLE(RAX) | FLOW_BIT(FLOW_FLAGS)));
  assert_true(found.fixed == 0);
  assert_int_equal(found.store_count, 0);
  assert_true(JOINS(counts));
  assert_true(found.changed == (FLOW_WHOLE(RDX) | FLOW_BIT(FLOW_FLAGS)));
  assert_true(JOINS(itself));
  assert_true(JOINS(moves_frame));
}

static const struct flow_span *stored(uint64_t at)
{
  for (int i = 0; i < found.store_count; i++)
    if (found.stores[i].at == at) return &found.stores[i];
  return NULL;
}

static void test_stores(void **state)
{
  (void)state;
  assert_true(JOINS(either));
  assert_true(found.fixed == (FLOW_WHOLE(RSP) | FLOW_WHOLE(RBP)));
  assert_int_equal(found.store_count, 2);
  assert_non_null(stored(BP - 8));
  assert_int_equal(stored(BP - 8)->size, 8);
  assert_non_null(stored(SP + 4));
  assert_int_equal(stored(SP + 4)->size, 4);
  struct fork_frame elsewhere = {SP, BP, SP, BP - 8};
  assert_false(fork_joins(either_jump, either_join, &elsewhere, &found));
}

static void test_others(void **state)
{
  (void)state;
  assert_false(JOINS(moves_stack));
  assert_false(JOINS(uses_frame));
  assert_false(JOINS(leaves));
  assert_false(JOINS(calls));
  assert_false(JOINS(traps));
  assert_false(JOINS(asks_kernel));
  assert_false(JOINS(pushes));
  assert_false(JOINS(by_pointer));
  assert_false(JOINS(stores_global));
  assert_false(JOINS(exchanges));
  assert_false(JOINS(locks));
  assert_false(JOINS(divides));
  assert_false(JOINS(is_long));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_joins),
                                     cmocka_unit_test(test_stores),
                                     cmocka_unit_test(test_others)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
