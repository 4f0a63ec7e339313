/* Datatypes in operations: negative bounds, overlapping sources, entries of no
 * bytes, absolute addresses at the origin (MPI_BOTTOM) and in a dynamic
 * window, displacement units that differ, windows without memory.
 *
 * mpich: no (it does not check the range)
 * run: np=3 twice=1
 * run: np=3 options="--protocol message --progress thread"
 * run: np=3 options="--order late"
 * stdout: ok
 */
#include "check.h"

enum { N = 12 };
static int me, n;

static void fence(MPI_Win win)
{
  ACCEPTED(MPI_Win_fence(0, win));
}

/* Two ints, of which the second lies before the first. */
static void negative_lb(MPI_Win win, int *memory)
{
  int v[4] = {1, 2, 3, 4}, next = (me + 1) % n;
  MPI_Datatype backwards, committed;
  MPI_Type_indexed(2, (int[]){1, 1}, (int[]){0, -1}, MPI_INT, &backwards);
  MPI_Type_create_resized(backwards, -4, 8, &committed);
  MPI_Type_commit(&committed);
  memset(memory, 0, N * sizeof *memory);
  fence(win);
  REFUSED(MPI_ERR_RMA_RANGE,
          MPI_Put(v, 2, MPI_INT, next, 0, 1, committed, win));
  ACCEPTED(MPI_Put(v, 4, MPI_INT, next, 1, 2, committed, win));
  ACCEPTED(MPI_Put(v + 1, 1, committed, next, 10, 2, MPI_INT, win));
  fence(win);
  static const int expected[] = {2, 1, 4, 3};
  for (int i = 0; i < 4; i++)
    SAME(memory[i], expected[i]);
  SAME(memory[10], 2);
  SAME(memory[11], 1);
  MPI_Type_free(&backwards);
  MPI_Type_free(&committed); /* the next fence completes it all the same */
}

/* One int many times over: may be sent, not received. */
static void overlapping(MPI_Win win, int *memory)
{
  int v = 9, r[N], next = (me + 1) % n;
  MPI_Datatype same, nothing;
  MPI_Type_create_resized(MPI_INT, 0, 0, &same);
  MPI_Type_commit(&same);
  MPI_Type_contiguous(0, MPI_INT, &nothing);
  MPI_Type_commit(&nothing);
  memset(memory, 0, N * sizeof *memory);
  fence(win);
  ACCEPTED(MPI_Put(&v, 3, same, next, 0, 3, MPI_INT, win));
  REFUSED(MPI_ERR_TYPE, MPI_Put(&v, 1, MPI_INT, next, 0, 3, same, win));
  REFUSED(MPI_ERR_TYPE, MPI_Get(r, 3, same, next, 0, 3, MPI_INT, win));
  REFUSED(MPI_ERR_TYPE,
          MPI_Accumulate(&v, 1, MPI_INT, next, 0, 2, same, MPI_SUM, win));
  REFUSED(MPI_ERR_TYPE, MPI_Get_accumulate(&v, 1, MPI_INT, r, 2, same, next, 0,
                                           2, MPI_INT, MPI_SUM, win));
  ACCEPTED(MPI_Put(&v, 1, same, next, 4, 1, same, win)); /* once is fine */
  ACCEPTED(MPI_Put(NULL, 5, nothing, next, 0, 7, nothing, win));
  ACCEPTED(MPI_Put(&v, 1000, nothing, next, 0, 0, MPI_INT, win));
  ACCEPTED(MPI_Get(NULL, 0, MPI_INT, next, 1000, 0, MPI_INT, win));
  fence(win);
  ACCEPTED(MPI_Get(r, 2, MPI_INT, next, 0, 2, same, win));
  fence(win);
  static const int expected[] = {9, 9, 9, 0, 9};
  for (int i = 0; i < 5; i++)
    SAME(memory[i], expected[i]);
  SAME(r[0], 9);
  SAME(r[1], 9);
  MPI_Type_free(&same);
  MPI_Type_free(&nothing);
}

/* A struct with the addresses of two variables. */
static MPI_Datatype absolute(int *a, int *b)
{
  MPI_Aint at[2];
  MPI_Datatype type;
  MPI_Get_address(a, &at[0]);
  MPI_Get_address(b, &at[1]);
  MPI_Type_create_hindexed(2, (int[]){1, 1}, at, MPI_INT, &type);
  MPI_Type_commit(&type);
  return type;
}

static void bottom(MPI_Win win, int *memory)
{
  int next = (me + 1) % n, r = -1, s = -1;
  int *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  *a = 100 + me;
  *b = 200 + me;
  MPI_Datatype mine = absolute(a, b), back = absolute(&r, &s);
  fence(win);
  ACCEPTED(MPI_Put(MPI_BOTTOM, 1, mine, next, 0, 2, MPI_INT, win));
  REFUSED(MPI_ERR_RMA_RANGE,
          MPI_Put(MPI_BOTTOM, 1, mine, next, 0, 1, mine, win));
  REFUSED(MPI_ERR_BUFFER,
          MPI_Put(MPI_BOTTOM, 1, MPI_INT, next, 0, 1, MPI_INT, win));
  fence(win);
  SAME(memory[0], 100 + (me + n - 1) % n);
  SAME(memory[1], 200 + (me + n - 1) % n);
  ACCEPTED(MPI_Get(MPI_BOTTOM, 1, back, next, 0, 2, MPI_INT, win));
  fence(win);
  SAME(r, 100 + me);
  SAME(s, 200 + me);
  MPI_Type_free(&mine);
  MPI_Type_free(&back);
  free(a);
  free(b);
}

/* The type names the target's addresses itself, from MPI_BOTTOM on. */
static void dynamic(void)
{
  int next = (me + 1) % n, before = (me + n - 1) % n, v[2] = {31, 32};
  int *a = calloc(4, sizeof *a), *b = calloc(4, sizeof *b);
  MPI_Aint mine[2], theirs[2];
  MPI_Datatype type, relative;
  MPI_Win win;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_attach(win, a, 4 * sizeof *a);
  MPI_Win_attach(win, b, 4 * sizeof *b);
  MPI_Get_address(a + 2, &mine[0]);
  MPI_Get_address(b + 1, &mine[1]);
  MPI_Sendrecv(mine, 2, MPI_AINT, before, 0, theirs, 2, MPI_AINT, next, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Type_create_hindexed(2, (int[]){1, 1}, theirs, MPI_INT, &type);
  MPI_Type_commit(&type);
  MPI_Type_vector(2, 1, -1, MPI_INT, &relative); /* this one and the last */
  MPI_Type_commit(&relative);
  MPI_Win_lock_all(0, win);
  ACCEPTED(MPI_Put(v, 2, MPI_INT, next, 0, 1, type, win));
  MPI_Win_flush(next, win);
  REFUSED(MPI_ERR_RMA_RANGE,
          MPI_Put(v, 2, MPI_INT, next, 4 * (int)sizeof *a, 1, type, win));
  ACCEPTED(MPI_Put(v, 2, MPI_INT, next, MPI_Aint_add(theirs[0], 4), 1, relative,
                   win));
  MPI_Aint addresses[1] = {theirs[1]};
  MPI_Datatype one;
  MPI_Type_create_hindexed_block(1, 1, addresses, MPI_INT, &one);
  MPI_Type_commit(&one);
  ACCEPTED(MPI_Put(v + 1, 1, MPI_INT, next, 0, 1, one, win));
  MPI_Type_free(&one);
  MPI_Type_free(&type);
  MPI_Type_free(&relative);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  SAME(a[3], 31);
  SAME(a[2], 32);
  SAME(b[1], 32);
  MPI_Win_free(&win);
  free(a);
  free(b);
}

/* Each rank has its own unit, rank 0 no memory. */
static void units(void)
{
  int values[N], r = -1;
  MPI_Win win;
  MPI_Win_create(me == 0 ? NULL : values, me == 0 ? 0 : sizeof values,
                 me == 0 ? 1 : 4 * me, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  for (int i = 0; i < N; i++)
    values[i] = 100 * me + i;
  fence(win);
  for (int t = 1; t < n; t++) {
    MPI_Get(&r, 1, MPI_INT, t, 2, 1, MPI_INT, win);
    fence(win);
    SAME(r, 100 * t + 2 * t);
  }
  REFUSED(MPI_ERR_RMA_RANGE, MPI_Get(&r, 1, MPI_BYTE, 0, 0, 1, MPI_BYTE, win));
  ACCEPTED(MPI_Get(&r, 0, MPI_BYTE, 0, 0, 0, MPI_BYTE, win));
  REFUSED(MPI_ERR_RMA_RANGE, MPI_Get(&r, 1, MPI_INT, 2, 6, 1, MPI_INT, win));
  REFUSED(MPI_ERR_DISP, MPI_Get(&r, 1, MPI_INT, 1, -1, 1, MPI_INT, win));
  fence(win);
  MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
  int *memory;
  MPI_Init(&argc, &argv);
  me = world_rank(), n = world_size();
  MPI_Win win = int_window(N, &memory);
  negative_lb(win, memory);
  overlapping(win, memory);
  bottom(win, memory);
  dynamic();
  units();
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
