/* A hash table distributed over all ranks, filled by all of them at once with
 * MPI_Compare_and_swap.
 *
 * Each rank holds SLOTS slots of a key and a count. A key belongs to one rank
 * and starts at one slot there, both given by its hash. To insert a key, a rank
 * tries to swap it for EMPTY in that slot; the old key that comes back says
 * whether the slot was free, held this very key, or belongs to another key,
 * in which case the next slot is tried. Then it adds one to the count.
 *
 * To look at: the swap both tests and takes the slot, so no lock is needed; a
 * key never leaves its slot. Keys and counts are separate words, as the two are
 * changed by different operations, which MPI does not order with one another.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

enum { SLOTS = 64, PER_RANK = 24, WORDS = 2 * SLOTS };
static const uint64_t EMPTY = 0;

/* splitmix64's finaliser: a bijection, so distinct keys are easily made. */
static uint64_t mix(uint64_t x)
{
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

/* Insert or count a key. Returns how many slots were looked at; 0: full. */
static int table_insert(MPI_Win win, int ranks, uint64_t key)
{
  static const uint64_t one = 1; /* outlives the accumulate */
  uint64_t hash = mix(key), before;
  int owner = (int)(hash % ranks), start = (int)(hash / ranks % SLOTS);
  for (int i = 0; i < SLOTS; i++) {
    int slot = (start + i) % SLOTS;
    MPI_Compare_and_swap(&key, &EMPTY, &before, MPI_UINT64_T, owner, slot, win);
    MPI_Win_flush(owner, win);
    if (before != EMPTY && before != key) continue;
    MPI_Accumulate(&one, 1, MPI_UINT64_T, owner, SLOTS + slot, 1, MPI_UINT64_T,
                   MPI_SUM, win);
    return i + 1;
  }
  return 0;
}

/* The k-th key of a rank. Every third is common to a pair of ranks. */
static uint64_t key_of(int rank, int k)
{
  int maker = k % 3 ? rank : rank / 2 * 2;
  return mix((uint64_t)maker * PER_RANK + k + 1);
}

int main(int argc, char **argv)
{
  int me, ranks;
  uint64_t *table;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Win_allocate(sizeof(uint64_t) * WORDS, sizeof(uint64_t), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &table, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < WORDS; i++)
    table[i] = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);

  long full = 0;
  for (int k = 0; k < PER_RANK; k++)
    full += table_insert(win, ranks, key_of(me, k)) == 0;
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);

  /* Keys, insertions, and a sum over all keys, in my part of the table. */
  uint64_t mine[5] = {0, 0, 0, 0, full}, all[5];
  for (int slot = 0; slot < SLOTS; slot++) {
    mine[0] += table[slot] != EMPTY;
    mine[1] += table[SLOTS + slot];
    mine[2] += table[slot] * table[SLOTS + slot];
  }
  for (int k = 0; k < PER_RANK; k++)
    mine[3] += key_of(me, k);
  MPI_Win_unlock_all(win);
  MPI_Allreduce(mine, all, 5, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);

  uint64_t inserted = (uint64_t)ranks * PER_RANK;
  uint64_t distinct = inserted - (uint64_t)(ranks / 2) * (PER_RANK / 3);
  int good = all[0] == distinct && all[1] == inserted && all[2] == all[3] &&
             all[4] == 0;
  if (me == 0)
    printf("%llu insertions of %llu keys: %s\n", (unsigned long long)all[1],
           (unsigned long long)all[0], good ? "all found" : "WRONG");
  MPI_Win_free(&win);
  MPI_Finalize();
  return !good;
}
