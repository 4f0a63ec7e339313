/* --choices: other outcomes where MPI allows several: which waiting lock is
 * granted, whose message a wildcard receive takes, which request MPI_Waitany
 * gives. Ranks 1 to 3 lock, send, and are received from.
 *
 * mpich: no (the outcomes are open)
 * run: np=4 args="lock"
 * stdout: 1 2 3
 * run: np=4 args="lock" options="--choices 1"
 * stdout: 1 3 2
 * run: np=4 args="match"
 * stdout: 1 2 3
 * run: np=4 args="match" options="--choices 2,1" twice=1
 * stdout: 3 2 1
 * run: np=4 args="match" options="--choices 9"
 * stdout: 3 1 2
 * run: np=4 args="any"
 * stdout: 1 2 3
 * run: np=4 args="any" options="--choices 1,0"
 * stdout: 2 1 3
 */
#include "check.h"
#include <oriel.h>

/* Each appends its rank to a list at rank 0: element 0 counts. */
static void lock(void)
{
  int *list, n, me = world_rank();
  MPI_Win win = int_window(4, &list);
  if (me > 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Get(&n, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    n++;
    MPI_Put(&me, 1, MPI_INT, 0, n, 1, MPI_INT, win);
    MPI_Put(&n, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    oriel_compute(1e-4); /* all others ask meanwhile */
    MPI_Win_unlock(0, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) printf("%d %d %d\n", list[1], list[2], list[3]);
  MPI_Win_free(&win);
}

static void match(void)
{
  int x[3], me = world_rank();
  if (me > 0) MPI_Send(&me, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  oriel_compute(1e-3);
  for (int i = 0; i < 3 && me == 0; i++)
    MPI_Recv(&x[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
  if (me == 0) printf("%d %d %d\n", x[0], x[1], x[2]);
}

static void any(void)
{
  int x[3], order[3], me = world_rank();
  MPI_Request requests[3];
  if (me > 0) MPI_Send(&me, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  if (me > 0) return;
  for (int i = 0; i < 3; i++)
    MPI_Irecv(&x[i], 1, MPI_INT, i + 1, 0, MPI_COMM_WORLD, &requests[i]);
  oriel_compute(1e-3);
  for (int i = 0; i < 3; i++)
    MPI_Waitany(3, requests, &order[i], MPI_STATUS_IGNORE);
  printf("%d %d %d\n", order[0] + 1, order[1] + 1, order[2] + 1);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  if (!strcmp(argv[1], "lock")) lock();
  if (!strcmp(argv[1], "match")) match();
  if (!strcmp(argv[1], "any")) any();
  MPI_Finalize();
  return 0;
}
