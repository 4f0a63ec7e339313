/* Lengths and kinds of instructions, by hand. */
#include "../../sim/code/instruction.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

static const struct known {
  const char *bytes;
  size_t length;
  enum instruction_kind kind;
  long to; /* from its end */
} known[] = {
#define KNOWN(bytes, kind, to)                                                 \
  {                                                                            \
    bytes, sizeof bytes - 1, INSTRUCTION_##kind, to                            \
  }
    KNOWN("\x90", PLAIN, 0),
    KNOWN("\xf3\x0f\x1e\xfa", PLAIN, 0),          /* endbr64 */
    KNOWN("\x55", PLAIN, 0),                      /* push %rbp */
    KNOWN("\x48\x89\xe5", PLAIN, 0),              /* mov %rsp,%rbp */
    KNOWN("\x89\x7d\xcc", PLAIN, 0),              /* mov %edi,-0x34(%rbp) */
    KNOWN("\x48\x8b\x04\x24", PLAIN, 0),          /* mov (%rsp),%rax */
    KNOWN("\x48\x8b\x84\x24\1\2\3\0", PLAIN, 0),  /* 0x30201(%rsp) */
    KNOWN("\x48\x8b\x04\x85\1\2\3\0", PLAIN, 0),  /* 0x30201(,%rax,4) */
    KNOWN("\x48\x8d\x3d\1\2\3\0", PLAIN, 0),      /* lea (%rip),%rdi */
    KNOWN("\x66\xc7\x00\1\2", PLAIN, 0),          /* movw $,(%rax) */
    KNOWN("\x48\xc7\x00\1\2\3\4", PLAIN, 0),      /* movq $,(%rax) */
    KNOWN("\x48\xb8\1\2\3\4\5\6\7\10", PLAIN, 0), /* movabs */
    KNOWN("\xb9\1\2\3\4", PLAIN, 0),              /* mov $,%ecx */
    KNOWN("\x48\xa1\1\2\3\4\5\6\7\10", PLAIN, 0), /* movabs ,%rax */
    KNOWN("\x69\xc0\1\2\3\4", PLAIN, 0),          /* imul $,%eax,%eax */
    KNOWN("\x6b\xc0\1", PLAIN, 0),                /* likewise */
    KNOWN("\xf6\xc1\1", PLAIN, 0),                /* test $,%cl */
    KNOWN("\xf6\xd1", PLAIN, 0),                  /* not %cl */
    KNOWN("\xf7\x01\1\2\3\4", PLAIN, 0),          /* testl $,(%rcx) */
    KNOWN("\x66\xf7\x01\1\2", PLAIN, 0),          /* testw */
    KNOWN("\xf7\xd9", PLAIN, 0),                  /* neg %ecx */
    KNOWN("\x66\x2e\x0f\x1f\x84\0\0\0\0\0", PLAIN, 0), /* nopw */
    KNOWN("\x0f\xba\xe0\5", PLAIN, 0),                 /* bt $5,%eax */
    KNOWN("\x66\x0f\x3a\x0f\xc1\4", PLAIN, 0),         /* palignr */
    KNOWN("\x66\x0f\x38\x00\xc1", PLAIN, 0),           /* pshufb */
    KNOWN("\xc5\xf8\x77", PLAIN, 0),                   /* vzeroupper */
    KNOWN("\xc5\xf9\x70\xc1\x1b", PLAIN, 0),           /* vpshufd */
    KNOWN("\xc5\xfc\x10\x05\1\2\3\0", PLAIN, 0),       /* vmovups (%rip) */
    KNOWN("\xc4\xe2\x7d\x18\x00", PLAIN, 0),           /* vbroadcastss */
    KNOWN("\xc4\xe3\x7d\x19\xc1\1", PLAIN, 0),         /* vextractf128 */
    KNOWN("\x62\xf1\x7c\x48\x10\x40\1", PLAIN, 0), /* vmovups 64(%rax),%zmm0 */
    KNOWN("\x62\xf3\x7d\x48\x1b\xc1\1", PLAIN, 0), /* vextractf32x8 */
    KNOWN("\xf0\x48\x0f\xb1\x0a", PLAIN, 0),       /* lock cmpxchg */
    KNOWN("\xc8\1\2\3", PLAIN, 0),                 /* enter */
    KNOWN("\xc3", ENDS, 0),                        /* ret */
    KNOWN("\xf3\xc3", ENDS, 0),                    /* rep ret */
    KNOWN("\xc2\1\2", ENDS, 0),                    /* ret $ */
    KNOWN("\x0f\x0b", ENDS, 0),                    /* ud2 */
    KNOWN("\xf4", ENDS, 0),                        /* hlt */
    KNOWN("\x74\x05", BRANCHES, 5),                /* je */
    KNOWN("\x0f\x84\xf0\xff\xff\xff", BRANCHES, -16),
    KNOWN("\xe3\x80", BRANCHES, -128), /* jrcxz */
    KNOWN("\xeb\xfe", JUMPS, -2),      /* jmp */
    KNOWN("\xe9\0\1\0\0", JUMPS, 256),
    KNOWN("\xf2\xe9\0\1\0\0", JUMPS, 256), /* bnd jmp */
    KNOWN("\xe8\xff\xff\xff\xff", CALLS, -1),
    KNOWN("\x67\xe8\xff\xff\xff\xff", CALLS, -1), /* addr32 call */
    KNOWN("\x67\xa1\1\2\3\4", PLAIN, 0),         /* addr32 mov ,%eax */
    KNOWN("\xff\x25\x10\0\0\0", JUMPS_THROUGH, 16),  /* jmp *0x10(%rip) */
    KNOWN("\xff\x15\x10\0\0\0", CALLS_THROUGH, 16),  /* call *0x10(%rip) */
    KNOWN("\x3e\xff\xe0", JUMPS_THROUGH, 0),         /* notrack jmp *%rax */
    KNOWN("\xff\xd0", CALLS_THROUGH, 0),             /* call *%rax */
    KNOWN("\x41\xff\x54\x24\x08", CALLS_THROUGH, 0), /* call *8(%r12) */
    KNOWN("\xff\x74\x24\x08", PLAIN, 0),             /* push 8(%rsp) */
    KNOWN("\x06", UNKNOWN, 0),
    KNOWN("\x0f\x04", UNKNOWN, 0),
};

static void are_known(void **state)
{
  (void)state;
  for (size_t n = 0; n < sizeof known / sizeof *known; n++) {
    const struct known *k = &known[n];
    unsigned char bytes[16];
    memset(bytes, 0xcc, sizeof bytes);
    memcpy(bytes, k->bytes, k->length);
    struct instruction i = instruction_at(bytes);
    if (i.kind != k->kind) print_error("number %zu\n", n);
    assert_int_equal(i.kind, k->kind);
    if (k->kind == INSTRUCTION_UNKNOWN) continue;
    if (i.end != bytes + k->length) print_error("number %zu\n", n);
    assert_ptr_equal(i.end, bytes + k->length);
    const unsigned char *to = k->to ? bytes + k->length + k->to : NULL;
    assert_ptr_equal(i.to, to);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(are_known)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
