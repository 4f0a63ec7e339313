/* Compare_and_swap on every type that it takes: the old value always comes
 * back, the new one is stored only on equality, and no neighbouring byte
 * changes.
 *
 * run: np=2
 * run: np=2 options="--protocol message --progress weak"
 * stdout: ok
 */
#include "check.h"
#include <stdbool.h>
#include <stdint.h>

#define TRY(TYPE, NAME)                                                        \
  do {                                                                         \
    TYPE cells[3] = {1, 1, 1}, new = 0, wrong = 0, right = 1, got = 0;         \
    MPI_Put(cells, sizeof cells, MPI_BYTE, other, 0, sizeof cells, MPI_BYTE,   \
            win);                                                              \
    MPI_Win_flush(other, win);                                                 \
    MPI_Compare_and_swap(&new, &wrong, &got, NAME, other, sizeof(TYPE), win);  \
    MPI_Win_flush(other, win);                                                 \
    if (got != 1) complain(__FILE__, __LINE__, #NAME ": old value");           \
    MPI_Get(cells, sizeof cells, MPI_BYTE, other, 0, sizeof cells, MPI_BYTE,   \
            win);                                                              \
    MPI_Win_flush(other, win);                                                 \
    if (cells[1] != 1) complain(__FILE__, __LINE__, #NAME ": swapped");        \
    got = 0;                                                                   \
    MPI_Compare_and_swap(&new, &right, &got, NAME, other, sizeof(TYPE), win);  \
    MPI_Win_flush(other, win);                                                 \
    if (got != 1) complain(__FILE__, __LINE__, #NAME ": old value");           \
    MPI_Get(cells, sizeof cells, MPI_BYTE, other, 0, sizeof cells, MPI_BYTE,   \
            win);                                                              \
    MPI_Win_flush(other, win);                                                 \
    if (cells[0] != 1 || cells[1] != 0 || cells[2] != 1)                       \
      complain(__FILE__, __LINE__, #NAME ": not swapped");                     \
  } while (0)

int main(int argc, char **argv)
{
  char *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  int other = 1 - world_rank();
  MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  TRY(signed char, MPI_SIGNED_CHAR);
  TRY(unsigned char, MPI_UNSIGNED_CHAR);
  TRY(short, MPI_SHORT);
  TRY(unsigned short, MPI_UNSIGNED_SHORT);
  TRY(int, MPI_INT);
  TRY(unsigned, MPI_UNSIGNED);
  TRY(long, MPI_LONG);
  TRY(unsigned long, MPI_UNSIGNED_LONG);
  TRY(long long, MPI_LONG_LONG);
  TRY(unsigned long long, MPI_UNSIGNED_LONG_LONG);
  TRY(int8_t, MPI_INT8_T);
  TRY(uint16_t, MPI_UINT16_T);
  TRY(int32_t, MPI_INT32_T);
  TRY(uint64_t, MPI_UINT64_T);
  TRY(bool, MPI_C_BOOL);
  TRY(unsigned char, MPI_BYTE);
  TRY(MPI_Aint, MPI_AINT);
  TRY(MPI_Offset, MPI_OFFSET);
  TRY(MPI_Count, MPI_COUNT);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
