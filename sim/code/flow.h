/* What goes where: registers and memory that an instruction reads and changes.
 */
#ifndef ORIEL_FLOW_H
#define ORIEL_FLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

/* Sets of registers, by bits: the 16 general ones by their numbers, each as its
 * lowest byte and the rest, ... */
enum {
  FLOW_RSP = 4,
  FLOW_FLAGS = 16,
  FLOW_VECTOR = 17,
  FLOW_X87 = 33,
  FLOW_REST = 34,
  FLOW_OTHERS = 50 /* and more: what a user of flows has beside registers */
};
#define FLOW_BIT(register) (1ull << (register))
#define FLOW_WHOLE(number) (FLOW_BIT(number) | FLOW_BIT(FLOW_REST + (number)))
/* ... the 16 vectors, and those of x87 as one. */
#define FLOW_VECTORS (0xffffull << FLOW_VECTOR)

struct flow_span {
  uint64_t at;
  size_t size; /* bytes; 0: there is none */
};

/* A register by its number, or memory. */
struct flow_place {
  bool memory;
  uint64_t at;
};
enum { FLOW_TERMS = 2 };
/* What an integer instruction makes of numbers of `size` bytes: a sum of a
 * constant and of each term as often as it says, whatever they are. */
struct flow_sum {
  uint8_t size; /* 4, 8; 0: it makes no sum */
  bool kept;    /* the sum goes to `to`; 32 bits in a register are made 64 */
  bool swaps;   /* what `to` was goes to `old` */
  bool flags;   /* the zero flag says whether the sum is 0 */
  struct flow_place to, old;
  uint64_t constant;
  struct flow_term {
    int times; /* 0: there is none */
    struct flow_place place;
  } terms[FLOW_TERMS];
};

/* What an instruction makes of a part of the number of `size` bytes that is at
 * `from`: as long as that part is the same, so is what it makes. */
struct flow_part {
  uint8_t size;
  uint8_t bits; /* the lowest so many; 0: it makes nothing of a part */
  bool sign;    /* of them only the highest */
  bool kept;    /* it goes to `to`: a whole register, or memory of that size, */
  bool lowest;  /* or the lowest byte of a register, of which the rest stays */
  struct flow_place from, to;
  /* Or it divides a positive number by that at `by`: the remainder goes to
   * `to`, and the quotient to `from`. 0: no, or, if `by` is memory, it is to
   * be read there. */
  uint64_t divisor;
  struct flow_place by;
};

/* An instruction, or a call that is taken for one. Whatever is in the
 * registers and memory, as long as those that decide are the same: it reads and
 * writes these places, goes on at the same one, and changes nothing but
 * - the registers `to` and the memory `stores`, of which each that is anew is
 *   made of `from` and `loads`, each other one of its old value as well (what
 *   it is made of may be too much here, never too little);
 * - the registers `own`, made of those that decide. */
struct flow {
  uint64_t decides, from, to, anew, own;
  struct flow_span loads[3], stores[2]; /* three: only of calls */
  bool by_load;                         /* what is loaded decides, too */
  bool stores_anew;                     /* all of the bytes */
  bool copies;    /* each byte stored is made of that loaded, and no other */
  bool asks_zero; /* of the flags only the zero flag matters */
  struct flow_sum sum;
  struct flow_part part;
};

/* Of the instruction there. False: it does something else, or is not known. */
bool flow_next(const ucontext_t *, struct flow *);
bool flow_same(const struct flow *, const struct flow *);

#endif
