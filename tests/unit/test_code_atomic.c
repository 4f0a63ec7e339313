/* Atomic instructions are found in a function's code, fences are not. */
#include "../../sim/code/atomic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define HAS(text)                                                              \
  code_has_atomics((const unsigned char *)(text),                              \
                   (const unsigned char *)(text) + sizeof(text) - 1)

static void are_found(void **state)
{
  (void)state;
  assert_true(HAS("\xf0\xff\x07"));             /* lock incl (%rdi) */
  assert_true(HAS("\xf0\x48\x0f\xb1\x17"));     /* lock cmpxchg %rdx, (%rdi) */
  assert_true(HAS("\x87\x07"));                 /* xchg %eax, (%rdi) */
  assert_true(HAS("\x41\x86\x04\x24"));         /* xchg %al, (%r12) */
  assert_true(HAS("\x90\x89\xf8\xf0\xff\x07")); /* behind others */
  assert_true(HAS("\xf0\x83\x04\xc4\x01")); /* lock addl $1, (%rsp,%rax,8) */
  assert_true(HAS("\x66\x48\x0f\x7e\xc1"    /* movq %xmm0, %rcx */
                  "\xf0\x48\x0f\xb1\x17")); /* lock cmpxchg %rdx, (%rdi) */
  assert_true(HAS("\x66\x48\x0f\x7e\xc0"    /* movq %xmm0, %rax */
                  "\xf0\x48\x0f\xc1\x07")); /* lock xadd %rax, (%rdi) */
}

static void are_none(void **state)
{
  (void)state;
  assert_false(HAS(""));
  assert_false(HAS("\xff\x07"));                 /* incl (%rdi) */
  assert_false(HAS("\x87\xc8"));                 /* xchg %ecx, %eax */
  assert_false(HAS("\x66\x90"));                 /* xchg %ax, %ax: a nop */
  assert_false(HAS("\xb8\xf0\xff\x07\x00"));     /* mov $0x7fff0, %eax */
  assert_false(HAS("\xf0\x48\x83\x0c\x24\x00")); /* lock or $0, (%rsp) */
  assert_false(HAS("\xf0\x83\x44\x24\xfc\x00")); /* lock addl $0, -4(%rsp) */
  assert_false(HAS("\x06\xf0\xff\x07"));         /* behind what is unknown */
  assert_false(HAS("\x66\x48\x0f\x7e\xc0"        /* movq %xmm0, %rax */
                   "\xf0\x48\x0f\xb1\x17"));     /* lock cmpxchg %rdx, (%rdi) */
  assert_false(HAS("\xc5\xf9\x7e\xc0"            /* vmovd %xmm0, %eax */
                   "\xf0\x0f\xb1\x17"));         /* lock cmpxchg %edx, (%rdi) */
}

#define UPDATES(text) code_updates_float((const unsigned char *)(text))

/* Of a call that tells of it, this is what follows. */
static void floats(void **state)
{
  (void)state;
  assert_true(UPDATES("\xf2\x0f\x58\xc8"        /* addsd %xmm0, %xmm1 */
                      "\x66\x48\x0f\x7e\xc0"    /* movq %xmm0, %rax */
                      "\xf0\x48\x0f\xb1\x17")); /* lock cmpxchg %rdx, (%rdi) */
  assert_false(UPDATES("\x66\x48\x0f\x7e\x07"   /* movq %xmm0, (%rdi) */
                       "\xf0\x48\x0f\xb1\x17"   /* lock cmpxchg %rdx, (%rdi) */
                       "\xc3"));
  assert_false(UPDATES("\x66\x48\x0f\x7e\xc0" /* movq %xmm0, %rax */
                       "\x48\x0f\xb1\x17"     /* cmpxchg %rdx, (%rdi) */
                       "\xc3"));
  assert_false(UPDATES("\xe8\x00\x00\x00\x00" /* call, of another one */
                       "\x66\x48\x0f\x7e\xc0" /* movq %xmm0, %rax */
                       "\xf0\x48\x0f\xb1\x17"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(are_found),
                                     cmocka_unit_test(are_none),
                                     cmocka_unit_test(floats)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
