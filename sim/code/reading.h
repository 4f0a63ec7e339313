/* An instruction that is being read: its operands become parts of a flow. */
#ifndef ORIEL_READING_H
#define ORIEL_READING_H

#include "flow.h"
#include "registers.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct reading {
  const ucontext_t *u;
  struct code c;
  struct code_place place;
  uint64_t address; /* of that, if it is memory */
  uint8_t size;     /* of its operands */
  struct flow *f;
};

/* A byte may be the second one of the first four registers. */
static inline bool is_second(const struct reading *r, int number, unsigned size)
{
  return size == 1 && !r->c.rex && number >= 4 && number < 8;
}

static inline uint64_t integer(const struct reading *r, int number,
                               unsigned size)
{
  if (is_second(r, number, size)) return FLOW_BIT(FLOW_REST + number - 4);
  return size == 1 ? FLOW_BIT(number) : FLOW_WHOLE(number);
}

static inline void to_register(struct reading *r, uint64_t bit, bool whole)
{
  r->f->to |= bit;
  if (whole) r->f->anew |= bit;
}

static inline void to_flags(struct reading *r, bool all)
{
  to_register(r, FLOW_BIT(FLOW_FLAGS), all);
}

/* 32 bits are made 64. */
static inline void to_integer(struct reading *r, int number, unsigned size)
{
  uint64_t all = integer(r, number, size);
  uint64_t lowest = all & FLOW_BIT(number);
  to_register(r, all, size >= 4);
  if (!is_second(r, number, size)) to_register(r, lowest, true);
}

/* ModRM; `left` bytes of the instruction come behind it. */
static inline void read_place(struct reading *r, int left)
{
  r->place = code_place(&r->c);
  if (r->place.memory)
    r->address =
        register_address(r->u, &r->c, &r->place, r->place.after + left);
}

/* The registers that make its address. */
static inline uint64_t made_of(const struct code_place *p)
{
  uint64_t base = p->base < 0 ? 0 : FLOW_WHOLE(p->base);
  return base | (p->index < 0 ? 0 : FLOW_WHOLE(p->index));
}

static inline void use_place(struct reading *r, int left)
{
  read_place(r, left);
  if (r->place.memory) r->f->decides |= made_of(&r->place);
}

static inline void load(struct reading *r, uint64_t at, size_t size)
{
  r->f->loads[0] = (struct flow_span){at, size};
}

static inline void store(struct reading *r, uint64_t at, size_t size)
{
  r->f->stores[0] = (struct flow_span){at, size};
  r->f->stores_anew = true;
}

static inline void from_place(struct reading *r, unsigned size)
{
  if (r->place.memory)
    load(r, r->address, size);
  else
    r->f->from |= integer(r, r->place.number, size);
}

static inline void to_place(struct reading *r, unsigned size)
{
  if (r->place.memory)
    store(r, r->address, size);
  else
    to_integer(r, r->place.number, size);
}

static inline void from_other(struct reading *r, unsigned size)
{
  r->f->from |= integer(r, r->place.other, size);
}

static inline void to_other(struct reading *r, unsigned size)
{
  to_integer(r, r->place.other, size);
}

static inline bool is_same_register(const struct reading *r)
{
  return !r->place.memory && r->place.number == r->place.other;
}

static inline struct flow_place at_register(int n)
{
  return (struct flow_place){false, (uint64_t)n};
}

static inline struct flow_place at_place(const struct reading *r)
{
  return r->place.memory ? (struct flow_place){true, r->address}
                         : at_register(r->place.number);
}

/* An operand that is part of the instruction, with its sign. */
static inline uint64_t immediate(const unsigned char *at, uint8_t size)
{
  int32_t four;
  if (size == 1) return (uint64_t)(int8_t)*at;
  memcpy(&four, at, sizeof four);
  return (uint64_t)four;
}

/* Of the processor's older unit of floating point, and of vectors: what it is
 * made of; false: not known. (flow_vectors.c) */
bool flow_x87(struct reading *);
bool flow_vectors(struct reading *);
/* What sum it makes, if any, once its operands are read. (flow_sums.c) */
void flow_sum(struct reading *);
/* What it makes of a part of a number, likewise. (flow_parts.c) */
void flow_part(struct reading *);

#endif
