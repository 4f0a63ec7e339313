/* What a rank saw only after it told another orders nothing for that one,
 * however often it has looked since: rank 0 tells rank 2, then sees the update
 * by rank 1 and a thousand more by rank 3.
 *
 * run: np=4 options="--check" exit=121
 * report: oriel: conflict in the window of rank 0, bytes [0, 4)
 * report:   MPI_Accumulate by rank 1 at sighting_long_bad.c:27 (epoch: lock_all, opened at sighting_long_bad.c:40), complete only for those who know of it
 * report:   MPI_Put        by rank 2 at sighting_long_bad.c:53 (epoch: lock_all, opened at sighting_long_bad.c:40)
 * report:   Nothing orders them. MPI_Win_flush at sighting_long_bad.c:28 completes the MPI_Accumulate, but nothing lets rank 2 know before its MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <unistd.h>

enum { UPDATES = 1000 };

/* Until word `at` of the own memory is `value`. */
static void await(MPI_Win win, const volatile int *memory, int at, int value)
{
  do
    MPI_Win_sync(win);
  while (memory[at] < value);
}

static void update(MPI_Win win, int at)
{
  static const int one = 1;
  MPI_Accumulate(&one, 1, MPI_INT, 0, at, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_flush(0, win);
}

int main(int argc, char **argv)
{
  int *memory, rank, x = 5;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = memory[1] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Send(&x, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    await(win, memory, 0, 1);
    for (int i = 1; i <= UPDATES; i++) {
      await(win, memory, 1, i);
      MPI_Send(&x, 1, MPI_INT, 3, 0, MPI_COMM_WORLD);
    }
  } else if (rank == 1) {
    update(win, 0);
  } else if (rank == 2) {
    MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    usleep(100000);
    MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  } else {
    for (int i = 0; i < UPDATES; i++) {
      update(win, 1);
      MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
