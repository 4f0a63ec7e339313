/* Ranks that ask in vain for ever are a deadlock also where their operations
 * wait for each other: for the processor of the target, or for the memory of
 * the host; and where they have done so much else without effect that what they
 * asked is forgotten. Those that find what they ask for go on.
 *
 * mpich: no (it would hang)
 * run: np=9 exit=122 options="--patience 0.05 --protocol message --progress thread" args="word" twice=1
 * stderr: ranks 1-8 at hang_ask_crowd.c:33: MPI_Get finds nothing new
 * run: np=9 exit=122 options="--patience 0.05 --ppn 9 --platform multi-core.xml" args="block" twice=1
 * stderr: ranks 1-8 at hang_ask_crowd.c:33: MPI_Get finds nothing new
 * run: np=2 exit=122 options="--patience 0.05" args="puts" twice=1
 * stderr: rank 1 at hang_ask_crowd.c:33: MPI_Get finds nothing new
 * run: np=9 options="--patience 0.05 --protocol message --progress thread" args="word late"
 * stdout: ok
 * run: np=9 options="--patience 0.05 --ppn 9 --platform multi-core.xml" args="block late"
 * stdout: ok
 * run: np=2 options="--patience 0.05" args="puts late"
 * stdout: ok
 */
#include "check.h"

#include <oriel.h>

enum { BLOCK = 4096, WORDS = 20000, TIMES = 40000 };

static MPI_Win win;
static int got[BLOCK];

/* Blocks of other sizes are not there at one date. */
static void ask(int rank, const char *what)
{
  int count = strcmp(what, "block") ? 1 : BLOCK - 64 * rank;
  MPI_Get(got, count, MPI_INT, 0, 0, count, MPI_INT, win);
  MPI_Win_flush(0, win);
}

/* To more places than are remembered; they are zero already. */
static void put_zeros(void)
{
  static const int zero;
  for (int i = 1; i < WORDS; i++)
    MPI_Put(&zero, 1, MPI_INT, 0, i, 1, MPI_INT, win);
}

int main(int argc, char **argv)
{
  int rank, *memory;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(WORDS * sizeof(int), sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &win);
  memset(memory, 0, WORDS * sizeof(int));
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank > 0 && !strcmp(argv[1], "puts")) {
    for (int i = 0; i < TIMES; i++)
      ask(rank, argv[1]);
    put_zeros();
  }
  while (rank > 0 && !got[0])
    ask(rank, argv[1]);
  if (rank == 0 && argc > 2) {
    static const int one = 1;
    oriel_compute(0.02);
    MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  report();
  MPI_Finalize();
}
