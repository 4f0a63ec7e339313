/* Put and get with derived types at origin and target: rows to columns, structs
 * with gaps, subarrays, indexed blocks, negative strides, resized types, many
 * elements of a type; bytes in gaps stay.
 *
 * run: np=2
 * run: np=2 options="--protocol message --progress weak"
 * run: np=2 options="--network fluid"
 * stdout: ok
 */
#include "check.h"
#include <stddef.h>

enum { SIDE = 12, CELLS = SIDE * SIDE };

static int *memory, other;
static MPI_Win win;

/* Send 0, 1, 2, ... through `to` at the target, fetch it back through the same
 * type; check that CELLS - count cells kept -1. */
static void there_and_back(MPI_Datatype to, int times, MPI_Aint at, int count)
{
  int values[CELLS], back[CELLS], here[CELLS], kept = 0, sum = 0;
  MPI_Type_commit(&to);
  for (int i = 0; i < CELLS; i++)
    values[i] = i, back[i] = -2;
  MPI_Win_fence(0, win);
  for (int i = 0; i < CELLS; i++)
    memory[i] = -1;
  MPI_Win_fence(0, win);
  MPI_Put(values, count, MPI_INT, other, at, times, to, win);
  MPI_Win_fence(0, win);
  MPI_Get(back, count, MPI_INT, other, at, times, to, win);
  MPI_Win_fence(0, win);
  memcpy(here, memory, sizeof here);
  for (int i = 0; i < count; i++)
    SAME(back[i], i);
  SAME(back[count], -2);
  for (int i = 0; i < CELLS; i++) {
    kept += here[i] == -1;
    sum += here[i] == -1 ? 0 : here[i];
  }
  SAME(kept, CELLS - count);
  SAME(sum, count * (count - 1) / 2);
  MPI_Type_free(&to);
}

static void shapes(void)
{
  MPI_Datatype t, column;
  int lengths[3] = {1, 3, 2}, places[3] = {7, 0, 20};
  int sizes[2] = {SIDE, SIDE}, subsizes[2] = {3, 4}, starts[2] = {5, 6};
  MPI_Aint bytes[3] = {40, 0, 100};
  MPI_Type_contiguous(6, MPI_INT, &t);
  there_and_back(t, 2, 3, 12);
  MPI_Type_vector(SIDE, 1, SIDE, MPI_INT, &t);
  there_and_back(t, 1, 5, SIDE);
  MPI_Type_vector(4, 2, -5, MPI_INT, &t);
  there_and_back(t, 1, 40, 8);
  MPI_Type_create_hvector(3, 2, 44, MPI_INT, &t);
  there_and_back(t, 1, 0, 6);
  MPI_Type_indexed(3, lengths, places, MPI_INT, &t);
  there_and_back(t, 2, 0, 12);
  MPI_Type_create_hindexed(3, lengths, bytes, MPI_INT, &t);
  there_and_back(t, 1, 9, 6);
  MPI_Type_create_indexed_block(3, 2, places, MPI_INT, &t);
  there_and_back(t, 1, 1, 6);
  MPI_Type_create_hindexed_block(3, 2, bytes, MPI_INT, &t);
  there_and_back(t, 1, 1, 6);
  MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT,
                           &t);
  there_and_back(t, 1, 0, 12);
  MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_FORTRAN,
                           MPI_INT, &t);
  there_and_back(t, 1, 0, 12);
  MPI_Type_vector(SIDE, 1, SIDE, MPI_INT, &column);
  MPI_Type_create_resized(column, 0, 2 * sizeof(int), &t);
  there_and_back(t, 3, 2, 3 * SIDE); /* every second column */
  MPI_Type_free(&column);
}

/* A struct with holes. */
static void structs(void)
{
  struct here {
    char c;
    double d;
    short s[2];
  } mine[3], *there = (struct here *)memory;
  MPI_Datatype kinds[3] = {MPI_CHAR, MPI_DOUBLE, MPI_SHORT}, t, mine_type;
  int lengths[3] = {1, 1, 2};
  MPI_Aint at[3] = {offsetof(struct here, c), offsetof(struct here, d),
                    offsetof(struct here, s)};
  MPI_Type_create_struct(3, lengths, at, kinds, &t);
  MPI_Type_create_resized(t, 0, sizeof(struct here), &mine_type);
  MPI_Type_commit(&mine_type);
  memset(mine, 0x11, sizeof mine);
  for (int i = 0; i < 3; i++) {
    mine[i].c = 'a' + i;
    mine[i].d = i + 0.25;
    mine[i].s[0] = i, mine[i].s[1] = -i;
  }
  MPI_Win_fence(0, win);
  memset(there, 0x77, sizeof mine);
  MPI_Win_fence(0, win);
  MPI_Put(mine, 3, mine_type, other, 0, 3, mine_type, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 3; i++) {
    CHECK(there[i].c == 'a' + i && there[i].d == i + 0.25);
    CHECK(there[i].s[0] == i && there[i].s[1] == -i);
    SAME(((char *)&there[i])[1], 0x77); /* the hole */
  }
  MPI_Type_free(&mine_type);
  MPI_Type_free(&t);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  other = 1 - world_rank();
  win = int_window(CELLS, &memory);
  shapes();
  structs();
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
