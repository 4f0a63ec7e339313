/* A global counter as a tree: what programs did before MPI had fetch_and_op.
 *
 * In one epoch an operation cannot use what another one brings, so "get the
 * counter, then put it plus one" takes two epochs and is not atomic. A tree of
 * partial sums does it in one. It is a binary tree with a leaf per rank, kept
 * at rank 0; each node holds how many numbers the ranks below it have taken.
 * A rank that wants a number locks rank 0 exclusively and, in the same epoch,
 *   adds one to the nodes on its path from leaf to root  (MPI_Accumulate)
 *   reads the siblings of those nodes                    (MPI_Get)
 * It knows how many it has taken itself; with the siblings' counts that is the
 * total so far, its number. The two sets of nodes are disjoint, as one epoch
 * demands.
 *
 * To look at: two indexed types choose the nodes, so that a number costs two
 * operations and one lock, whatever the tree's depth. Compare the simulated
 * time with counter.c's: the lock makes all wait for one another.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { PER_RANK = 3, DEPTH_MAX = 32 };

struct counter {
  MPI_Win win;
  int depth;             /* levels below the root */
  MPI_Datatype path;     /* my nodes below the root */
  MPI_Datatype siblings; /* their siblings */
  int taken;             /* numbers I have taken */
  int ones[DEPTH_MAX];
};

/* Node 1 is the root, node i has the children 2i and 2i+1. */
static void counter_open(struct counter *c, int me, int ranks)
{
  int leaves = 1, path[DEPTH_MAX], siblings[DEPTH_MAX], *nodes;
  for (c->depth = 0; leaves < ranks; leaves *= 2)
    c->depth++;
  for (int level = 0, node = leaves + me; level < c->depth; node /= 2) {
    path[level] = node;
    siblings[level++] = node ^ 1;
  }
  MPI_Type_create_indexed_block(c->depth, 1, path, MPI_INT, &c->path);
  MPI_Type_create_indexed_block(c->depth, 1, siblings, MPI_INT, &c->siblings);
  MPI_Type_commit(&c->path);
  MPI_Type_commit(&c->siblings);
  for (int level = 0; level < c->depth; level++)
    c->ones[level] = 1;
  c->taken = 0;

  MPI_Aint size = me == 0 ? sizeof(int) * 2 * leaves : 0;
  MPI_Win_allocate(size, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &nodes,
                   &c->win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, me, 0, c->win);
  for (int i = 0; me == 0 && i < 2 * leaves; i++)
    nodes[i] = 0;
  MPI_Win_unlock(me, c->win);
  MPI_Barrier(MPI_COMM_WORLD);
}

static int counter_next(struct counter *c)
{
  int counts[DEPTH_MAX], number = c->taken++;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, c->win);
  MPI_Accumulate(c->ones, c->depth, MPI_INT, 0, 0, 1, c->path, MPI_SUM, c->win);
  MPI_Get(counts, c->depth, MPI_INT, 0, 0, 1, c->siblings, c->win);
  MPI_Win_unlock(0, c->win);
  for (int level = 0; level < c->depth; level++)
    number += counts[level];
  return number;
}

static void counter_close(struct counter *c)
{
  MPI_Type_free(&c->path);
  MPI_Type_free(&c->siblings);
  MPI_Win_free(&c->win);
}

int main(int argc, char **argv)
{
  int me, ranks;
  struct counter counter;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  counter_open(&counter, me, ranks);

  long mine[3] = {0, 0, 0}, all[3], last = -1;
  for (int i = 0; i < PER_RANK; i++) {
    long number = counter_next(&counter);
    mine[0] += number;
    mine[1] += number * number;
    mine[2] += number <= last;
    last = number;
  }
  counter_close(&counter);
  MPI_Allreduce(mine, all, 3, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);

  long n = (long)ranks * PER_RANK;
  int good = all[0] == n * (n - 1) / 2 && all[2] == 0 &&
             all[1] == (n - 1) * n * (2 * n - 1) / 6;
  if (me == 0)
    printf("%ld numbers from a tree of depth %d, sum %ld: %s\n", n,
           counter.depth, all[0], good ? "each once" : "WRONG");
  MPI_Finalize();
  return !good;
}
