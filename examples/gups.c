/* Random updates of a distributed table: the GUPS benchmark with
 * MPI_Accumulate.
 *
 *   gups           check
 *   gups UPDATES   also print the rate of that many updates per rank
 *
 * Each rank draws random numbers; a number chooses a word of the table, on any
 * rank, and is combined into it by exclusive or. To look at: the updates of a
 * batch are issued without waiting, then one MPI_Win_flush_all completes them;
 * accumulates are atomic word by word, so no update is lost, whatever their
 * order. The batch's values must stay untouched until MPI_Win_flush_local_all.
 *
 * The check: every update applied twice cancels itself.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORDS = 256, BATCH = 32 };

/* The next random number (xorshift64). */
static uint64_t draw(uint64_t *state)
{
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

static void update(MPI_Win win, int me, int ranks, int updates)
{
  uint64_t state = 0x9e3779b97f4a7c15 * (me + 1), values[BATCH];
  for (int done = 0; done < updates; done += BATCH) {
    for (int i = 0; i < BATCH && done + i < updates; i++) {
      values[i] = draw(&state);
      int target = (int)((values[i] >> 32) % (uint64_t)ranks);
      MPI_Accumulate(&values[i], 1, MPI_UINT64_T, target, values[i] % WORDS, 1,
                     MPI_UINT64_T, MPI_BXOR, win);
    }
    MPI_Win_flush_local_all(win);
  }
  MPI_Win_flush_all(win);
}

int main(int argc, char **argv)
{
  int me, ranks, updates = 48;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc > 1) updates = atoi(argv[1]);

  MPI_Win win;
  uint64_t *table;
  MPI_Win_allocate(sizeof(uint64_t) * WORDS, sizeof(uint64_t), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &table, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < WORDS; i++)
    table[i] = i;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);

  double start = MPI_Wtime();
  update(win, me, ranks, updates);
  MPI_Barrier(MPI_COMM_WORLD);
  double seconds = MPI_Wtime() - start;
  MPI_Win_sync(win);
  long mine[2] = {0, 0}, all[2];
  for (int i = 0; i < WORDS; i++)
    mine[0] += table[i] != (uint64_t)i;
  MPI_Barrier(MPI_COMM_WORLD); /* nobody reads any more */

  update(win, me, ranks, updates);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  for (int i = 0; i < WORDS; i++)
    mine[1] += table[i] != (uint64_t)i;
  MPI_Win_unlock_all(win);

  MPI_Allreduce(mine, all, 2, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  if (me == 0) {
    printf("%d updates: %ld words changed; the same again: %ld changed\n",
           updates * ranks, all[0], all[1]);
    if (argc > 1) printf("%.6f GUP/s\n", 1e-9 * updates * ranks / seconds);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return all[1] != 0 || all[0] == 0;
}
