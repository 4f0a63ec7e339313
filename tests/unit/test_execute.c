/* Instructions that the simulator does itself, against the processor.
 *
 * Random bytes, random registers: what execute_next takes for an instruction
 * that it knows, the processor is stepped through as well. Both must leave the
 * same registers, flags and memory. */
#include "sim/spin/execute.h"
#include "sim/spin/reach.h"
#include "sim/trial.h"

#include "processor.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { CASES = 40000, TRIES = 40 };
enum { REFILL = 64 };

static unsigned char data[2][PAGE], expected_data[2][PAGE];
static ucontext_t expected;
static gregset_t home, before;
static int cases, wrong;
static unsigned times[256], times_two[256]; /* by opcode */
static unsigned locked;                     /* with that prefix */

/* --- a case --- */

/* Opcodes that are known come often, and two in a row. */
static void draw_code(void)
{
  static const unsigned char often[] = {
      0x0f, 0x0f, 0x0f, 0x66, 0x83, 0x89, 0x8b, 0x8d, 0xc1, 0xd1, 0xd3,
      0xf7, 0xff, 0x6b, 0x69, 0xe8, 0xc3, 0xc9, 0xf3, 0xc7, 0x87};
  static const unsigned char rows[] = {0x40, 0x80, 0x90, 0xa0, 0xb0, 0xc0};
  for (int i = 0; i < LENGTH; i++)
    writable[i] = (unsigned char)draw();
  unsigned char *at = writable;
  for (int i = 0; i < LENGTH; i++)
    if (at[i] == 0x64) at[i] = 0x8b; /* %fs leads to what is ours */
  if (draw() % 8 == 0) *at++ = 0x66;
  if (draw() % 8 == 0) *at++ = 0xf0;
  if (draw() % 2) *at++ = (unsigned char)(0x40 | draw() % 16);
  if (draw() % 2) *at = often[draw() % sizeof often];
  if (*at == 0x0f && draw() % 4)
    at[1] = (unsigned char)(rows[draw() % sizeof rows] | draw() % 16);
}

static void draw_case(greg_t *r)
{
  draw_code();
  for (int i = REG_R8; i <= REG_RSP; i++)
    r[i] = (greg_t)draw_register();
  r[REG_RSP] = (greg_t)(STACK + PAGE / 2);
  r[REG_RIP] = (greg_t)CODE;
  r[REG_EFL] = (greg_t)(0x202 | (draw() & FLAGS));
}

static void fill(void)
{
  uint64_t *words = (uint64_t *)(void *)data;
  for (unsigned i = 0; i < sizeof data / sizeof *words; i++)
    words[i] = draw_register();
}

static void to_memory(void)
{
  memcpy(DATA, data[0], PAGE);
  memcpy(STACK, data[1], PAGE);
}

/* --- comparing --- */

/* The opcode, behind prefixes; 0x0f00 and more: of two bytes. */
static unsigned opcode(void)
{
  const unsigned char *at = writable;
  while (*at == 0x66 || *at == 0xf0 || *at == 0xf2 || *at == 0xf3 ||
         *at == 0x2e || *at == 0x26 || *at == 0x36 || *at == 0x3e)
    at++;
  if ((*at & 0xf0) == 0x40) at++;
  return *at == 0x0f ? 0x0f00u | at[1] : *at;
}

/* Those that the instruction leaves undefined. */
static int undefined(void)
{
  unsigned op = opcode();
  if (op == 0x0faf || op == 0x69 || op == 0x6b) return SF | ZF | AF | PF;
  if (op == 0xd0 || op == 0xd1) return AF;
  if (op == 0xc0 || op == 0xc1 || op == 0xd2 || op == 0xd3) return AF | OF;
  return 0;
}

/* The processor tells of the flag by which it is stepped. */
static void hide_trap_flag(const greg_t *r)
{
  uint64_t flags, *top = (uint64_t *)r[REG_RSP];
  if (opcode() != 0x9c) return;
  memcpy(&flags, top, sizeof flags);
  flags &= ~(uint64_t)TRAP_FLAG;
  memcpy(top, &flags, sizeof flags);
}

static void complain(const greg_t *r, const char *what)
{
  wrong++;
  if (wrong > 10) return;
  printf("%s:", what);
  for (int i = 0; i < LENGTH; i++)
    printf(" %02x", writable[i]);
  printf("\n");
  for (int i = REG_R8; i <= REG_EFL; i++)
    printf("  %2d: %016llx -> %016llx, expected %016llx\n", i, before[i], r[i],
           expected.uc_mcontext.gregs[i]);
}

static void compare(const greg_t *r)
{
  const greg_t *e = expected.uc_mcontext.gregs;
  bool same = true;
  for (int i = REG_R8; i <= REG_RIP; i++)
    same &= r[i] == e[i];
  if (!same) complain(r, "registers");
  if ((r[REG_EFL] ^ e[REG_EFL]) & FLAGS & ~undefined()) complain(r, "flags");
  hide_trap_flag(r);
  if (memcmp(DATA, expected_data[0], PAGE) ||
      memcmp(STACK, expected_data[1], PAGE))
    complain(r, "memory");
}

/* --- stepping --- */

/* What was not done has written nothing. */
static void check_untouched(void)
{
  if (!memcmp(DATA, data[0], PAGE) && !memcmp(STACK, data[1], PAGE)) return;
  complain(expected.uc_mcontext.gregs, "half of it was done");
  to_memory();
}

/* Draw, until it is one that execute_next does. */
static bool next(greg_t *r)
{
  greg_t *e = expected.uc_mcontext.gregs;
  for (int i = 0; i < TRIES * CASES && cases < CASES; i++) {
    draw_case(e);
    memcpy(before, e, sizeof before);
    reach_begin();
    reach_go_on(&expected);
    if (!execute_next(&expected)) {
      check_untouched();
      continue;
    }
    memcpy(expected_data[0], DATA, PAGE);
    memcpy(expected_data[1], STACK, PAGE);
    to_memory();
    unsigned op = opcode();
    (op < 0x0f00 ? times : times_two)[op & 0xff]++;
    cases++;
    locked += writable[0] == 0xf0 || writable[1] == 0xf0;
    memcpy(&r[REG_R8], &before[REG_R8],
           (REG_RIP + 1 - REG_R8) * sizeof(greg_t));
    r[REG_EFL] = before[REG_EFL] | TRAP_FLAG;
    return true;
  }
  return false;
}

static void stepped(int signal, siginfo_t *info, void *context)
{
  greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
  (void)info;
  if (!cases)
    memcpy(home, r, sizeof home);
  else if (signal == SIGTRAP)
    compare(r);
  else
    complain(r, strsignal(signal));
  if (cases % REFILL == 0) fill();
  to_memory();
  if (!next(r)) memcpy(r, home, sizeof home);
}

/* Of each kind there were some. */
static void check_cases(void)
{
  static const unsigned char one[] = {
      0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x09, 0x11, 0x19, 0x21, 0x29, 0x31,
      0x39, 0x50, 0x58, 0x63, 0x69, 0x6b, 0x74, 0x7c, 0x80, 0x81, 0x83, 0x84,
      0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8d, 0x90, 0x98, 0x99, 0x9c,
      0x9d, 0xa8, 0xa9, 0xb0, 0xb8, 0xc0, 0xc1, 0xc3, 0xc6, 0xc7, 0xc9, 0xd1,
      0xd3, 0xe8, 0xe9, 0xeb, 0xf6, 0xf7, 0xfe, 0xff};
  static const unsigned char two[] = {0x1f, 0x44, 0x4f, 0x84, 0x8c, 0x94,
                                      0x9f, 0xae, 0xaf, 0xb0, 0xb1, 0xb6,
                                      0xb7, 0xbe, 0xbf, 0xc0, 0xc1};
  for (unsigned i = 0; i < sizeof one; i++)
    if (!times[one[i]]) fail_msg("no case of opcode %02x", one[i]);
  for (unsigned i = 0; i < sizeof two; i++)
    if (!times_two[two[i]]) fail_msg("no case of opcode 0f %02x", two[i]);
}

static void test_processor(void **state)
{
  (void)state;
  map();
  handle(stepped);
  fill();
  to_memory();
  __asm__ volatile("int3" : : : "memory");
  assert_int_equal(cases, CASES);
  check_cases();
  assert_true(locked >= CASES / 200 && locked <= CASES);
  assert_int_equal(wrong, 0);
}

/* --- what a tick finds amid a store --- */

enum { STORES = 2000000 };
static volatile uint64_t stored;
static volatile int stores;

/* Halves of what was stored. */
static void *look(void *torn)
{
  while (stores < STORES) {
    uint64_t found = stored;
    if (found + 1 > 1) ++*(int *)torn; /* neither 0 nor all bits */
  }
  return NULL;
}

static void test_whole_words(void **state)
{
  const uint64_t values[] = {0, UINT64_MAX};
  pthread_t looks;
  int torn = 0;
  (void)state;
  assert_int_equal(pthread_create(&looks, NULL, look, &torn), 0);
  for (int i = 0; i < STORES; i++, stores++)
    trial_copy(&stored, &values[i % 2], sizeof stored);
  pthread_join(looks, NULL);
  assert_int_equal(torn, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_processor),
                                     cmocka_unit_test(test_whole_words)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
