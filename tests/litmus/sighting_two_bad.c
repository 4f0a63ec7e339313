/* A fetch that has found an update, whose result has not come when somebody is
 * told.
 *
 * run: np=4 options="--check" exit=121
 * report: oriel: conflict in the window of rank 3, bytes [0, 4)
 * report:   MPI_Accumulate   by rank 1 at sighting_two_bad.c:70 (epoch: lock_all, opened at sighting_two_bad.c:64), complete only for those who know of it
 * report:   MPI_Fetch_and_op by rank 2 at sighting_two_bad.c:75 (epoch: lock_all, opened at sighting_two_bad.c:64)
 * report:   Accumulates of different types are not atomic towards each other; use one predefined type for both, else nothing orders them. MPI_Win_flush at sighting_two_bad.c:71 completes the MPI_Accumulate, but nothing lets rank 2 know before its MPI_Fetch_and_op. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <unistd.h>

enum { HOST = 3, UPDATES = 300 };

static MPI_Win win;

static void update(void)
{
  static const int one = 1;
  MPI_Accumulate(&one, 1, MPI_INT, HOST, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_flush(HOST, win);
}

static void fetch(unsigned *result)
{
  static const unsigned nothing;
  MPI_Fetch_and_op(&nothing, result, MPI_UNSIGNED, HOST, 0, MPI_NO_OP, win);
}

static void tell(int rank)
{
  MPI_Send(NULL, 0, MPI_INT, rank, 0, MPI_COMM_WORLD);
}

static void hear(int rank)
{
  MPI_Recv(NULL, 0, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void look(void)
{
  unsigned results[2];
  hear(HOST);
  fetch(&results[0]);
  usleep(100000);
  fetch(&results[1]);
  tell(2);
  MPI_Win_flush(HOST, win);
  for (int i = 0; i < UPDATES; i++) {
    tell(HOST);
    hear(HOST);
    fetch(&results[0]);
    MPI_Win_flush(HOST, win);
  }
}

int main(int argc, char **argv)
{
  int *memory, rank, zero = 0, found;
  unsigned x = 5;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    look();
  } else if (rank == 1) {
    hear(HOST);
    usleep(50000);
    MPI_Accumulate(&x, 1, MPI_UNSIGNED, HOST, 0, 1, MPI_UNSIGNED, MPI_SUM, win);
    MPI_Win_flush(HOST, win);
  } else if (rank == 2) {
    hear(0);
    usleep(100000);
    MPI_Fetch_and_op(&zero, &found, MPI_INT, HOST, 0, MPI_NO_OP, win);
  } else {
    update();
    tell(1);
    tell(0);
    for (int i = 0; i < UPDATES; i++) {
      hear(0);
      update();
      tell(0);
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
