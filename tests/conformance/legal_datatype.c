/* Datatypes: what each constructor selects, read back by packing an array
 * whose element i is i; their sizes and descriptions; packing itself.
 *
 * run: np=1 */
#include "covers.h"

enum { ROOM = 64, END = -1 };

static int array[ROOM];

/* Commits the type, whose first element of data are the array's with these
 * indices, up to END, and frees it. `at` is where the array begins. */
static int selects(MPI_Datatype *type, const int *at, const int *indices)
{
  int packed[ROOM], size = 0, position = 0, count = 0, same;
  while (indices[count] != END)
    count++;
  MPI_Type_commit(type);
  MPI_Type_size(*type, &size);
  same = size == count * (int)sizeof(int);
  if (same)
    MPI_Pack(at, 1, *type, packed, sizeof packed, &position, MPI_COMM_WORLD);
  same = same && position == size;
  for (int i = 0; same && i < count; i++)
    same = packed[i] == indices[i];
  MPI_Type_free(type);
  return same;
}

#define SELECTS(...) CHECK(selects(&t, array, (int[]){__VA_ARGS__, END}))

static void constructors(void)
{
  enum { INT = sizeof(int) };
  MPI_Datatype t;
  COVERS(MPI_Type_contiguous, MPI_Type_contiguous_c);
  OK(MPI_Type_contiguous(3, MPI_INT, &t));
  SELECTS(0, 1, 2);
  OK(MPI_Type_contiguous_c(2, MPI_INT, &t));
  SELECTS(0, 1);
  COVERS(MPI_Type_vector, MPI_Type_vector_c);
  OK(MPI_Type_vector(2, 2, 5, MPI_INT, &t));
  SELECTS(0, 1, 5, 6);
  OK(MPI_Type_vector_c(2, 1, 4, MPI_INT, &t));
  SELECTS(0, 4);
  COVERS(MPI_Type_create_hvector, MPI_Type_create_hvector_c);
  OK(MPI_Type_create_hvector(2, 2, 3 * INT, MPI_INT, &t));
  SELECTS(0, 1, 3, 4);
  OK(MPI_Type_create_hvector_c(2, 1, 3 * INT, MPI_INT, &t));
  SELECTS(0, 3);
  COVERS(MPI_Type_indexed, MPI_Type_indexed_c);
  OK(MPI_Type_indexed(2, (int[]){2, 1}, (int[]){4, 1}, MPI_INT, &t));
  SELECTS(4, 5, 1);
  OK(MPI_Type_indexed_c(2, (MPI_Count[]){1, 0}, (MPI_Count[]){4, 1}, MPI_INT,
                        &t));
  SELECTS(4);
  COVERS(MPI_Type_create_hindexed, MPI_Type_create_hindexed_c);
  OK(MPI_Type_create_hindexed(2, (int[]){1, 2}, (MPI_Aint[]){8 * INT, 0},
                              MPI_INT, &t));
  SELECTS(8, 0, 1);
  OK(MPI_Type_create_hindexed_c(2, (MPI_Count[]){1, 2},
                                (MPI_Count[]){8 * INT, 0}, MPI_INT, &t));
  SELECTS(8, 0, 1);
  COVERS(MPI_Type_create_indexed_block, MPI_Type_create_indexed_block_c);
  OK(MPI_Type_create_indexed_block(2, 2, (int[]){6, 2}, MPI_INT, &t));
  SELECTS(6, 7, 2, 3);
  OK(MPI_Type_create_indexed_block_c(2, 1, (MPI_Count[]){6, 2}, MPI_INT, &t));
  SELECTS(6, 2);
  COVERS(MPI_Type_create_hindexed_block, MPI_Type_create_hindexed_block_c);
  OK(MPI_Type_create_hindexed_block(2, 2, (MPI_Aint[]){6 * INT, 0}, MPI_INT,
                                    &t));
  SELECTS(6, 7, 0, 1);
  OK(MPI_Type_create_hindexed_block_c(2, 1, (MPI_Count[]){6 * INT, 0}, MPI_INT,
                                      &t));
  SELECTS(6, 0);
  COVERS(MPI_Type_create_struct, MPI_Type_create_struct_c);
  OK(MPI_Type_create_struct(2, (int[]){1, 4}, (MPI_Aint[]){3 * INT, 0},
                            (MPI_Datatype[]){MPI_INT, MPI_BYTE}, &t));
  SELECTS(3, 0);
  OK(MPI_Type_create_struct_c(2, (MPI_Count[]){1, 1}, (MPI_Count[]){3 * INT, 0},
                              (MPI_Datatype[]){MPI_INT, MPI_FLOAT}, &t));
  SELECTS(3, 0);
  COVERS(MPI_Type_create_subarray, MPI_Type_create_subarray_c);
  OK(MPI_Type_create_subarray(2, (int[]){4, 5}, (int[]){2, 2}, (int[]){1, 3},
                              MPI_ORDER_C, MPI_INT, &t));
  SELECTS(8, 9, 13, 14);
  OK(MPI_Type_create_subarray_c(2, (MPI_Count[]){4, 5}, (MPI_Count[]){2, 1},
                                (MPI_Count[]){1, 3}, MPI_ORDER_FORTRAN, MPI_INT,
                                &t));
  SELECTS(13, 14);
  COVERS(MPI_Type_create_darray, MPI_Type_create_darray_c);
  OK(MPI_Type_create_darray(2, 1, 1, (int[]){7}, (int[]){MPI_DISTRIBUTE_CYCLIC},
                            (int[]){2}, (int[]){2}, MPI_ORDER_C, MPI_INT, &t));
  SELECTS(2, 3, 6);
  OK(MPI_Type_create_darray_c(
      2, 1, 1, (MPI_Count[]){7}, (int[]){MPI_DISTRIBUTE_BLOCK},
      (int[]){MPI_DISTRIBUTE_DFLT_DARG}, (int[]){2}, MPI_ORDER_C, MPI_INT, &t));
  SELECTS(4, 5, 6);
  COVERS(MPI_Type_dup);
  MPI_Datatype two;
  MPI_Type_contiguous(2, MPI_INT, &two);
  OK(MPI_Type_dup(two, &t));
  SELECTS(0, 1);
  COVERS(MPI_Type_commit, MPI_Type_free);
  OK(MPI_Type_commit(&two));
  OK(MPI_Type_commit(&two));
  OK(MPI_Type_free(&two));
  CHECK(two == MPI_DATATYPE_NULL);
}

static void bounds(void)
{
  MPI_Datatype t, gap;
  MPI_Aint lb, extent;
  MPI_Count lb_c, extent_c, size_c;
  int size;
  COVERS(MPI_Type_create_resized, MPI_Type_create_resized_c);
  OK(MPI_Type_create_resized(MPI_INT, -4, 16, &t));
  COVERS(MPI_Type_get_extent, MPI_Type_get_extent_c, MPI_Type_get_extent_x);
  OK(MPI_Type_get_extent(t, &lb, &extent));
  CHECK(lb == -4 && extent == 16);
  OK(MPI_Type_get_extent_c(t, &lb_c, &extent_c));
  CHECK(lb_c == -4 && extent_c == 16);
  OK(MPI_Type_get_extent_x(t, &lb_c, &extent_c));
  CHECK(lb_c == -4 && extent_c == 16);
  MPI_Type_free(&t);
  COVERS(MPI_Type_create_resized_c, MPI_Type_create_resized);
  OK(MPI_Type_create_resized_c(MPI_INT, 0, (MPI_Count)1 << 40, &t));
  MPI_Type_get_extent_c(t, &lb_c, &extent_c);
  CHECK(extent_c == (MPI_Count)1 << 40);
  OK(MPI_Type_create_resized(MPI_INT, 0, 8, &gap));
  MPI_Type_get_extent(gap, &lb, &extent);
  CHECK(lb == 0 && extent == 8);
  MPI_Type_free(&gap);
  MPI_Type_free(&t);
  MPI_Type_create_hindexed(1, (int[]){2}, (MPI_Aint[]){12}, MPI_INT, &gap);
  MPI_Type_create_resized(gap, 0, 100, &t);
  COVERS(MPI_Type_get_true_extent, MPI_Type_get_true_extent_c,
         MPI_Type_get_true_extent_x);
  OK(MPI_Type_get_true_extent(t, &lb, &extent));
  CHECK(lb == 12 && extent == 8);
  OK(MPI_Type_get_true_extent_c(t, &lb_c, &extent_c));
  CHECK(lb_c == 12 && extent_c == 8);
  OK(MPI_Type_get_true_extent_x(t, &lb_c, &extent_c));
  CHECK(lb_c == 12 && extent_c == 8);
  MPI_Type_free(&t);
  MPI_Type_free(&gap);
  COVERS(MPI_Type_size, MPI_Type_size_c, MPI_Type_size_x);
  MPI_Type_contiguous_c((MPI_Count)1 << 33, MPI_INT, &t);
  OK(MPI_Type_size(t, &size));
  CHECK(size == MPI_UNDEFINED);
  OK(MPI_Type_size_c(t, &size_c));
  CHECK(size_c == (MPI_Count)1 << 35);
  OK(MPI_Type_size_x(t, &size_c));
  CHECK(size_c == (MPI_Count)1 << 35);
  MPI_Type_free(&t);
}

static void descriptions(void)
{
  MPI_Datatype t, types[1] = {MPI_DATATYPE_NULL};
  MPI_Aint addresses[1];
  MPI_Count ni, na, nl, nd, large[4];
  int i, a, d, combiner, integers[3];
  COVERS(MPI_Type_get_envelope, MPI_Type_get_contents);
  MPI_Type_vector(2, 3, 4, MPI_INT, &t);
  OK(MPI_Type_get_envelope(t, &i, &a, &d, &combiner));
  CHECK(i == 3 && a == 0 && d == 1 && combiner == MPI_COMBINER_VECTOR);
  OK(MPI_Type_get_contents(t, 3, 0, 1, integers, addresses, types));
  CHECK(integers[0] == 2 && integers[1] == 3 && integers[2] == 4);
  CHECK(types[0] == MPI_INT);
  OK(MPI_Type_get_envelope(MPI_INT, &i, &a, &d, &combiner));
  CHECK(combiner == MPI_COMBINER_NAMED);
  MPI_Type_free(&t);
  COVERS(MPI_Type_get_envelope_c, MPI_Type_get_contents_c);
  MPI_Type_vector_c(2, 3, 4, MPI_INT, &t);
  OK(MPI_Type_get_envelope_c(t, &ni, &na, &nl, &nd, &combiner));
  CHECK(ni == 0 && na == 0 && nl == 3 && nd == 1);
  CHECK(combiner == MPI_COMBINER_VECTOR);
  OK(MPI_Type_get_contents_c(t, 0, 0, 3, 1, integers, addresses, large, types));
  CHECK(large[0] == 2 && large[1] == 3 && large[2] == 4);
  CHECK(types[0] == MPI_INT);
  MPI_Type_free(&t);
}

static int copied, deleted;

static int on_copy(MPI_Datatype t, int keyval, void *extra, void *in, void *out,
                   int *flag)
{
  (void)t, (void)keyval, (void)extra;
  *(void **)out = in;
  *flag = 1;
  copied++;
  return MPI_SUCCESS;
}

static int on_delete(MPI_Datatype t, int keyval, void *value, void *extra)
{
  (void)t, (void)keyval, (void)value, (void)extra;
  deleted++;
  return MPI_SUCCESS;
}

static void names_and_attributes(void)
{
  char name[MPI_MAX_OBJECT_NAME];
  MPI_Datatype t, copy;
  int length, keyval, flag, x, *value = NULL;
  MPI_Type_contiguous(1, MPI_INT, &t);
  COVERS(MPI_Type_set_name, MPI_Type_get_name);
  OK(MPI_Type_get_name(MPI_INT, name, &length));
  CHECK(strcmp(name, "MPI_INT") == 0 && length == 7);
  OK(MPI_Type_set_name(t, "row"));
  OK(MPI_Type_get_name(t, name, &length));
  CHECK(strcmp(name, "row") == 0 && length == 3);
  OK(MPI_Type_get_name(MPI_DATATYPE_NULL, name, &length));
  CHECK(strcmp(name, "MPI_DATATYPE_NULL") == 0);
  COVERS(MPI_Type_create_keyval, MPI_Type_set_attr, MPI_Type_get_attr);
  OK(MPI_Type_create_keyval(on_copy, on_delete, &keyval, NULL));
  OK(MPI_Type_set_attr(t, keyval, &x));
  OK(MPI_Type_get_attr(t, keyval, &value, &flag));
  CHECK(flag && value == &x);
  MPI_Type_dup(t, &copy);
  value = NULL;
  OK(MPI_Type_get_attr(copy, keyval, &value, &flag));
  CHECK(flag && value == &x && copied == 1);
  COVERS(MPI_Type_delete_attr, MPI_Type_free_keyval);
  OK(MPI_Type_delete_attr(copy, keyval));
  CHECK(deleted == 1);
  OK(MPI_Type_get_attr(copy, keyval, &value, &flag));
  CHECK(!flag);
  OK(MPI_Type_free_keyval(&keyval));
  CHECK(keyval == MPI_KEYVAL_INVALID);
  MPI_Type_free(&copy);
  MPI_Type_free(&t);
  CHECK(deleted == 2);
}

static void kinds(void)
{
  MPI_Datatype t, same;
  int size, combiner, i, a, d;
  COVERS(MPI_Type_match_size);
  OK(MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, &t));
  MPI_Type_size(t, &size);
  CHECK(size == 8);
  OK(MPI_Type_match_size(MPI_TYPECLASS_INTEGER, 2, &t));
  MPI_Type_size(t, &size);
  CHECK(size == 2);
  COVERS(MPI_Type_create_f90_real, MPI_Type_create_f90_complex,
         MPI_Type_create_f90_integer);
  OK(MPI_Type_create_f90_real(10, 100, &t));
  OK(MPI_Type_create_f90_real(10, 100, &same));
  MPI_Type_size(t, &size);
  CHECK(size == 8 && t == same);
  OK(MPI_Type_create_f90_complex(10, MPI_UNDEFINED, &t));
  MPI_Type_size(t, &size);
  CHECK(size == 16);
  OK(MPI_Type_create_f90_integer(5, &t));
  MPI_Type_size(t, &size);
  MPI_Type_get_envelope(t, &i, &a, &d, &combiner);
  CHECK(size == 4 && combiner == MPI_COMBINER_F90_INTEGER);
  COVERS(MPI_Type_get_value_index);
  OK(MPI_Type_get_value_index(MPI_DOUBLE, MPI_INT, &t));
  CHECK(t == MPI_DOUBLE_INT);
  OK(MPI_Type_get_value_index(MPI_BYTE, MPI_INT, &t));
  CHECK(t == MPI_DATATYPE_NULL);
}

static void packing(void)
{
  int x[3] = {1, 2, 3}, y[3] = {0}, size = 0, position = 0;
  char packed[64];
  MPI_Count position_c = 0, size_c = 0;
  MPI_Aint where = 0, room = 0;
  COVERS(MPI_Pack, MPI_Unpack, MPI_Pack_size);
  OK(MPI_Pack_size(3, MPI_INT, MPI_COMM_WORLD, &size));
  CHECK(size >= (int)sizeof x && size <= (int)sizeof packed);
  OK(MPI_Pack(x, 2, MPI_INT, packed, size, &position, MPI_COMM_WORLD));
  OK(MPI_Pack(x + 2, 1, MPI_INT, packed, size, &position, MPI_COMM_WORLD));
  CHECK(position <= size);
  position = 0;
  OK(MPI_Unpack(packed, size, &position, y, 3, MPI_INT, MPI_COMM_WORLD));
  CHECK(memcmp(x, y, sizeof x) == 0);
  COVERS(MPI_Pack_c, MPI_Unpack_c, MPI_Pack_size_c);
  y[0] = 0;
  OK(MPI_Pack_size_c((MPI_Count)1 << 32, MPI_INT, MPI_COMM_WORLD, &size_c));
  CHECK(size_c >= (MPI_Count)1 << 34);
  OK(MPI_Pack_c(x, 3, MPI_INT, packed, 64, &position_c, MPI_COMM_WORLD));
  position_c = 0;
  OK(MPI_Unpack_c(packed, 64, &position_c, y, 3, MPI_INT, MPI_COMM_WORLD));
  CHECK(memcmp(x, y, sizeof x) == 0);
  COVERS(MPI_Pack_external, MPI_Unpack_external, MPI_Pack_external_size);
  y[0] = 0;
  OK(MPI_Pack_external_size("external32", 3, MPI_INT, &room));
  CHECK(room == 12);
  OK(MPI_Pack_external("external32", x, 3, MPI_INT, packed, room, &where));
  CHECK(where == 12 && packed[3] == 1 && packed[0] == 0);
  where = 0;
  OK(MPI_Unpack_external("external32", packed, room, &where, y, 3, MPI_INT));
  CHECK(where == 12 && memcmp(x, y, sizeof x) == 0);
  COVERS(MPI_Pack_external_c, MPI_Unpack_external_c, MPI_Pack_external_size_c);
  y[0] = 0;
  OK(MPI_Pack_external_size_c("external32", 3, MPI_LONG, &size_c));
  CHECK(size_c == 24 || size_c == 12);
  position_c = 0;
  OK(MPI_Pack_external_c("external32", x, 3, MPI_INT, packed, 64, &position_c));
  position_c = 0;
  OK(MPI_Unpack_external_c("external32", packed, 64, &position_c, y, 3,
                           MPI_INT));
  CHECK(position_c == 12 && memcmp(x, y, sizeof x) == 0);
}

static void counts(void)
{
  MPI_Datatype pair;
  MPI_Status s;
  MPI_Count wide = 0;
  int count = 0;
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  MPI_Sendrecv(array, 3, MPI_INT, 0, 0, array + 8, 8, MPI_INT, 0, 0,
               MPI_COMM_WORLD, &s);
  COVERS(MPI_Get_count, MPI_Get_count_c);
  OK(MPI_Get_count(&s, MPI_INT, &count));
  CHECK(count == 3);
  OK(MPI_Get_count(&s, pair, &count));
  CHECK(count == MPI_UNDEFINED);
  OK(MPI_Get_count_c(&s, MPI_INT, &wide));
  CHECK(wide == 3);
  COVERS(MPI_Get_elements, MPI_Get_elements_c, MPI_Get_elements_x);
  OK(MPI_Get_elements(&s, pair, &count));
  CHECK(count == 3);
  OK(MPI_Get_elements_c(&s, pair, &wide));
  CHECK(wide == 3);
  OK(MPI_Get_elements_x(&s, pair, &wide));
  CHECK(wide == 3);
  COVERS(MPI_Status_set_elements, MPI_Status_set_elements_c,
         MPI_Status_set_elements_x);
  OK(MPI_Status_set_elements(&s, pair, 4));
  MPI_Get_elements(&s, pair, &count);
  CHECK(count == 4);
  OK(MPI_Status_set_elements_c(&s, MPI_INT, (MPI_Count)1 << 33));
  MPI_Get_elements_c(&s, MPI_INT, &wide);
  CHECK(wide == (MPI_Count)1 << 33);
  MPI_Get_count(&s, MPI_INT, &count);
  CHECK(count == MPI_UNDEFINED);
  OK(MPI_Status_set_elements_x(&s, MPI_INT, 5));
  MPI_Get_count(&s, MPI_INT, &count);
  CHECK(count == 5);
  MPI_Type_free(&pair);
}

static void addresses(void)
{
  MPI_Aint a, b;
  COVERS(MPI_Get_address, MPI_Aint_add, MPI_Aint_diff);
  OK(MPI_Get_address(&array[1], &a));
  OK(MPI_Get_address(&array[5], &b));
  CHECK(MPI_Aint_diff(b, a) == 4 * (MPI_Aint)sizeof(int));
  CHECK(MPI_Aint_add(a, 4 * sizeof(int)) == b);
  CHECK(a == (MPI_Aint)&array[1]);
}

int main(int argc, char **argv)
{
  covers_begin(&argc, &argv);
  for (int i = 0; i < ROOM; i++)
    array[i] = i;
  constructors();
  bounds();
  descriptions();
  names_and_attributes();
  kinds();
  packing();
  counts();
  addresses();
  return covers_end();
}
