/* What instructions read and change, as flow_next says, against the processor.
 *
 * Random bytes, random registers, vectors and memory. The processor does each
 * instruction twice; the second time all that does not matter to it, by what
 * flow_next says, is something else. It must go on at the same place, change
 * what it may change to the same, and nothing else. Or what a sum is made of
 * is larger the second time: then so is the sum. */
#include "sim/code/flow.h"
#include "sim/code/registers.h"
#include "sim/spin/reach.h"

#include "processor.h"

#include <stdbool.h>
#include <stdio.h>

enum { CASES = 40000, TRIES = 60, GENERAL = 16, SSE = 16 };

/* What an instruction begins or ends with. */
struct state {
  uint64_t general[GENERAL], flags, next;
  unsigned char sse[SSE][16], x87[128];
  unsigned char memory[2][PAGE]; /* data, stack */
};
static struct state first, second, done; /* two begins; the first one's end */
static struct flow flow;
static ucontext_t read_by_flow;
static gregset_t home;
static int cases, wrong;
static bool again; /* it is done the second time: */
static enum { ANY, GROWS, PART } mode; /* what is other then: all, */
static uint64_t more[FLOW_TERMS]; /* the terms of a sum, by so much, */
static int sums, zeros, parts;    /* or what is not the part of a number */
static unsigned times[256], times_two[256];

/* --- a case --- */

static void draw_code(void)
{
  static const unsigned char prefixes[] = {0x66, 0x66, 0xf2, 0xf3};
  for (int i = 0; i < LENGTH; i++)
    writable[i] = (unsigned char)draw();
  unsigned char *at = writable;
  for (int i = 0; i < LENGTH; i++)
    if (at[i] == 0x64) at[i] = 0x8b; /* %fs leads to what is ours */
  if (draw() % 2) *at++ = prefixes[draw() % sizeof prefixes];
  if (draw() % 2) *at++ = (unsigned char)(0x40 | draw() % 16);
  if (draw() % 2) *at = 0x0f;
}

/* Vectors must lie at multiples of their size. */
static uint64_t draw_place(void)
{
  uint64_t r = draw_register();
  return draw() % 2 ? r & ~15ull : r;
}

static void draw_bytes(void *to, size_t n)
{
  for (unsigned char *at = to; n--; at++)
    *at = (unsigned char)draw();
}

static void draw_state(struct state *s)
{
  uint64_t *words = (uint64_t *)(void *)s->memory;
  for (int i = 0; i < GENERAL; i++)
    s->general[i] = draw_place();
  s->general[FLOW_RSP] = (uint64_t)(STACK + PAGE / 2);
  s->flags = 0x202 | (draw() & FLAGS);
  s->next = (uint64_t)CODE;
  draw_bytes(s->sse, sizeof s->sse);
  draw_bytes(s->x87, sizeof s->x87);
  for (size_t i = 0; i < sizeof s->memory / sizeof *words; i++)
    words[i] = draw_register();
}

static bool has(uint64_t set, int bit)
{
  return set >> bit & 1;
}

/* The bits of a register that are in the set: its lowest byte, the rest. */
static uint64_t part_of(uint64_t set, int number)
{
  uint64_t lowest = 0xff;
  return (has(set, number) ? lowest : 0) |
         (has(set, FLOW_REST + number) ? ~lowest : 0);
}

/* The byte at an address; NULL: not of ours. */
static unsigned char *byte_of(struct state *s, uint64_t at)
{
  if (at - (uint64_t)DATA < PAGE) return &s->memory[0][at - (uint64_t)DATA];
  if (at - (uint64_t)STACK < PAGE) return &s->memory[1][at - (uint64_t)STACK];
  return NULL;
}

static void copy_span(struct state *to, struct state *from,
                      const struct flow_span *s)
{
  for (size_t i = 0; i < s->size; i++) {
    unsigned char *byte = byte_of(to, s->at + i);
    if (byte) *byte = *byte_of(from, s->at + i);
  }
}

/* All that does not matter is drawn anew: to a sum only its terms matter. */
static void draw_second(bool sum)
{
  uint64_t same = flow.decides;
  if (!sum) same |= flow.from | (flow.to & ~flow.anew);
  draw_state(&second);
  for (int i = 0; i < GENERAL; i++)
    second.general[i] ^=
        (second.general[i] ^ first.general[i]) & part_of(same, i);
  if (has(same, FLOW_FLAGS)) {
    uint64_t kept = flow.asks_zero ? ZF : FLAGS;
    second.flags = (second.flags & ~kept) | (first.flags & kept);
  }
  for (int i = 0; i < SSE; i++)
    if (has(same, FLOW_VECTOR + i))
      memcpy(second.sse[i], first.sse[i], sizeof first.sse[i]);
  if (has(same, FLOW_X87)) memcpy(second.x87, first.x87, sizeof first.x87);
  for (int i = 0; i < 2; i++) {
    if (!sum) copy_span(&second, &first, &flow.loads[i]);
    if (!sum && !flow.stores_anew) copy_span(&second, &first, &flow.stores[i]);
  }
}

/* --- sums --- */

static uint64_t cut(uint64_t n)
{
  unsigned bits = 8u * flow.sum.size;
  return bits < 64 ? n & ((UINT64_C(1) << bits) - 1) : n;
}

static uint64_t number_at(struct state *s, struct flow_place p)
{
  uint64_t n = 0;
  if (!p.memory) n = s->general[p.at];
  for (unsigned i = 0; p.memory && i < flow.sum.size; i++) {
    unsigned char *byte = byte_of(s, p.at + i);
    n |= (uint64_t)(byte ? *byte : 0) << 8 * i;
  }
  return cut(n);
}

static void set_larger(struct flow_place p, uint64_t by)
{
  uint64_t n = number_at(&first, p) + by;
  void *to = p.memory ? (void *)byte_of(&second, p.at) : &second.general[p.at];
  memcpy(to, &n, flow.sum.size);
}

static bool same_place(struct flow_place a, struct flow_place b)
{
  return a.memory == b.memory && a.at == b.at;
}

static uint64_t growth_of_sum(void)
{
  uint64_t n = 0;
  for (int i = 0; i < FLOW_TERMS; i++)
    n += more[i] * (uint64_t)(int64_t)flow.sum.terms[i].times;
  return cut(n);
}

/* False: the instruction goes by a term, as for an address. */
static bool draw_larger(void)
{
  const struct flow_term *t = flow.sum.terms;
  draw_second(true);
  for (int i = 0; i < FLOW_TERMS; i++) {
    more[i] = t[i].times ? draw() >> draw() % 64 : 0;
    bool decides = !t[i].place.memory && has(flow.decides, (int)t[i].place.at);
    if (t[i].times && decides) return false;
  }
  if (draw() % 2 && t[1].times * t[1].times == 1)
    more[1] = more[0] * (uint64_t)(int64_t)(-t[0].times * t[1].times);
  bool same = t[0].times && t[1].times && same_place(t[0].place, t[1].place);
  if (same) more[1] = more[0];
  for (int i = 0; i < FLOW_TERMS; i++)
    if (t[i].times) set_larger(t[i].place, more[i]);
  return flow.sum.size;
}

static void complain(const char *what, int number);

static uint64_t sum_at(struct state *s)
{
  uint64_t n = flow.sum.constant;
  for (int i = 0; i < FLOW_TERMS; i++) {
    const struct flow_term *t = &flow.sum.terms[i];
    if (t->times) n += number_at(s, t->place) * (uint64_t)(int64_t)t->times;
  }
  return n;
}

static void compare_sum(struct state *end)
{
  const struct flow_sum *s = &flow.sum;
  struct state *one = &done;
  uint64_t all = growth_of_sum(), mask = cut(UINT64_MAX);
  sums++;
  zeros += !all;
  if (end->next != done.next) complain("sum, next", 0);
  if (s->kept && (number_at(one, s->to) ^ sum_at(&first)) & mask)
    complain("sum, itself", (int)s->size);
  if (s->kept && ((number_at(end, s->to) - number_at(one, s->to)) & mask) != all)
    complain("sum", (int)s->size);
  if (s->kept && !s->to.memory && end->general[s->to.at] & ~mask)
    complain("sum, more", 4);
  if (s->flags && !all && (end->flags ^ done.flags) & ZF)
    complain("sum, flag", (int)s->size);
  if (!s->swaps) return;
  all = number_at(&second, s->to) - number_at(&first, s->to);
  if (((number_at(end, s->old) - number_at(one, s->old) - all) & mask) != 0)
    complain("sum, old", (int)s->size);
}

/* --- parts --- */

static uint64_t part_at(struct state *s, struct flow_place p, uint64_t kept)
{
  uint64_t n = 0;
  if (!p.memory) return s->general[p.at] & kept;
  for (unsigned i = 0; i < flow.part.size; i++) {
    unsigned char *byte = byte_of(s, p.at + i);
    n |= (uint64_t)(byte ? *byte : 0) << 8 * i;
  }
  return n;
}

/* False: it makes nothing of a part, or goes by that. */
static bool draw_rest(void)
{
  const struct flow_part *p = &flow.part;
  bool decides = !p->from.memory && has(flow.decides, (int)p->from.at);
  if (!p->bits || p->divisor || p->by.memory || decides) return false;
  uint64_t size = 8u * p->size, all = size < 64 ? (1ull << size) - 1 : ~0ull;
  uint64_t rest = p->bits < 64 ? ~0ull << p->bits : 0;
  if (p->sign) rest = all >> 1;
  if (p->from.memory) rest &= all;
  second = first;
  uint64_t n = part_at(&first, p->from, ~0ull) ^ (draw() & rest);
  if (p->from.memory && !byte_of(&second, p->from.at)) return false;
  if (p->from.memory)
    memcpy(byte_of(&second, p->from.at), &n, p->size);
  else
    second.general[p->from.at] = n;
  return true;
}

static void compare_part(struct state *end)
{
  const struct flow_part *p = &flow.part;
  uint64_t kept = p->lowest ? 0xff : ~0ull;
  parts++;
  if (end->next != done.next) complain("part, next", 0);
  if (p->kept && part_at(end, p->to, kept) != part_at(&done, p->to, kept))
    complain("part", p->bits);
  if ((end->flags ^ done.flags) & ZF) complain("part, flag", p->bits);
}

/* --- to the processor and back --- */

enum { X87_AT = 32, SSE_AT = 160, USED = 512 };

static void put_vectors(const struct state *s, char *frame)
{
  static const uint16_t modes[] = {0x37f, 0, 0xff};
  static const uint32_t sse_mode = 0x1f80;
  uint64_t used;
  memcpy(frame, modes, sizeof modes);
  memcpy(frame + 24, &sse_mode, sizeof sse_mode);
  memcpy(frame + X87_AT, s->x87, sizeof s->x87);
  memcpy(frame + SSE_AT, s->sse, sizeof s->sse);
  memcpy(&used, frame + USED, sizeof used);
  used |= 3;
  memcpy(frame + USED, &used, sizeof used);
}

static void put_state(const struct state *s, ucontext_t *u)
{
  greg_t *r = u->uc_mcontext.gregs;
  for (int i = 0; i < GENERAL; i++)
    r[register_name(i)] = (greg_t)s->general[i];
  r[REG_EFL] = (greg_t)(s->flags | TRAP_FLAG);
  r[REG_RIP] = (greg_t)s->next;
  if (u->uc_mcontext.fpregs) put_vectors(s, (char *)u->uc_mcontext.fpregs);
  memcpy(DATA, s->memory[0], PAGE);
  memcpy(STACK, s->memory[1], PAGE);
}

static void get_state(struct state *s, const ucontext_t *u)
{
  const greg_t *r = u->uc_mcontext.gregs;
  const char *frame = (const char *)u->uc_mcontext.fpregs;
  for (int i = 0; i < GENERAL; i++)
    s->general[i] = (uint64_t)r[register_name(i)];
  s->flags = (uint64_t)r[REG_EFL] & FLAGS;
  s->next = (uint64_t)r[REG_RIP];
  memcpy(s->x87, frame + X87_AT, sizeof s->x87);
  memcpy(s->sse, frame + SSE_AT, sizeof s->sse);
  memcpy(s->memory[0], DATA, PAGE);
  memcpy(s->memory[1], STACK, PAGE);
}

/* --- comparing --- */

static void complain(const char *what, int number)
{
  wrong++;
  if (wrong > 20) return;
  printf("%s %d:", what, number);
  for (int i = 0; i < LENGTH; i++)
    printf(" %02x", writable[i]);
  printf("\n");
}

/* Is it as the first time, where it is changed, and as before where not? */
static void check(const char *what, int number, bool changed, const void *end,
                  const void *before, const void *first_end, size_t size)
{
  if (memcmp(end, changed ? first_end : before, size)) complain(what, number);
}

static void check_x87(const struct state *end)
{
  for (int i = 0; i < 8; i++) /* of 16 bytes each, 10 are used */
    check("x87", i, has(flow.to, FLOW_X87), end->x87 + i * 16,
          second.x87 + i * 16, done.x87 + i * 16, 10);
}

static void check_memory(struct state *end)
{
  static struct state expected;
  memcpy(&expected, &second, sizeof expected);
  for (int i = 0; i < 2; i++)
    copy_span(&expected, &done, &flow.stores[i]);
  check("memory", 0, false, end->memory, expected.memory, NULL,
        sizeof end->memory);
}

static void compare(struct state *end)
{
  uint64_t changed = flow.to | flow.own, before = second.flags & FLAGS;
  if (end->next != done.next) complain("next", 0);
  for (int i = 0; i < GENERAL; i++) {
    uint64_t part = part_of(changed, i);
    uint64_t expected = (done.general[i] & part) | (second.general[i] & ~part);
    check("register", i, false, &end->general[i], &expected, NULL,
          sizeof expected);
  }
  check("flags", 0, has(changed, FLOW_FLAGS), &end->flags, &before, &done.flags,
        sizeof end->flags);
  for (int i = 0; i < SSE; i++)
    check("vector", i, has(changed, FLOW_VECTOR + i), end->sse[i],
          second.sse[i], done.sse[i], sizeof end->sse[i]);
  check_x87(end);
  check_memory(end);
}

/* --- stepping --- */

static void count_opcode(void)
{
  struct code c = code_at(writable);
  cases++;
  if (c.op < 0x0f00)
    times[c.op]++;
  else if (c.op < 0x10000)
    times_two[c.op & 0xff]++;
}

/* Draw, until it is one that flow_next knows. */
static bool next_case(void)
{
  for (int i = 0; i < TRIES * CASES && cases < CASES; i++) {
    draw_code();
    draw_state(&first);
    read_by_flow.uc_mcontext.fpregs = NULL;
    put_state(&first, &read_by_flow);
    reach_begin();
    reach_go_on(&read_by_flow);
    if (flow_next(&read_by_flow, &flow)) return true;
  }
  return false;
}

/* Faults are no cases, but for the second time. */
static void stepped(int signal, siginfo_t *info, void *context)
{
  static bool began;
  static struct state end;
  ucontext_t *u = context;
  (void)info;
  if (!began) memcpy(home, u->uc_mcontext.gregs, sizeof home);
  if (began && again && signal == SIGTRAP) {
    get_state(&end, u);
    if (mode == GROWS)
      compare_sum(&end);
    else if (mode == PART)
      compare_part(&end);
    else
      compare(&end);
    count_opcode();
  } else if (began && again) {
    complain(strsignal(signal), 0);
  } else if (began && signal == SIGTRAP) {
    get_state(&done, u);
    mode = ANY;
    if (draw() % 2 && draw_larger()) mode = GROWS;
    if (draw() % 2 && draw_rest()) mode = PART;
    if (mode == ANY) draw_second(false);
    put_state(&second, u);
    again = true;
    return;
  }
  began = true;
  again = false;
  if (next_case())
    put_state(&first, u);
  else
    memcpy(u->uc_mcontext.gregs, home, sizeof home);
}

/* Of each kind there were some. */
static void check_cases(void)
{
  static const unsigned char one[] = {
      0x00, 0x03, 0x05, 0x11, 0x31, 0x39, 0x50, 0x58, 0x63, 0x69, 0x6b, 0x74,
      0x80, 0x81, 0x83, 0x85, 0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8d, 0x98, 0x99,
      0xa4, 0xa5, 0xab, 0xa9, 0xb0, 0xb8, 0xc1, 0xc3, 0xc6, 0xc7, 0xc9, 0xd1,
      0xd3, 0xd8, 0xd9, 0xdb, 0xdd, 0xdf, 0xe8, 0xe9, 0xeb, 0xf7, 0xfe, 0xff};
  static const unsigned char two[] = {
      0x10, 0x11, 0x16, 0x28, 0x29, 0x2a, 0x2c, 0x2e, 0x2f, 0x44, 0x51,
      0x57, 0x58, 0x59, 0x5a, 0x5b, 0x6e, 0x6f, 0x70, 0x72, 0x7e, 0x7f,
      0x84, 0x94, 0xa3, 0xaf, 0xb1, 0xb6, 0xb7, 0xba, 0xbc, 0xbe, 0xbf,
      0xc1, 0xc2, 0xc6, 0xc8, 0xd6, 0xd7, 0xef, 0xfe};
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
  __asm__ volatile("int3" : : : "memory");
  assert_int_equal(wrong, 0);
  assert_int_equal(cases, CASES);
  assert_true(sums >= CASES / 40 && sums <= CASES);
  assert_true(zeros >= sums / 40 && zeros <= sums);
  assert_true(parts >= CASES / 100 && parts <= CASES);
  check_cases();
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_processor)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
