/* A linked list whose elements live on all ranks, in a dynamic window.
 *
 * Elements are made one by one, wherever they are needed: MPI_Win_attach adds
 * each to the window. In a dynamic window a displacement is an address at the
 * target, from MPI_Get_address there; a global pointer is such an address with
 * the rank, packed into 64 bits so that one atomic operation can change it.
 *
 * All ranks append at once. An element becomes the last one by swapping
 * (MPI_Fetch_and_op with MPI_REPLACE) its pointer with the shared tail, which
 * gives its predecessor; then it is linked to that. In the end rank 0 walks the
 * list with MPI_Get.
 *
 * To look at: an append takes one swap and one link, without retries; a reader
 * at that moment may see a gap, so rank 0 walks only after a barrier. Memory is
 * detached by the rank that attached it, after everybody is done.
 */
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { PER_RANK = 4 };

/* Rank in the upper 16 bits, address in the lower 48; 0 is no element. */
typedef uint64_t pointer;

struct element {
  pointer next;
  int64_t value;
};

static pointer pointer_to(int rank, const void *address)
{
  MPI_Aint at;
  MPI_Get_address(address, &at);
  return (pointer)rank << 48 | (pointer)at;
}

static int pointer_rank(pointer p)
{
  return (int)(p >> 48);
}

static MPI_Aint pointer_address(pointer p)
{
  return (MPI_Aint)(p & 0xffffffffffff);
}

/* Make `e`, which is attached, the last element. */
static void list_append(MPI_Win win, pointer tail, int me, struct element *e)
{
  pointer self = pointer_to(me, e), before;
  MPI_Fetch_and_op(&self, &before, MPI_UINT64_T, pointer_rank(tail),
                   pointer_address(tail), MPI_REPLACE, win);
  MPI_Win_flush(pointer_rank(tail), win);
  MPI_Aint link =
      MPI_Aint_add(pointer_address(before), offsetof(struct element, next));
  MPI_Accumulate(&self, 1, MPI_UINT64_T, pointer_rank(before), link, 1,
                 MPI_UINT64_T, MPI_REPLACE, win);
  MPI_Win_flush(pointer_rank(before), win);
}

/* Walk from the first element; count the values' sum, squares and order. */
static long list_walk(MPI_Win win, pointer at, int ranks, long *sum,
                      long *squares, long *disorder)
{
  long length = 0, *newest = malloc(sizeof(long) * ranks);
  for (int i = 0; i < ranks; i++)
    newest[i] = -1;
  *sum = *squares = *disorder = 0;
  while (at) {
    struct element e;
    MPI_Get(&e, sizeof e, MPI_BYTE, pointer_rank(at), pointer_address(at),
            sizeof e, MPI_BYTE, win);
    MPI_Win_flush(pointer_rank(at), win);
    *disorder += e.value <= newest[pointer_rank(at)];
    newest[pointer_rank(at)] = e.value;
    *sum += e.value;
    *squares += e.value * e.value;
    length++;
    at = e.next;
  }
  free(newest);
  return length;
}

int main(int argc, char **argv)
{
  int me, ranks, good = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);

  /* Rank 0 has an element that is always there, and the tail. */
  MPI_Win win;
  struct element head = {0, -1};
  pointer tail_word = pointer_to(me, &head), tail;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (me == 0) {
    MPI_Win_attach(win, &head, sizeof head);
    MPI_Win_attach(win, &tail_word, sizeof tail_word);
  }
  tail = pointer_to(me, &tail_word);
  MPI_Bcast(&tail, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);

  struct element *mine[PER_RANK];
  for (int i = 0; i < PER_RANK; i++) {
    mine[i] = malloc(sizeof *mine[i]);
    mine[i]->next = 0;
    mine[i]->value = (long)me * PER_RANK + i;
    MPI_Win_attach(win, mine[i], sizeof *mine[i]);
    MPI_Win_sync(win); /* what was stored is there before it is linked */
    list_append(win, tail, me, mine[i]);
  }

  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) {
    long n = (long)ranks * PER_RANK, sum, squares, disorder;
    MPI_Win_sync(win);
    long length = list_walk(win, head.next, ranks, &sum, &squares, &disorder);
    good = length == n && sum == n * (n - 1) / 2 && disorder == 0 &&
           squares == (n - 1) * n * (2 * n - 1) / 6;
    printf("%ld elements, sum %ld: %s\n", length, sum,
           good ? "each rank's in its order" : "WRONG");
  }
  MPI_Bcast(&good, 1, MPI_INT, 0, MPI_COMM_WORLD);

  MPI_Win_unlock_all(win);
  for (int i = 0; i < PER_RANK; i++) {
    MPI_Win_detach(win, mine[i]);
    free(mine[i]);
  }
  if (me == 0) {
    MPI_Win_detach(win, &tail_word);
    MPI_Win_detach(win, &head);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return !good;
}
