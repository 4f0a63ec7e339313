/* Fetch_and_op with every operation and some types; all numbers handed out
 * differ; MPI_NO_OP reads, MPI_REPLACE swaps, nothing is lost.
 *
 * run: np=6 twice=1
 * run: np=6 options="--protocol message --progress weak"
 * run: np=6 options="--order seed=3"
 * stdout: ok
 */
#include "check.h"
#include <stdint.h>

enum { PER_RANK = 10 };

int main(int argc, char **argv)
{
  int64_t *memory, one = 1, got, sum = 0, all;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  int me = world_rank(), n = world_size(), total = n * PER_RANK;
  MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 8; i++)
    memory[i] = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);

  int64_t last = -1;
  for (int i = 0; i < PER_RANK; i++) {
    MPI_Fetch_and_op(&one, &got, MPI_INT64_T, 0, 0, MPI_SUM, win);
    MPI_Win_flush(0, win);
    CHECK(got > last);
    last = got;
    sum += got;
  }
  MPI_Allreduce(&sum, &all, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  SAME(all, total * (total - 1) / 2);

  /* A token per rank goes through one cell; none gets lost. */
  int64_t token = me + 1;
  for (int i = 0; i < PER_RANK; i++) {
    MPI_Fetch_and_op(&token, &got, MPI_INT64_T, 0, 1, MPI_REPLACE, win);
    MPI_Win_flush(0, win);
    token = got;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Fetch_and_op(NULL, &got, MPI_INT64_T, 0, 1, MPI_NO_OP, win);
  MPI_Win_flush(0, win);
  MPI_Allreduce(&token, &all, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  SAME(all + got, n * (n + 1) / 2);

  int64_t bit = 1 << me, high = me * 7 % 5;
  MPI_Fetch_and_op(&bit, &got, MPI_INT64_T, 0, 2, MPI_BOR, win);
  MPI_Fetch_and_op(&bit, &got, MPI_INT64_T, 0, 3, MPI_BXOR, win);
  MPI_Fetch_and_op(&high, &got, MPI_INT64_T, 0, 4, MPI_MAX, win);
  float half = 0.5f, got_half;
  char letter = 'x', got_letter;
  MPI_Fetch_and_op(&half, &got_half, MPI_FLOAT, me, 5, MPI_SUM, win);
  MPI_Fetch_and_op(&letter, &got_letter, MPI_BYTE, me, 6, MPI_REPLACE, win);
  MPI_Win_flush_all(win);
  CHECK(got_half == 0 && got_letter == 0);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) {
    SAME(memory[2], (1 << n) - 1);
    SAME(memory[3], (1 << n) - 1);
    SAME(memory[4], n > 3 ? 4 : memory[4]);
  }
  SAME(*(float *)&memory[5], 0.5);
  SAME(*(char *)&memory[6], 'x');
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
