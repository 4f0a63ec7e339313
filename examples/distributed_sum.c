/* Indirect access to a distributed array: a sum, a gather and a scatter.
 *
 * The arrays A, B and map are distributed in blocks, `BLOCK` elements per
 * rank. With one loop over its block of map, each rank computes
 *
 *   B(j) = sum of A(i) over all i with map(i) = j    MPI_Accumulate
 *   B(i) = A(map(i))                                 MPI_Get
 *   B(map(i)) = A(i), map a permutation              MPI_Put
 *
 * The first is the example of the MPI standard's chapter on one-sided
 * communication. To look at: only the sum allows several i with the same
 * map(i), as only accumulates are atomic; two puts to one place would be a
 * conflict. Nobody on the side of the target takes part but for the fences.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { BLOCK = 24 };

static long ranks, me, n; /* n: global length */

/* The owner of a global index, and its place there. */
static int owner(long i)
{
  return (int)(i / BLOCK);
}

static MPI_Aint place(long i)
{
  return i % BLOCK;
}

/* A(i) of the global array. */
static long a_of(long i)
{
  return 3 * i + 1;
}

/* Seven indices in a row share a target, far from the block they are in. */
static long many_to_one(long i)
{
  return (i / 7 * 5 + n / 2) % n;
}

/* n is a multiple of 24: i -> n-1-i, with odd and even places exchanged. */
static long permutation(long i)
{
  return (n - 1 - i) ^ 1;
}

static void sum_with_accumulate(const long *a, const long *map, MPI_Win b_win)
{
  MPI_Win_fence(MPI_MODE_NOPRECEDE, b_win);
  for (int i = 0; i < BLOCK; i++)
    MPI_Accumulate(&a[i], 1, MPI_LONG, owner(map[i]), place(map[i]), 1,
                   MPI_LONG, MPI_SUM, b_win);
  MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, b_win);
}

static void gather_with_get(long *b, const long *map, MPI_Win a_win)
{
  MPI_Win_fence(MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE, a_win);
  for (int i = 0; i < BLOCK; i++)
    MPI_Get(&b[i], 1, MPI_LONG, owner(map[i]), place(map[i]), 1, MPI_LONG,
            a_win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, a_win);
}

static void scatter_with_put(const long *a, const long *map, MPI_Win b_win)
{
  MPI_Win_fence(MPI_MODE_NOPRECEDE, b_win);
  for (int i = 0; i < BLOCK; i++)
    MPI_Put(&a[i], 1, MPI_LONG, owner(map[i]), place(map[i]), 1, MPI_LONG,
            b_win);
  MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, b_win);
}

/* The exact B of the sum at j, by asking every i. */
static long exact_sum(long j)
{
  long sum = 0;
  for (long block = 0; block < (n + 6) / 7; block++)
    if ((block * 5 + n / 2) % n == j)
      for (long i = block * 7; i < block * 7 + 7 && i < n; i++)
        sum += a_of(i);
  return sum;
}

/* Rank 0 prints the sum of all B and how many elements are wrong. */
static int verdict(const char *name, const long *b, const long *expected)
{
  long mine[2] = {0, 0}, all[2];
  for (int i = 0; i < BLOCK; i++) {
    mine[0] += b[i];
    mine[1] += b[i] != expected[i];
  }
  MPI_Allreduce(mine, all, 2, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  if (me == 0)
    printf("%-8s sum of B %ld, %ld of %ld elements wrong\n", name, all[0],
           all[1], n);
  return all[1] != 0;
}

int main(int argc, char **argv)
{
  int size, rank, bad = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  ranks = size;
  me = rank;
  n = ranks * BLOCK;

  long *a, *b, map[BLOCK], expected[BLOCK];
  MPI_Win a_win, b_win;
  MPI_Win_allocate(BLOCK * sizeof(long), sizeof(long), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &a, &a_win);
  MPI_Win_allocate(BLOCK * sizeof(long), sizeof(long), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &b, &b_win);
  long first = me * BLOCK;
  for (int i = 0; i < BLOCK; i++)
    a[i] = a_of(first + i);

  for (int i = 0; i < BLOCK; i++) {
    b[i] = 0;
    map[i] = many_to_one(first + i);
    expected[i] = exact_sum(first + i);
  }
  sum_with_accumulate(a, map, b_win);
  bad |= verdict("sum", b, expected);

  for (int i = 0; i < BLOCK; i++)
    expected[i] = a_of(map[i]);
  gather_with_get(b, map, a_win);
  bad |= verdict("gather", b, expected);

  /* The permutation is its own inverse, so B(j) = A(map(j)). */
  for (int i = 0; i < BLOCK; i++) {
    map[i] = permutation(first + i);
    expected[i] = a_of(map[i]);
    b[i] = -1;
  }
  scatter_with_put(a, map, b_win);
  bad |= verdict("scatter", b, expected);

  MPI_Win_free(&b_win);
  MPI_Win_free(&a_win);
  MPI_Finalize();
  return bad;
}
