/* What an instruction's operands are made of. */
#include "registers.h"

int register_name(int number)
{
  static const int names[] = {
      REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
      REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
  return names[number];
}

uint64_t register_value(const ucontext_t *u, int number)
{
  return (uint64_t)u->uc_mcontext.gregs[register_name(number)];
}

static uint64_t thread(void)
{
  uint64_t address;
  __asm__("movq %%fs:0, %0" : "=r"(address));
  return address;
}

uint64_t register_address(const ucontext_t *u, const struct code *c,
                          const struct code_place *p, const unsigned char *end)
{
  uint64_t address = (uint64_t)p->displacement;
  if (p->base >= 0) address += register_value(u, p->base);
  if (p->index >= 0)
    address += register_value(u, p->index) * (uint64_t)p->scale;
  if (p->relative) address += (uintptr_t)end;
  return c->local ? address + thread() : address;
}
