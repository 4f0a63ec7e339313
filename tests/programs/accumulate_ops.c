/* Every predefined operation on every type of C that it takes, by
 * MPI_Accumulate and MPI_Get_accumulate. Rank by rank, each combines its value
 * into a cell of rank 0; the result is compared with the same computed here.
 *
 * run: np=4
 * run: np=4 options="--protocol message --progress weak"
 * stdout: ok
 * build: -O0
 */
#include "check.h"
#include <complex.h>
#include <stdbool.h>
#include <stdint.h>

static int me, n;
static MPI_Win win;
static void *memory;

/* The ranks take their turns, so that the result is one. */
static void turns_begin(void)
{
  MPI_Barrier(MPI_COMM_WORLD);
  if (me > 0)
    MPI_Recv(NULL, 0, MPI_INT, me - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void turns_end(void)
{
  if (me + 1 < n) MPI_Send(NULL, 0, MPI_INT, me + 1, 1, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
}

/* Combine `value` (two elements) into rank 0's cells, which hold `start`;
 * before and after come back. */
static void combine(const void *start, const void *value, size_t size,
                    MPI_Datatype type, MPI_Op op, void *before, void *after)
{
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  if (me == 0) memcpy(memory, start, 2 * size);
  if (me == 0) memcpy((char *)memory + 2 * size, start, 2 * size);
  MPI_Win_unlock(0, win);
  turns_begin();
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Accumulate(value, 2, type, 0, 0, 2, type, op, win);
  MPI_Get_accumulate(value, 2, type, before, 2, type, 0, 2 * size, 2, type, op,
                     win);
  MPI_Win_unlock(0, win);
  turns_end();
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Get(after, 4 * size, MPI_BYTE, 0, 0, 4 * size, MPI_BYTE, win);
  MPI_Win_unlock(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
}

/* EXPRESSION combines a (there) and b (from the rank). VALUE gives what rank r
 * brings as element i; START is what lies there. */
#define TRY(TYPE, NAME, OP, EXPRESSION, START, VALUE)                          \
  do {                                                                         \
    TYPE start[2], value[2], before[2], after[4], now[2], mine[2];             \
    memset(mine, 0, sizeof mine);                                              \
    for (int i = 0; i < 2; i++)                                                \
      start[i] = now[i] = (TYPE)(START);                                       \
    for (int r = 0; r < n; r++)                                                \
      for (int i = 0; i < 2; i++) {                                            \
        TYPE a = now[i], b = (TYPE)(VALUE);                                    \
        if (r == me) mine[i] = a, value[i] = b;                                \
        now[i] = (TYPE)(EXPRESSION);                                           \
      }                                                                        \
    combine(start, value, sizeof(TYPE), NAME, OP, before, after);              \
    for (int i = 0; i < 2; i++)                                                \
      if (before[i] != mine[i] || after[i] != now[i] ||                        \
          after[2 + i] != now[i])                                              \
        complain(__FILE__, __LINE__, #NAME " " #OP);                           \
  } while (0)

#define ORDERED(T, N)                                                          \
  do {                                                                         \
    TRY(T, N, MPI_SUM, a + b, 3, r + i + 1);                                   \
    TRY(T, N, MPI_PROD, a *b, 1, r % 2 + i + 1);                               \
    TRY(T, N, MPI_MAX, a > b ? a : b, 2, (r * 3 + i) % 5);                     \
    TRY(T, N, MPI_MIN, a < b ? a : b, 4, (r * 3 + i + 2) % 5);                 \
    TRY(T, N, MPI_REPLACE, b, 9, r + 10 * i + 1);                              \
  } while (0)
#define LOGICAL(T, N)                                                          \
  do {                                                                         \
    TRY(T, N, MPI_LAND, a &&b, 1, (r + i) % 3);                                \
    TRY(T, N, MPI_LOR, a || b, 0, (r + i) % 2);                                \
    TRY(T, N, MPI_LXOR, !a != !b, 1, (r + i) % 3);                             \
  } while (0)
#define BITS(T, N)                                                             \
  do {                                                                         \
    TRY(T, N, MPI_BAND, a &b, 0x7f, 0x7f - (1 << (r + i)));                    \
    TRY(T, N, MPI_BOR, a | b, 1, 1 << (r + i));                                \
    TRY(T, N, MPI_BXOR, a ^ b, 0x15, 3 << (r + i));                            \
  } while (0)
#define INTEGER(T, N)                                                          \
  do {                                                                         \
    ORDERED(T, N);                                                             \
    LOGICAL(T, N);                                                             \
    BITS(T, N);                                                                \
  } while (0)
#define COMPLEX(T, N)                                                          \
  do {                                                                         \
    TRY(T, N, MPI_SUM, a + b, 3, r + i * I);                                   \
    TRY(T, N, MPI_PROD, a *b, 1, 1 + i + (r + 1) * I);                         \
    TRY(T, N, MPI_REPLACE, b, 9, r + i * I);                                   \
  } while (0)

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  me = world_rank();
  n = world_size();
  MPI_Win_allocate(256, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  INTEGER(signed char, MPI_SIGNED_CHAR);
  INTEGER(unsigned char, MPI_UNSIGNED_CHAR);
  INTEGER(short, MPI_SHORT);
  INTEGER(unsigned short, MPI_UNSIGNED_SHORT);
  INTEGER(int, MPI_INT);
  INTEGER(unsigned, MPI_UNSIGNED);
  INTEGER(long, MPI_LONG);
  INTEGER(unsigned long, MPI_UNSIGNED_LONG);
  INTEGER(long long, MPI_LONG_LONG);
  INTEGER(unsigned long long, MPI_UNSIGNED_LONG_LONG);
  INTEGER(int8_t, MPI_INT8_T);
  INTEGER(int16_t, MPI_INT16_T);
  INTEGER(int32_t, MPI_INT32_T);
  INTEGER(int64_t, MPI_INT64_T);
  INTEGER(uint8_t, MPI_UINT8_T);
  INTEGER(uint16_t, MPI_UINT16_T);
  INTEGER(uint32_t, MPI_UINT32_T);
  INTEGER(uint64_t, MPI_UINT64_T);
  ORDERED(MPI_Aint, MPI_AINT);
  BITS(MPI_Aint, MPI_AINT);
  ORDERED(MPI_Offset, MPI_OFFSET);
  BITS(MPI_Offset, MPI_OFFSET);
  ORDERED(MPI_Count, MPI_COUNT);
  BITS(MPI_Count, MPI_COUNT);
  ORDERED(float, MPI_FLOAT);
  ORDERED(double, MPI_DOUBLE);
  LOGICAL(bool, MPI_C_BOOL);
  BITS(unsigned char, MPI_BYTE);
  TRY(unsigned char, MPI_BYTE, MPI_REPLACE, b, 9, r + 10 * i + 1);
  COMPLEX(float complex, MPI_C_FLOAT_COMPLEX);
  COMPLEX(double complex, MPI_C_DOUBLE_COMPLEX);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
