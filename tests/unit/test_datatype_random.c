/* Random datatypes against their type maps: everything that can be asked of a
 * type, and everything that moves its data, compared with loops over a list.
 * The types are the same in every run. */
#include "typemap.h"

#include "model/datatype/signature.h"

enum { TYPES = 6000, NESTS = 1500, ARENA = 1 << 18 };

static unsigned char memory[ARENA], memory_expected[ARENA];
static unsigned char stream[ARENA], stream_expected[ARENA];
static unsigned char *const middle = memory + ARENA / 2;
static unsigned char *const middle_expected = memory_expected + ARENA / 2;

/* How large the types of a test are: bytes on each side of `middle`, of which
 * twice as many are looked at, and entries of the type map. */
static MPI_Count reach, most_entries;

static void limit(MPI_Count bytes, MPI_Count entries)
{
  assert_true(2 * bytes <= ARENA / 2);
  reach = bytes;
  most_entries = entries;
}

/* Is the type small enough for the arena? */
static bool fits(const struct twin *twin, MPI_Count count)
{
  MPI_Count low, high;
  if (twin->map.n * count > most_entries) return false;
  if (!datatype_span(count, twin->type, &low, &high)) return false;
  return low > -reach && high < reach;
}

static void fill(unsigned char *bytes, size_t n, uint64_t seed)
{
  struct random r = {seed};
  for (size_t i = 0; i < n; i++)
    bytes[i] = (unsigned char)random_bits(&r);
}

static void remember_memory(void)
{
  memcpy(middle_expected - 2 * reach, middle - 2 * reach, 4 * (size_t)reach);
}

static void assert_memory_expected(void)
{
  assert_memory_equal(middle - 2 * reach, middle_expected - 2 * reach,
                      4 * (size_t)reach);
}

/* --- one type --- */

static void check_numbers(const struct twin *twin)
{
  const struct datatype *type = twin->type;
  const struct typemap *map = &twin->map;
  assert_int_equal(type->size, typemap_size(map));
  assert_int_equal(type->lb, typemap_lower(map));
  assert_int_equal(type->extent, typemap_extent(map));
  assert_int_equal(type->true_lb, typemap_true_lb(map));
  assert_int_equal(type->true_extent,
                   typemap_true_ub(map) - typemap_true_lb(map));
  MPI_Count elements = 0;
  for (int i = 0; i < map->n; i++)
    elements += !map->entries[i].second;
  assert_int_equal(type->elements, elements);
}

static void check_span(const struct twin *twin, const struct typemap *all,
                       MPI_Count count)
{
  MPI_Count low, high;
  assert_true(datatype_span(count, twin->type, &low, &high));
  assert_int_equal(low, all->n ? typemap_true_lb(all) : 0);
  assert_int_equal(high, all->n ? typemap_true_ub(all) : 0);
}

static size_t naive_pack(const struct typemap *all, const unsigned char *from,
                         unsigned char *out)
{
  size_t done = 0;
  for (int i = 0; i < all->n; i++) {
    size_t n = (size_t)all->entries[i].basic->size;
    memcpy(out + done, from + all->entries[i].at, n);
    done += n;
  }
  return done;
}

static void naive_unpack(const struct typemap *all, unsigned char *to,
                         size_t from, size_t bytes, const unsigned char *in)
{
  size_t done = 0;
  for (int i = 0; i < all->n; i++)
    for (MPI_Count k = 0; k < all->entries[i].basic->size; k++, done++)
      if (done >= from && done < from + bytes)
        to[all->entries[i].at + k] = in[done - from];
}

static void check_pack(struct random *r, const struct twin *twin,
                       const struct typemap *all, MPI_Count count)
{
  size_t size = naive_pack(all, middle, stream_expected);
  assert_int_equal(size, (size_t)(count * twin->type->size));
  datatype_pack(middle, count, twin->type, 0, size, stream);
  assert_memory_equal(stream, stream_expected, size);
  for (int i = 0; i < 4 && size; i++) {
    size_t from = (size_t)random_in(r, 0, (MPI_Count)size - 1);
    size_t bytes = (size_t)random_in(r, 0, (MPI_Count)(size - from));
    memset(stream, 0xee, bytes + 1);
    datatype_pack(middle, count, twin->type, from, bytes, stream);
    assert_memory_equal(stream, stream_expected + from, bytes);
    assert_int_equal(stream[bytes], 0xee);
  }
}

static void check_unpack(struct random *r, const struct twin *twin,
                         const struct typemap *all, MPI_Count count)
{
  size_t size = (size_t)(count * twin->type->size);
  for (int i = 0; i < 3; i++) {
    size_t from = 0, bytes = size;
    if (i && size) from = (size_t)random_in(r, 0, (MPI_Count)size - 1);
    if (i) bytes = (size_t)random_in(r, 0, (MPI_Count)(size - from));
    fill(stream, bytes, random_bits(r));
    remember_memory();
    naive_unpack(all, middle_expected, from, bytes, stream);
    datatype_unpack(middle, count, twin->type, from, bytes, stream);
    assert_memory_expected();
  }
}

static void check_overlap(const struct twin *twin, const struct typemap *all,
                          MPI_Count count)
{
  static unsigned char touched[ARENA];
  bool overlaps = false;
  memset(touched, 0, ARENA);
  for (int i = 0; i < all->n; i++)
    for (MPI_Count k = 0; k < all->entries[i].basic->size; k++)
      overlaps |= touched[ARENA / 2 + all->entries[i].at + k]++ > 0;
  assert_int_equal(datatype_overlaps(count, twin->type), overlaps);
}

struct walk {
  const unsigned char *expected; /* what is left of the packed stream */
  MPI_Count bytes;
  MPI_Count end; /* of the last block */
};

static void check_block(MPI_Count at, MPI_Count bytes, void *arg)
{
  struct walk *walk = arg;
  assert_true(bytes > 0);
  if (walk->bytes) assert_int_not_equal(at, walk->end);
  assert_memory_equal(middle + at, walk->expected, (size_t)bytes);
  walk->expected += bytes;
  walk->bytes += bytes;
  walk->end = at + bytes;
}

static void check_blocks(const struct twin *twin, const struct typemap *all,
                         MPI_Count count)
{
  struct walk walk = {stream_expected, 0, 0};
  size_t size = naive_pack(all, middle, stream_expected);
  datatype_blocks(count, twin->type, check_block, &walk);
  assert_int_equal(walk.bytes, size);
}

/* The same type map built as one struct of single elements. */
static struct datatype *spelled_out(const struct typemap *all, int changed)
{
  int n = all->n;
  MPI_Count *lengths = malloc((size_t)(n + 1) * sizeof *lengths);
  MPI_Count *places = malloc((size_t)(n + 1) * sizeof *places);
  const struct datatype **types = malloc((size_t)(n + 1) * sizeof *types);
  struct datatype *result;
  for (int i = 0; i < n; i++) {
    lengths[i] = 1;
    places[i] = all->entries[i].at;
    types[i] = i == changed ? basic(MPI_FLOAT) : all->entries[i].basic;
  }
  assert_int_equal(datatype_struct(n, lengths, places, types, &result), 0);
  free(lengths);
  free(places);
  free(types);
  return result;
}

static void check_signature(struct random *r, const struct twin *twin,
                            const struct typemap *all, MPI_Count count)
{
  struct datatype *other = spelled_out(all, -1);
  assert_int_equal(signature_hash(count, twin->type->sequence),
                   signature_hash(1, other->sequence));
  assert_true(datatype_same_signature(count, twin->type, 1, other));
  assert_true(datatype_same_signature(1, other, count, twin->type));
  datatype_unref(other);
  if (!all->n) return;
  other = spelled_out(all, (int)random_in(r, 0, all->n - 1));
  assert_int_not_equal(signature_hash(count, twin->type->sequence),
                       signature_hash(1, other->sequence));
  assert_false(datatype_same_signature(count, twin->type, 1, other));
  datatype_unref(other);
}

/* How many entries lie in the first `bytes`; -1 inside one. */
static MPI_Count naive_elements(const struct typemap *all, MPI_Count bytes)
{
  int i = 0;
  while (bytes > 0)
    bytes -= all->entries[i++].basic->size;
  return bytes ? -1 : i;
}

static void check_elements(struct random *r, const struct twin *twin,
                           const struct typemap *all)
{
  if (!all->n) return;
  for (int i = 0; i < 4; i++) {
    MPI_Count bytes = random_in(r, 0, typemap_size(all));
    MPI_Count n = naive_elements(all, bytes);
    assert_int_equal(signature_elements(twin->type->sequence, bytes), n);
    if (n >= 0)
      assert_int_equal(signature_bytes(twin->type->sequence, n), bytes);
  }
}

static void check_element_type(const struct twin *twin)
{
  const struct typemap *map = &twin->map;
  bool pairs = false, alike = map->n > 0;
  for (int i = 0; i < map->n; i++) {
    pairs |= map->entries[i].second;
    alike &= map->entries[i].basic == map->entries[0].basic;
  }
  if (pairs) return;
  assert_ptr_equal(twin->type->element, alike ? map->entries[0].basic : NULL);
}

static void check_contiguous(const struct twin *twin)
{
  struct typemap all = typemap_repeat(&twin->map, 3);
  bool contiguous = true;
  for (int i = 1; i < all.n; i++)
    contiguous &= all.entries[i].at ==
                  all.entries[i - 1].at + all.entries[i - 1].basic->size;
  assert_int_equal(twin->type->contiguous, contiguous);
  typemap_free(&all);
}

static void check_type(struct random *r, const struct twin *twin)
{
  check_numbers(twin);
  check_element_type(twin);
  check_contiguous(twin);
  for (MPI_Count count = 0; count <= 3; count++) {
    if (!fits(twin, count)) return;
    struct typemap all = typemap_repeat(&twin->map, count);
    check_span(twin, &all, count);
    check_pack(r, twin, &all, count);
    check_unpack(r, twin, &all, count);
    check_overlap(twin, &all, count);
    check_blocks(twin, &all, count);
    check_signature(r, twin, &all, count);
    check_elements(r, twin, &all);
    typemap_free(&all);
  }
}

static void test_types(void **state)
{
  struct random r = {1};
  (void)state;
  limit(1 << 13, 3000);
  fill(memory, ARENA, 7);
  for (int i = 0; i < TYPES; i++) {
    struct twin twin = random_type(&r, (int)random_in(&r, 1, 4));
    if (fits(&twin, 1)) check_type(&r, &twin);
    twin_free(&twin);
  }
}

/* --- two types --- */

static void check_copy(const struct twin *to, MPI_Count to_count,
                       const struct twin *from, MPI_Count from_count)
{
  static unsigned char source[ARENA];
  unsigned char *from_middle = source + ARENA / 2;
  struct typemap to_all = typemap_repeat(&to->map, to_count);
  struct typemap from_all = typemap_repeat(&from->map, from_count);
  size_t bytes = (size_t)(to_count * to->type->size);
  fill(from_middle - 2 * reach, 4 * (size_t)reach, 11);
  size_t size = naive_pack(&from_all, from_middle, stream_expected);
  if (size < bytes) bytes = size;
  remember_memory();
  naive_unpack(&to_all, middle_expected, 0, bytes, stream_expected);
  datatype_copy(middle, to_count, to->type, from_middle, from_count,
                from->type);
  assert_memory_expected();
  typemap_free(&to_all);
  typemap_free(&from_all);
}

static void test_copies(void **state)
{
  struct random r = {2};
  (void)state;
  limit(1 << 13, 3000);
  for (int i = 0; i < TYPES; i++) {
    struct twin to = random_type(&r, (int)random_in(&r, 1, 3));
    struct twin from = random_type(&r, (int)random_in(&r, 1, 3));
    MPI_Count to_count = random_in(&r, 0, 9), from_count = random_in(&r, 0, 9);
    if (fits(&to, to_count) && fits(&from, from_count))
      check_copy(&to, to_count, &from, from_count);
    twin_free(&to);
    twin_free(&from);
  }
}

/* --- loop nests --- */

enum { NEST_BYTES = 5760, MOST_LOOPS = 16 };

/* Blocks in nested loops, of so many bytes in all. */
struct loops {
  MPI_Count block, counts[MOST_LOOPS], strides[MOST_LOOPS];
  int n; /* the first is the innermost */
};

/* The bytes as a product of counts and a block, by lot. */
static void random_counts(struct random *r, struct loops *l)
{
  static const MPI_Count factors[] = {2, 3, 4, 5, 6, 8, 18, 20, 36, 40};
  MPI_Count rest = NEST_BYTES;
  int most = random_in(r, 0, 9) ? 4 : MOST_LOOPS;
  l->n = 0;
  for (int tries = 0; tries < 40 && l->n < most && rest > 1; tries++) {
    MPI_Count factor = factors[random_in(r, 0, most > 4 ? 2 : 9)];
    if (rest % factor) continue;
    l->counts[l->n++] = factor;
    rest /= factor;
    if (random_in(r, 0, 5) == 0 && rest < 120) break;
  }
  l->block = rest;
}

/* Strides that step over each other in an order drawn by lot, seldom with
 * bytes that lie twice. */
static void random_strides(struct random *r, struct loops *l)
{
  bool given[MOST_LOOPS] = {false};
  MPI_Count length = l->block;
  for (int i = 0; i < l->n; i++) {
    int k = random_in(r, 0, 2) ? i : (int)random_in(r, 0, l->n - 1);
    while (given[k])
      k = (k + 1) % l->n;
    given[k] = true;
    if (random_in(r, 0, 1)) length += random_in(r, 0, 1) ? 4 : l->block;
    if (random_in(r, 0, 30) == 0) length = length / 2 + 1;
    l->strides[k] = random_in(r, 0, 9) ? length : -length;
    length *= l->counts[k];
  }
}

static struct twin nest_twin(const struct loops *l)
{
  struct twin twin = {0};
  struct twin letter = twin_basic(MPI_CHAR);
  assert_int_equal(datatype_contiguous(l->block, letter.type, &twin.type), 0);
  add_blocks(&twin.map, &letter.map, 0, l->block);
  twin_free(&letter);
  for (int k = 0; k < l->n; k++) {
    struct twin new = {0};
    assert_int_equal(
        datatype_hvector(l->counts[k], 1, l->strides[k], twin.type, &new.type),
        0);
    for (MPI_Count i = 0; i < l->counts[k]; i++)
      typemap_add(&new.map, &twin.map, i * l->strides[k]);
    twin_free(&twin);
    twin = new;
  }
  return twin;
}

/* Loops of all orders and depths, and blocks of all sizes. */
static void test_nests(void **state)
{
  struct random r = {3};
  (void)state;
  limit(1 << 15, 2 * NEST_BYTES);
  fill(memory, ARENA, 7);
  for (int i = 0; i < NESTS; i++) {
    struct loops to, from;
    random_counts(&r, &to);
    random_strides(&r, &to);
    from = to;
    if (random_in(&r, 0, 1)) random_counts(&r, &from);
    random_strides(&r, &from);
    if (random_in(&r, 0, 3) == 0) { /* sizes that divide nothing */
      to.block += random_in(&r, 0, 3);
      random_strides(&r, &to);
    }
    struct twin a = nest_twin(&to), b = nest_twin(&from);
    if (fits(&a, 1)) {
      check_pack(&r, &a, &a.map, 1);
      check_unpack(&r, &a, &a.map, 1);
      if (fits(&b, 1)) check_copy(&a, 1, &b, 1);
    }
    twin_free(&a);
    twin_free(&b);
  }
}

/* Rows of every length of blocks of every size. */
static void test_rows(void **state)
{
  struct random r = {6};
  (void)state;
  limit(1 << 15, 1 << 13);
  fill(memory, ARENA, 7);
  for (MPI_Count block = 1; block <= 66; block++)
    for (MPI_Count count = 2; count <= 17; count++) {
      struct loops to = {block, {count, 3}, {0}, 2}, from = to;
      random_strides(&r, &to);
      random_strides(&r, &from);
      struct twin a = nest_twin(&to), b = nest_twin(&from);
      check_pack(&r, &a, &a.map, 1);
      check_unpack(&r, &a, &a.map, 1);
      check_copy(&a, 1, &b, 1);
      twin_free(&a);
      twin_free(&b);
    }
}

static struct loops deep_loops(MPI_Count block, MPI_Count count, int n,
                               MPI_Count last)
{
  struct loops l = {.block = block, .n = n};
  MPI_Count length = block;
  for (int i = 0; i < n; i++) {
    int k = (i * 5 + 2) % n; /* none goes on where the one inside it ends */
    l.counts[k] = k == n - 1 ? last : count;
    l.strides[k] = length;
    length *= l.counts[k];
  }
  return l;
}

/* More loops than a nest has, on one side or when both cut each other. */
static void test_deep(void **state)
{
  struct random r = {5};
  (void)state;
  limit(1 << 16, 1 << 14);
  struct loops all[] = {deep_loops(1, 4, 7, 4), deep_loops(2, 2, 13, 2),
                        deep_loops(1, 2, 14, 2), deep_loops(2, 4, 7, 2)};
  for (int i = 0; i < 4; i++) {
    struct twin a = nest_twin(&all[i]);
    check_pack(&r, &a, &a.map, 1);
    check_unpack(&r, &a, &a.map, 1);
    for (int k = 0; k < 4; k++) {
      struct twin b = nest_twin(&all[k]);
      check_copy(&a, 1, &b, 1);
      twin_free(&b);
    }
    twin_free(&a);
  }
}

/* Many copies of a short list: arrays of structures. */
static void test_columns(void **state)
{
  struct random r = {4};
  (void)state;
  limit(1 << 15, 6000);
  for (int i = 0; i < NESTS; i++) {
    struct twin old = random_type(&r, (int)random_in(&r, 0, 2));
    struct twin twin = random_in(&r, 0, 1) ? random_struct(&r, old, 2)
                                           : random_indexed(&r, old);
    MPI_Count count = random_in(&r, 1, 300);
    twin_free(&old);
    while (!fits(&twin, count) && count > 1)
      count /= 2;
    if (fits(&twin, count)) {
      struct typemap all = typemap_repeat(&twin.map, count);
      check_pack(&r, &twin, &all, count);
      check_unpack(&r, &twin, &all, count);
      typemap_free(&all);
    }
    twin_free(&twin);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_types), cmocka_unit_test(test_copies),
      cmocka_unit_test(test_nests), cmocka_unit_test(test_rows),
      cmocka_unit_test(test_deep),  cmocka_unit_test(test_columns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
