/* What can be asked of a datatype, and moving its data. */
#include "datatype.h"

#include "contents.h"
#include "layout.h"
#include "nest.h"
#include "signature.h"
#include "../pool.h"

#include <string.h>

struct datatype *datatype_ref(const struct datatype *type)
{
  struct datatype *mutable = (struct datatype *)type;
  if (!mutable->predefined) mutable->references++;
  return mutable;
}

static void datatype_free(struct datatype *type)
{
  contents_free(type->contents);
  layout_unref(type->layout);
  signature_unref(type->sequence);
  pool_give_bytes(type, sizeof *type);
}

/* Types are made of types, more deeply than a stack is: those that lose their
 * last reference with another wait until that one is gone. */
void datatype_unref(struct datatype *type)
{
  static struct datatype *gone;
  static bool freeing;
  if (!type || type->predefined || --type->references) return;
  contents_forget(type);
  type->next = gone;
  gone = type;
  if (freeing) return;
  freeing = true;
  while (gone) {
    type = gone;
    gone = type->next;
    datatype_free(type);
  }
  freeing = false;
}

bool datatype_same_signature(MPI_Count count_a, const struct datatype *a,
                             MPI_Count count_b, const struct datatype *b)
{
  return signature_equal(count_a, a->sequence, count_b, b->sequence);
}

/* --- moving data --- */

static struct copied copied;

struct copied datatype_copied(void)
{
  return copied;
}

static inline void count_copy(size_t bytes)
{
  copied.times++;
  copied.bytes += bytes;
}

/* Mostly of one word: a call would take longer than that. */
static inline void copy_bytes(void *to, const void *from, size_t bytes)
{
  if (bytes == sizeof(uint64_t))
    memcpy(to, from, sizeof(uint64_t));
  else
    memcpy(to, from, bytes);
}

/* The layout of `count` elements, as a temporary, which may use `room`. */
static inline const struct layout *
layout_of(MPI_Count count, const struct datatype *type, struct layout *room)
{
  if (count == 1) return type->layout;
  layout_repeat_borrowed(room, count, type->extent, type->layout);
  return room;
}

static __attribute__((noinline)) void
pack_pieces(const void *base, MPI_Count count, const struct datatype *type,
            size_t offset, size_t bytes, void *out)
{
  struct layout room;
  layout_pack(layout_of(count, type, &room), (const char *)base + type->origin,
              (MPI_Count)offset, (MPI_Count)(offset + bytes), out);
}

static __attribute__((noinline)) void unpack_pieces(void *base, MPI_Count count,
                                                    const struct datatype *type,
                                                    size_t offset, size_t bytes,
                                                    const void *in)
{
  struct layout room;
  layout_unpack(layout_of(count, type, &room), (char *)base + type->origin,
                (MPI_Count)offset, (MPI_Count)(offset + bytes), in);
}

void datatype_pack(const void *base, MPI_Count count,
                   const struct datatype *type, size_t offset, size_t bytes,
                   void *out)
{
  if (!bytes) return;
  count_copy(bytes);
  if (type->contiguous)
    copy_bytes(out, (const char *)base + type->true_lb + offset, bytes);
  else
    pack_pieces(base, count, type, offset, bytes, out);
}

void datatype_unpack(void *base, MPI_Count count, const struct datatype *type,
                     size_t offset, size_t bytes, const void *in)
{
  if (!bytes) return;
  count_copy(bytes);
  if (type->contiguous)
    copy_bytes((char *)base + type->true_lb + offset, in, bytes);
  else
    unpack_pieces(base, count, type, offset, bytes, in);
}

void datatype_blocks(MPI_Count count, const struct datatype *type,
                     void (*each)(MPI_Count offset, MPI_Count bytes, void *arg),
                     void *arg)
{
  if (!count || !type->size) return;
  struct layout room;
  layout_each(layout_of(count, type, &room), type->origin, each, arg);
}

/* Where no loop nest describes the copy: one side's layout walked block by
 * block, each block packed from or unpacked into the other. */
struct crossing {
  const struct layout *other;
  char *other_memory, *memory;
  MPI_Count done, bytes; /* of the stream */
};

static void pack_into_block(MPI_Count at, MPI_Count bytes, void *arg)
{
  struct crossing *c = arg;
  if (bytes > c->bytes - c->done) bytes = c->bytes - c->done;
  if (!bytes) return;
  layout_pack(c->other, c->other_memory, c->done, c->done + bytes,
              c->memory + at);
  c->done += bytes;
}

static void unpack_from_block(MPI_Count at, MPI_Count bytes, void *arg)
{
  struct crossing *c = arg;
  if (bytes > c->bytes - c->done) bytes = c->bytes - c->done;
  if (!bytes) return;
  layout_unpack(c->other, c->other_memory, c->done, c->done + bytes,
                c->memory + at);
  c->done += bytes;
}

/* Blocks this long on average are walked; shorter ones go through a buffer. */
enum { LONG_BLOCK = 512, BUFFER = 4096 };

static bool has_long_blocks(const struct layout *layout)
{
  return layout->size / layout->blocks >= LONG_BLOCK;
}

/* The last one that was worked out. Ranks that work alike copy between the same
 * two types again and again. */
static struct {
  const struct layout *to, *from; /* NULL: temporary ones */
  struct nest nest;
} known;

static void known_forget(void)
{
  layout_unref(known.to);
  layout_unref(known.from);
  known.to = known.from = NULL;
}

/* NULL: no loop nest describes the copy. */
static const struct nest *nest_known(const struct layout *to,
                                     const struct layout *from)
{
  if (to == known.to && from == known.from) return &known.nest;
  known_forget();
  if (!nest_fits(to) || !nest_fits(from)) return NULL;
  if (!nest_between(&known.nest, to, from)) return NULL;
  nest_order(&known.nest);
  if (layout_borrows(to) || layout_borrows(from)) return &known.nest;
  known.to = layout_ref(to);
  known.from = layout_ref(from);
  return &known.nest;
}

static bool copy_as_nest(const struct layout *to, char *to_memory,
                         const struct layout *from, const char *from_memory)
{
  const struct nest *nest = nest_known(to, from);
  if (nest) nest_run(nest, to_memory, from_memory);
  return nest;
}

static void copy_layouts(const struct layout *to, char *to_memory,
                         const struct layout *from, char *from_memory,
                         MPI_Count bytes)
{
  if (copy_as_nest(to, to_memory, from, from_memory)) return;
  if (has_long_blocks(to)) {
    struct crossing c = {from, from_memory, to_memory, 0, bytes};
    layout_each(to, 0, pack_into_block, &c);
    return;
  }
  if (has_long_blocks(from)) {
    struct crossing c = {to, to_memory, from_memory, 0, bytes};
    layout_each(from, 0, unpack_from_block, &c);
    return;
  }
  char buffer[BUFFER];
  for (MPI_Count done = 0; done < bytes;) {
    MPI_Count n = bytes - done < BUFFER ? bytes - done : BUFFER;
    layout_pack(from, from_memory, done, done + n, buffer);
    layout_unpack(to, to_memory, done, done + n, buffer);
    done += n;
  }
}

void datatype_copy(void *to, MPI_Count to_count, const struct datatype *to_type,
                   const void *from, MPI_Count from_count,
                   const struct datatype *from_type)
{
  MPI_Count bytes = to_count * to_type->size;
  if (from_count * from_type->size < bytes)
    bytes = from_count * from_type->size;
  if (!bytes) return;
  if (to_type->contiguous) {
    datatype_pack(from, from_count, from_type, 0, (size_t)bytes,
                  (char *)to + to_type->true_lb);
    return;
  }
  if (from_type->contiguous) {
    datatype_unpack(to, to_count, to_type, 0, (size_t)bytes,
                    (const char *)from + from_type->true_lb);
    return;
  }
  count_copy((size_t)bytes);
  if (bytes % to_type->size == 0) to_count = bytes / to_type->size;
  if (bytes % from_type->size == 0) from_count = bytes / from_type->size;
  struct layout to_room, from_room;
  copy_layouts(layout_of(to_count, to_type, &to_room),
               (char *)to + to_type->origin,
               layout_of(from_count, from_type, &from_room),
               (char *)from + from_type->origin, bytes);
}

/* --- overlap --- */

/* If n elements overlap, more do; if n are clean, fewer are: two numbers
 * remember all answers. They are no part of the type's value. */
bool datatype_entries_meet(MPI_Count count, const struct datatype *type)
{
  if (!count || !type->size) return false;
  if (count <= type->overlap_clean) return false;
  if (type->overlap_found && count >= type->overlap_found) return true;
  struct layout room;
  bool found = layout_overlaps(layout_of(count, type, &room));
  struct datatype *mutable = (struct datatype *)type;
  if (found)
    mutable->overlap_found = count;
  else
    mutable->overlap_clean = count;
  return found;
}
