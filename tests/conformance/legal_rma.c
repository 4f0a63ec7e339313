/* One-sided: windows of each kind, operations in each form, synchronisation.
 *
 * run: np=4 ppn=4 */
#include "covers.h"

enum { CELLS = 8 };

static int *memory, right, left;
static MPI_Win win;
static MPI_Comm world = MPI_COMM_WORLD;

static void reset(void)
{
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, me, 0, win);
  for (int i = 0; i < CELLS; i++)
    memory[i] = 10 * me + i;
  MPI_Win_unlock(me, win);
  MPI_Barrier(world);
}

static int cells(int i, int expected)
{
  return memory[i] == expected;
}

/* --- operations in a fence epoch: from me to the right --- */

static int ones[2] = {1000, 2000}, got[2];

#define PUT(name)                                                              \
  do {                                                                         \
    COVERS(MPI_##name);                                                        \
    reset();                                                                   \
    MPI_Win_fence(0, win);                                                     \
    OK(MPI_##name(ones, 2, MPI_INT, right, 3, 2, MPI_INT, win));               \
    OK(MPI_##name(ones, 2, MPI_INT, MPI_PROC_NULL, 3, 2, MPI_INT, win));       \
    OK(MPI_##name(NULL, 0, MPI_INT, right, 0, 0, MPI_INT, win));               \
    MPI_Win_fence(0, win);                                                     \
    CHECK(cells(2, 10 * me + 2) && cells(3, 1000) && cells(4, 2000));          \
  } while (0)

#define GET(name)                                                              \
  do {                                                                         \
    COVERS(MPI_##name);                                                        \
    reset();                                                                   \
    MPI_Win_fence(0, win);                                                     \
    OK(MPI_##name(got, 2, MPI_INT, right, 3, 2, MPI_INT, win));                \
    OK(MPI_##name(got, 2, MPI_INT, MPI_PROC_NULL, 3, 2, MPI_INT, win));        \
    MPI_Win_fence(0, win);                                                     \
    CHECK(got[0] == 10 * right + 3 && got[1] == 10 * right + 4);               \
  } while (0)

#define ACCUMULATE(name)                                                       \
  do {                                                                         \
    COVERS(MPI_##name);                                                        \
    reset();                                                                   \
    MPI_Win_fence(0, win);                                                     \
    OK(MPI_##name(ones, 2, MPI_INT, right, 3, 2, MPI_INT, MPI_SUM, win));      \
    OK(MPI_##name(ones, 1, MPI_INT, right, 6, 1, MPI_INT, MPI_REPLACE, win));  \
    MPI_Win_fence(0, win);                                                     \
    CHECK(cells(3, 10 * me + 1003) && cells(4, 10 * me + 2004));               \
    CHECK(cells(5, 10 * me + 5) && cells(6, 1000));                            \
  } while (0)

#define GET_ACCUMULATE(name)                                                   \
  do {                                                                         \
    COVERS(MPI_##name);                                                        \
    reset();                                                                   \
    MPI_Win_fence(0, win);                                                     \
    OK(MPI_##name(ones, 2, MPI_INT, got, 2, MPI_INT, right, 3, 2, MPI_INT,     \
                  MPI_SUM, win));                                              \
    MPI_Win_fence(0, win);                                                     \
    CHECK(cells(3, 10 * me + 1003) && cells(4, 10 * me + 2004));               \
    CHECK(got[0] == 10 * right + 3 && got[1] == 10 * right + 4);               \
    MPI_Win_fence(0, win);                                                     \
    OK(MPI_##name(NULL, 0, MPI_DATATYPE_NULL, got, 2, MPI_INT, right, 3, 2,    \
                  MPI_INT, MPI_NO_OP, win));                                   \
    MPI_Win_fence(0, win);                                                     \
    CHECK(got[0] == 10 * right + 1003 && got[1] == 10 * right + 2004);         \
  } while (0)

static void operations(void)
{
  int zero = 3, swap = 77;
  PUT(Put);
  PUT(Put_c);
  GET(Get);
  GET(Get_c);
  ACCUMULATE(Accumulate);
  ACCUMULATE(Accumulate_c);
  GET_ACCUMULATE(Get_accumulate);
  GET_ACCUMULATE(Get_accumulate_c);
  COVERS(MPI_Fetch_and_op);
  reset();
  MPI_Win_fence(0, win);
  OK(MPI_Fetch_and_op(ones, got, MPI_INT, 0, 5, MPI_SUM, win));
  MPI_Win_fence(0, win);
  CHECK(got[0] % 1000 == 5 && got[0] / 1000 < n);
  CHECK(cells(5, me == 0 ? 5 + 1000 * n : 10 * me + 5));
  COVERS(MPI_Compare_and_swap);
  reset();
  zero = 10 * right + 1;
  MPI_Win_fence(0, win);
  OK(MPI_Compare_and_swap(&swap, &zero, got, MPI_INT, right, 1, win));
  OK(MPI_Compare_and_swap(&swap, &zero, got + 1, MPI_INT, right, 2, win));
  MPI_Win_fence(0, win);
  CHECK(cells(1, 77) && cells(2, 10 * me + 2));
  CHECK(got[0] == zero && got[1] == 10 * right + 2);
}

/* --- request-based operations in a passive epoch --- */

#define REQUESTED(name, holds, ...)                                            \
  do {                                                                         \
    MPI_Request r;                                                             \
    COVERS(MPI_##name);                                                        \
    reset();                                                                   \
    MPI_Win_lock_all(0, win);                                                  \
    OK(MPI_##name(__VA_ARGS__, win, &r));                                      \
    OK(MPI_Wait(&r, MPI_STATUS_IGNORE));                                       \
    MPI_Win_unlock_all(win);                                                   \
    MPI_Barrier(world);                                                        \
    MPI_Win_lock(MPI_LOCK_SHARED, me, 0, win);                                 \
    CHECK(holds);                                                              \
    MPI_Win_unlock(me, win);                                                   \
    MPI_Barrier(world);                                                        \
  } while (0)

static void requests(void)
{
  REQUESTED(Rput, cells(3, 1000), ones, 1, MPI_INT, right, 3, 1, MPI_INT);
  REQUESTED(Rput_c, cells(3, 1000), ones, 1, MPI_INT, right, 3, 1, MPI_INT);
  REQUESTED(Rget, got[0] == 10 * right + 3, got, 1, MPI_INT, right, 3, 1,
            MPI_INT);
  REQUESTED(Rget_c, got[0] == 10 * right + 2, got, 1, MPI_INT, right, 2, 1,
            MPI_INT);
  REQUESTED(Raccumulate, cells(3, 10 * me + 1003), ones, 1, MPI_INT, right, 3,
            1, MPI_INT, MPI_SUM);
  REQUESTED(Raccumulate_c, cells(3, 10 * me + 1003), ones, 1, MPI_INT, right, 3,
            1, MPI_INT, MPI_SUM);
  REQUESTED(Rget_accumulate,
            cells(3, 10 * me + 1003) && got[0] == 10 * right + 3, ones, 1,
            MPI_INT, got, 1, MPI_INT, right, 3, 1, MPI_INT, MPI_SUM);
  REQUESTED(Rget_accumulate_c,
            cells(4, 10 * me + 1004) && got[0] == 10 * right + 4, ones, 1,
            MPI_INT, got, 1, MPI_INT, right, 4, 1, MPI_INT, MPI_SUM);
}

/* --- synchronisation --- */

static void synchronisation(void)
{
  MPI_Group all, from, to;
  int flag = 0;
  COVERS(MPI_Win_fence);
  reset();
  OK(MPI_Win_fence(MPI_MODE_NOPRECEDE, win));
  MPI_Put(ones, 1, MPI_INT, right, 0, 1, MPI_INT, win);
  OK(MPI_Win_fence(MPI_MODE_NOSUCCEED | MPI_MODE_NOSTORE, win));
  CHECK(cells(0, 1000));
  MPI_Win_get_group(win, &all);
  MPI_Group_incl(all, 1, &left, &from);
  MPI_Group_incl(all, 1, &right, &to);
  COVERS(MPI_Win_post, MPI_Win_start, MPI_Win_complete, MPI_Win_wait);
  reset();
  OK(MPI_Win_post(from, 0, win));
  OK(MPI_Win_start(to, 0, win));
  MPI_Put(ones, 1, MPI_INT, right, 1, 1, MPI_INT, win);
  OK(MPI_Win_complete(win));
  OK(MPI_Win_wait(win));
  CHECK(cells(1, 1000));
  COVERS(MPI_Win_test);
  reset();
  MPI_Win_post(from, 0, win);
  MPI_Win_start(to, 0, win);
  MPI_Put(ones, 1, MPI_INT, right, 2, 1, MPI_INT, win);
  MPI_Win_complete(win);
  while (!flag)
    OK(MPI_Win_test(win, &flag));
  CHECK(cells(2, 1000));
  MPI_Group_free(&all);
  MPI_Group_free(&from);
  MPI_Group_free(&to);
  COVERS(MPI_Win_lock, MPI_Win_unlock);
  reset();
  OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win));
  MPI_Get(got, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
  got[0]++;
  MPI_Put(got, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  OK(MPI_Win_unlock(0, win));
  MPI_Barrier(world);
  if (me == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    CHECK(cells(0, n));
    MPI_Win_unlock(0, win);
  }
  CHECK(1);
}

#define FLUSHES(name, ...)                                                     \
  do {                                                                         \
    COVERS(MPI_##name);                                                        \
    reset();                                                                   \
    MPI_Win_lock_all(0, win);                                                  \
    MPI_Get(got, 1, MPI_INT, right, 7, 1, MPI_INT, win);                       \
    OK(MPI_##name(__VA_ARGS__));                                               \
    CHECK(got[0] == 10 * right + 7);                                           \
    MPI_Win_unlock_all(win);                                                   \
  } while (0)

static void flushes(void)
{
  COVERS(MPI_Win_lock_all, MPI_Win_unlock_all, MPI_Win_sync);
  reset();
  OK(MPI_Win_lock_all(MPI_MODE_NOCHECK, win));
  MPI_Put(ones, 1, MPI_INT, right, 0, 1, MPI_INT, win);
  OK(MPI_Win_sync(win));
  OK(MPI_Win_unlock_all(win));
  MPI_Barrier(world);
  CHECK(cells(0, 1000));
  FLUSHES(Win_flush, right, win);
  FLUSHES(Win_flush_all, win);
  FLUSHES(Win_flush_local, right, win);
  FLUSHES(Win_flush_local_all, win);
}

/* --- windows --- */

/* A put to the right neighbour's first cell arrives. */
static int works(MPI_Win w, int *cell)
{
  int x = 5 + me;
  MPI_Win_fence(0, w);
  MPI_Put(&x, 1, MPI_INT, right, 0, 1, MPI_INT, w);
  MPI_Win_fence(0, w);
  return *cell == 5 + left;
}

#define CREATES(name, ...)                                                     \
  do {                                                                         \
    int *base = array;                                                         \
    MPI_Win w;                                                                 \
    COVERS(MPI_##name, MPI_Win_free);                                          \
    OK(MPI_##name(__VA_ARGS__, MPI_INFO_NULL, world, &base, &w));              \
    CHECK(works(w, base));                                                     \
    OK(MPI_Win_free(&w));                                                      \
    CHECK(w == MPI_WIN_NULL);                                                  \
  } while (0)

static void windows(void)
{
  int array[CELLS], unit = 0, x = 9 + me;
  MPI_Aint size = 0, wide_unit = 0, where, there;
  MPI_Win w;
  int *base;
  CREATES(Win_allocate, sizeof array, sizeof(int));
  CREATES(Win_allocate_c, sizeof array, sizeof(int));
  CREATES(Win_allocate_shared, sizeof array, sizeof(int));
  CREATES(Win_allocate_shared_c, sizeof array, sizeof(int));
  COVERS(MPI_Win_create);
  OK(MPI_Win_create(array, sizeof array, sizeof(int), MPI_INFO_NULL, world,
                    &w));
  CHECK(works(w, array));
  MPI_Win_free(&w);
  COVERS(MPI_Win_create_c);
  OK(MPI_Win_create_c(array, sizeof array, sizeof(int), MPI_INFO_NULL, world,
                      &w));
  CHECK(works(w, array));
  MPI_Win_free(&w);
  COVERS(MPI_Win_shared_query, MPI_Win_shared_query_c);
  MPI_Win_allocate_shared(sizeof array, sizeof(int), MPI_INFO_NULL,
                          MPI_COMM_SELF, &base, &w);
  int *queried = NULL;
  OK(MPI_Win_shared_query(w, 0, &size, &unit, &queried));
  CHECK(size == sizeof array && unit == sizeof(int) && queried == base);
  queried = NULL;
  OK(MPI_Win_shared_query_c(w, MPI_PROC_NULL, &size, &wide_unit, &queried));
  CHECK(size == sizeof array && wide_unit == sizeof(int) && queried == base);
  MPI_Win_free(&w);
  COVERS(MPI_Win_create_dynamic, MPI_Win_attach, MPI_Win_detach);
  OK(MPI_Win_create_dynamic(MPI_INFO_NULL, world, &w));
  OK(MPI_Win_attach(w, array, sizeof array));
  MPI_Get_address(array, &where);
  MPI_Sendrecv(&where, 1, MPI_AINT, left, 0, &there, 1, MPI_AINT, right, 0,
               world, MPI_STATUS_IGNORE);
  MPI_Win_fence(0, w);
  MPI_Put(&x, 1, MPI_INT, right, there, 1, MPI_INT, w);
  MPI_Win_fence(0, w);
  CHECK(array[0] == 9 + left);
  OK(MPI_Win_detach(w, array));
  MPI_Win_free(&w);
}

/* --- what windows know of themselves --- */

static int deleted, met;

static int on_delete(MPI_Win w, int keyval, void *value, void *extra)
{
  (void)w, (void)keyval, (void)value, (void)extra;
  deleted++;
  return MPI_SUCCESS;
}

static void on_error(MPI_Win *w, int *error, ...)
{
  met = *w == win ? *error : -1;
}

static void inquiry(void)
{
  char name[MPI_MAX_OBJECT_NAME];
  MPI_Errhandler handler, same;
  MPI_Group all, other;
  MPI_Info info, used;
  int length, keyval, flag, result, *value = NULL;
  MPI_Aint *size;
  COVERS(MPI_Win_set_name, MPI_Win_get_name);
  OK(MPI_Win_set_name(win, "cells"));
  OK(MPI_Win_get_name(win, name, &length));
  CHECK(strcmp(name, "cells") == 0 && length == 5);
  COVERS(MPI_Win_get_group);
  OK(MPI_Win_get_group(win, &all));
  MPI_Comm_group(world, &other);
  MPI_Group_compare(all, other, &result);
  CHECK(result == MPI_IDENT);
  MPI_Group_free(&all);
  MPI_Group_free(&other);
  COVERS(MPI_Win_set_info, MPI_Win_get_info);
  MPI_Info_create(&info);
  MPI_Info_set(info, "accumulate_ordering", "none");
  OK(MPI_Win_set_info(win, info));
  OK(MPI_Win_get_info(win, &used));
  MPI_Info_get_nkeys(used, &length);
  CHECK(length > 0);
  MPI_Info_free(&info);
  MPI_Info_free(&used);
  COVERS(MPI_Win_create_keyval, MPI_Win_set_attr, MPI_Win_get_attr);
  OK(MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, on_delete, &keyval, NULL));
  OK(MPI_Win_set_attr(win, keyval, &result));
  OK(MPI_Win_get_attr(win, keyval, &value, &flag));
  CHECK(flag && value == &result);
  OK(MPI_Win_get_attr(win, MPI_WIN_SIZE, &size, &flag));
  CHECK(flag && *size == CELLS * (MPI_Aint)sizeof(int));
  COVERS(MPI_Win_delete_attr, MPI_Win_free_keyval);
  OK(MPI_Win_delete_attr(win, keyval));
  CHECK(deleted == 1);
  OK(MPI_Win_get_attr(win, keyval, &value, &flag));
  CHECK(!flag);
  OK(MPI_Win_free_keyval(&keyval));
  CHECK(keyval == MPI_KEYVAL_INVALID);
  COVERS(MPI_Win_create_errhandler, MPI_Win_set_errhandler,
         MPI_Win_get_errhandler, MPI_Win_call_errhandler);
  OK(MPI_Win_create_errhandler(on_error, &handler));
  OK(MPI_Win_set_errhandler(win, handler));
  OK(MPI_Win_get_errhandler(win, &same));
  CHECK(same == handler);
  OK(MPI_Win_call_errhandler(win, MPI_ERR_SIZE));
  CHECK(met == MPI_ERR_SIZE);
  MPI_Errhandler_free(&handler);
  MPI_Errhandler_free(&same);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
}

int main(int argc, char **argv)
{
  covers_begin(&argc, &argv);
  right = (me + 1) % n, left = (me + n - 1) % n;
  MPI_Win_allocate(CELLS * sizeof(int), sizeof(int), MPI_INFO_NULL, world,
                   &memory, &win);
  operations();
  requests();
  synchronisation();
  flushes();
  windows();
  inquiry();
  MPI_Win_free(&win);
  return covers_end();
}
