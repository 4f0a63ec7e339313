/* Building, hashing and comparing signatures. */
#include "signature.h"

#include "../memory.h"
#include "../pool.h"

#include <assert.h>
#include <stdlib.h>

enum { SPLICE_PARTS = 8, SPLICE_DEPTH = 32, GROUP = 32 };

/* --- the hash: pairs (hash, power) under concatenation --- */

#define PRIME (((uint64_t)1 << 61) - 1)
#define BASE 0x0d3b1c5f9a7e2461u

struct hash {
  uint64_t hash, power;
};

static uint64_t multiply(uint64_t a, uint64_t b)
{
  unsigned __int128 product = (unsigned __int128)a * b;
  uint64_t sum = (uint64_t)(product & PRIME) + (uint64_t)(product >> 61);
  return sum >= PRIME ? sum - PRIME : sum;
}

static struct hash hash_concatenate(struct hash a, struct hash b)
{
  uint64_t sum = multiply(a.hash, b.power) + b.hash;
  return (struct hash){sum >= PRIME ? sum - PRIME : sum,
                       multiply(a.power, b.power)};
}

/* By doubling: concatenation is associative. */
static struct hash hash_repeat(MPI_Count count, struct hash once)
{
  struct hash result = {0, 1};
  for (; count; count >>= 1) {
    if (count & 1) result = hash_concatenate(result, once);
    once = hash_concatenate(once, once);
  }
  return result;
}

static unsigned code_of(const struct datatype *basic)
{
  return (unsigned)basic->basic * 64 + (unsigned)basic->size;
}

static struct hash hash_basic(const struct datatype *basic)
{
  uint64_t x = code_of(basic) * 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
  return (struct hash){(x ^ x >> 32) % (PRIME - 1) + 1, BASE};
}

static struct hash hash_of(const struct signature *s)
{
  return (struct hash){s->hash, s->power};
}

uint64_t signature_hash(MPI_Count count, const struct signature *s)
{
  return s ? hash_repeat(count, hash_of(s)).hash : 0;
}

/* --- building --- */

struct signature *signature_ref(const struct signature *signature)
{
  struct signature *mutable = (struct signature *)signature;
  if (mutable) mutable->references++;
  return mutable;
}

void signature_unref(const struct signature *signature)
{
  struct signature *mutable = (struct signature *)signature;
  if (!mutable || --mutable->references) return;
  signature_unref(mutable->child);
  for (MPI_Count i = 0; mutable->parts && i < mutable->count; i++)
    signature_unref(mutable->parts[i]);
  free(mutable->parts);
  pool_give_bytes(mutable, sizeof *mutable);
}

static struct signature *signature_new(struct signature value, struct hash hash)
{
  value.references = 1;
  value.hash = hash.hash;
  value.power = hash.power;
  return pool_copy_bytes(&value, sizeof value);
}

struct signature *signature_run(const struct datatype *basic, MPI_Count n)
{
  return signature_new((struct signature){.kind = SIGNATURE_RUN,
                                          .length = n,
                                          .bytes = n * basic->size,
                                          .count = 1,
                                          .basic = basic},
                       hash_repeat(n, hash_basic(basic)));
}

struct signature *signature_repeat(MPI_Count count, const struct signature *s)
{
  if (count == 1) return signature_ref(s);
  if (s->kind == SIGNATURE_RUN)
    return signature_run(s->basic, count * s->length);
  if (s->kind == SIGNATURE_REPEAT) {
    count *= s->count;
    s = s->child;
  }
  return signature_new((struct signature){.kind = SIGNATURE_REPEAT,
                                          .depth = s->depth + 1,
                                          .length = count * s->length,
                                          .bytes = count * s->bytes,
                                          .count = count,
                                          .child = signature_ref(s)},
                       hash_repeat(count, hash_of(s)));
}

/* What `s` repeats, and how often. */
static const struct signature *repeated(const struct signature *s,
                                        MPI_Count *times)
{
  *times = s->kind == SIGNATURE_REPEAT ? s->count : 1;
  return s->kind == SIGNATURE_REPEAT ? s->child : s;
}

/* The concatenation of two when it is simpler than a list, else NULL. */
static struct signature *joined(const struct signature *a,
                                const struct signature *b)
{
  if (a->kind == SIGNATURE_RUN)
    return b->kind == SIGNATURE_RUN && a->basic == b->basic
               ? signature_run(a->basic, a->length + b->length)
               : NULL;
  MPI_Count times_a, times_b;
  const struct signature *child = repeated(a, &times_a);
  return child == repeated(b, &times_b)
             ? signature_repeat(times_a + times_b, child)
             : NULL;
}

static void push(struct signature_builder *b, const struct signature *s)
{
  assert(s); /* NULL is no part of others: it has no elements */
  if (b->count) {
    const struct signature **last = &b->parts[b->count - 1];
    struct signature *both = joined(*last, s);
    if (both) {
      signature_unref(*last);
      *last = both;
      return;
    }
  }
  GROW(b->parts, b->count, b->size, 4);
  b->parts[b->count++] = signature_ref(s);
}

/* As layouts are grouped (layout.c). */
static bool ends_in_group(const struct signature_builder *b)
{
  if (b->count < GROUP) return false;
  const struct signature **last = &b->parts[b->count - 1];
  for (int i = 0; i < GROUP; i++)
    if (last[-i]->grouped != (*last)->grouped ||
        last[-i]->depth >= SPLICE_DEPTH - 2)
      return false;
  return true;
}

static void group_last(struct signature_builder *b)
{
  b->count -= GROUP;
  const struct signature **from = &b->parts[b->count];
  int before = (*from)->grouped;
  struct signature_builder part = {.parts = xmemdup(from, GROUP * sizeof *from),
                                   .count = GROUP,
                                   .size = GROUP};
  struct signature *group = signature_finish(&part);
  group->grouped = before + 1;
  push(b, group);
  signature_unref(group);
}

void signature_add(struct signature_builder *b, const struct signature *s)
{
  bool splice = s->kind == SIGNATURE_LIST && s->depth >= SPLICE_DEPTH;
  for (MPI_Count i = 0; splice && i < s->count; i++) {
    push(b, s->parts[i]);
    while (ends_in_group(b))
      group_last(b);
  }
  if (!splice) push(b, s);
}

/* Lists that are short and stand alone in their list are spliced into it, so
 * that struct { int; struct { int; ... } } does not nest. */
static void splice_last(struct signature_builder *b)
{
  const struct signature *last = b->parts[b->count - 1];
  if (last->kind != SIGNATURE_LIST || last->count > SPLICE_PARTS) return;
  b->count--;
  for (MPI_Count i = 0; i < last->count; i++)
    push(b, last->parts[i]);
  signature_unref(last);
}

struct signature *signature_finish(struct signature_builder *b)
{
  struct signature *result = NULL;
  if (b->count > 1) splice_last(b);
  if (b->count == 1) result = signature_ref(b->parts[0]);
  if (b->count <= 1) {
    for (MPI_Count i = 0; i < b->count; i++)
      signature_unref(b->parts[i]);
    free(b->parts);
    *b = (struct signature_builder){0};
    return result;
  }
  struct signature list = {
      .kind = SIGNATURE_LIST, .count = b->count, .parts = b->parts};
  struct hash hash = {0, 1};
  for (MPI_Count i = 0; i < b->count; i++) {
    const struct signature *part = b->parts[i];
    list.length += part->length;
    list.bytes += part->bytes;
    if (part->depth > list.depth) list.depth = part->depth;
    hash = hash_concatenate(hash, hash_of(part));
  }
  list.depth++;
  *b = (struct signature_builder){0};
  return signature_new(list, hash);
}

/* --- counting --- */

MPI_Count signature_elements(const struct signature *s, MPI_Count bytes)
{
  if (!s) return bytes ? -1 : 0;
  MPI_Count done = 0;
  while (bytes) {
    MPI_Count times = bytes / s->bytes;
    done += times * s->length;
    bytes -= times * s->bytes;
    if (!bytes) break;
    if (s->kind == SIGNATURE_RUN) {
      MPI_Count rest = bytes / s->basic->size;
      return bytes % s->basic->size ? -1 : done + rest;
    }
    if (s->kind == SIGNATURE_REPEAT) {
      s = s->child;
      continue;
    }
    const struct signature **part = s->parts;
    for (; bytes >= (*part)->bytes; part++) {
      done += (*part)->length;
      bytes -= (*part)->bytes;
    }
    s = *part;
  }
  return done;
}

MPI_Count signature_bytes(const struct signature *s, MPI_Count elements)
{
  MPI_Count done = 0;
  while (s && elements) {
    MPI_Count times = elements / s->length, bytes;
    if (__builtin_mul_overflow(times, s->bytes, &bytes) ||
        __builtin_add_overflow(done, bytes, &done))
      return -1;
    elements -= times * s->length;
    if (!elements) break;
    if (s->kind == SIGNATURE_RUN) return done + elements * s->basic->size;
    if (s->kind == SIGNATURE_REPEAT) {
      s = s->child;
      continue;
    }
    const struct signature **part = s->parts;
    for (; elements >= (*part)->length; part++) {
      done += (*part)->bytes;
      elements -= (*part)->length;
    }
    s = *part;
  }
  return done;
}

/* --- visiting --- */

struct signature_frame {
  const struct signature *signature;
  MPI_Count next, times; /* part or repetition to visit; repetitions */
};

static void enter(struct signature_cursor *cursor, MPI_Count times,
                  const struct signature *s)
{
  cursor->frames[cursor->depth++] = (struct signature_frame){s, 0, times};
}

void signature_begin(struct signature_cursor *cursor, MPI_Count count,
                     const struct signature *s)
{
  *cursor = (struct signature_cursor){0};
  if (!s || !count) return;
  cursor->frames = xmalloc((size_t)(s->depth + 1) * sizeof *cursor->frames);
  enter(cursor, count, s);
}

void signature_end(struct signature_cursor *cursor)
{
  free(cursor->frames);
  *cursor = (struct signature_cursor){0};
}

bool signature_next(struct signature_cursor *cursor,
                    const struct datatype **basic, MPI_Count *n)
{
  while (cursor->depth) {
    struct signature_frame *top = &cursor->frames[cursor->depth - 1];
    const struct signature *s = top->signature;
    if (s->kind == SIGNATURE_RUN) {
      *basic = s->basic;
      *n = top->times * s->length;
      cursor->depth--;
      return true;
    }
    if (s->kind == SIGNATURE_REPEAT) {
      /* The repetitions become the child's own. */
      *top = (struct signature_frame){s->child, 0, top->times * s->count};
      continue;
    }
    if (top->next == s->count) {
      top->next = 0;
      top->times--;
    }
    if (top->times)
      enter(cursor, 1, s->parts[top->next++]);
    else
      cursor->depth--;
  }
  signature_end(cursor);
  return false;
}

/* Are both so many times the same? */
static bool alike(const struct signature *a, MPI_Count *times_a,
                  const struct signature *b, MPI_Count *times_b)
{
  if (a->kind != SIGNATURE_RUN || b->kind != SIGNATURE_RUN)
    return repeated(a, times_a) == repeated(b, times_b);
  *times_a = a->length;
  *times_b = b->length;
  return code_of(a->basic) == code_of(b->basic);
}

bool signature_equal(MPI_Count count_a, const struct signature *a,
                     MPI_Count count_b, const struct signature *b)
{
  MPI_Count times_a, times_b;
  if (a && b && alike(a, &times_a, b, &times_b))
    return count_a * times_a == count_b * times_b;
  if (signature_hash(count_a, a) != signature_hash(count_b, b)) return false;
  struct signature_cursor x, y;
  signature_begin(&x, count_a, a);
  signature_begin(&y, count_b, b);
  const struct datatype *basic_a = NULL, *basic_b = NULL;
  MPI_Count left_a = 0, left_b = 0;
  for (;;) {
    bool more_a = left_a || signature_next(&x, &basic_a, &left_a);
    bool more_b = left_b || signature_next(&y, &basic_b, &left_b);
    bool same = more_a && more_b && code_of(basic_a) == code_of(basic_b);
    if (!same) {
      signature_end(&x);
      signature_end(&y);
      return !more_a && !more_b;
    }
    MPI_Count both = left_a < left_b ? left_a : left_b;
    left_a -= both;
    left_b -= both;
  }
}

/* MPI_PACKED goes with everything. [MPI-4.1 3.3.1] */
static bool matches(const struct datatype *a, const struct datatype *b)
{
  return code_of(a) == code_of(b) || a->predefined == MPI_PACKED ||
         b->predefined == MPI_PACKED;
}

static bool is_packed(const struct signature *s)
{
  return s && s->kind == SIGNATURE_RUN && s->basic->predefined == MPI_PACKED;
}

bool signature_fits(MPI_Count sent, const struct signature *from,
                    MPI_Count received, const struct signature *into)
{
  MPI_Count times_from, times_into;
  if (sent == 0 || !from || is_packed(from) || is_packed(into)) return true;
  if (into && alike(from, &times_from, into, &times_into))
    return sent * times_from <= received * times_into;
  if (signature_hash(sent, from) == signature_hash(received, into)) return true;
  struct signature_cursor x, y;
  signature_begin(&x, sent, from);
  signature_begin(&y, received, into);
  const struct datatype *basic_x = NULL, *basic_y = NULL;
  MPI_Count left_x = 0, left_y = 0;
  bool fits = true;
  while (fits && (left_x || signature_next(&x, &basic_x, &left_x))) {
    fits = (left_y || signature_next(&y, &basic_y, &left_y)) &&
           matches(basic_x, basic_y);
    MPI_Count both = left_x < left_y ? left_x : left_y;
    left_x -= both;
    left_y -= both;
  }
  signature_end(&x);
  signature_end(&y);
  return fits;
}
