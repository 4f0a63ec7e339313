/* Jumps that take a thread's mask of signals along.
 *
 * The C library keeps the process's in the buffer, which nothing changes. The
 * thread's is kept behind it, where the kernel's signals, of one word, leave
 * room. sigsetjmp() returns twice, from its caller's frame: so it is gone on
 * to, not called. */
#include "libc.h"

#include <setjmp.h>
#include <string.h>

/* Behind what processors of later kinds keep there, too. */
static char *place_of(struct __jmp_buf_tag *buffer)
{
  return (char *)(&buffer->__saved_mask + 1) - sizeof(uint64_t);
}

static void __attribute__((used))
keep_mask(struct __jmp_buf_tag *buffer, int saves)
{
  uint64_t blocked = libc_blocked();
  if (saves) memcpy(place_of(buffer), &blocked, sizeof blocked);
}

void jump_sigsetjmp(void);
__asm__(".pushsection .text\n"
        ".type jump_sigsetjmp, @function\n"
        "jump_sigsetjmp:\n"
        "  push %rdi\n"
        "  push %rsi\n"
        "  sub $8, %rsp\n"
        "  call keep_mask\n"
        "  add $8, %rsp\n"
        "  pop %rsi\n"
        "  pop %rdi\n"
        "  jmp __sigsetjmp@PLT\n"
        ".size jump_sigsetjmp, . - jump_sigsetjmp\n"
        ".popsection\n");

static void __attribute__((noreturn))
jump_siglongjmp(struct __jmp_buf_tag *buffer, int value)
{
  uint64_t blocked;
  if (buffer->__mask_was_saved) {
    memcpy(&blocked, place_of(buffer), sizeof blocked);
    libc_block(blocked);
  }
  siglongjmp(buffer, value);
}

const struct libc_entry libc_jump_table[] = {
    {"__sigsetjmp", jump_sigsetjmp},    {"siglongjmp", jump_siglongjmp},
    {"longjmp", jump_siglongjmp},       {"_longjmp", jump_siglongjmp},
    {"__longjmp_chk", jump_siglongjmp}, {NULL, NULL}};
