/* The report of a deadlock numbers those who wait as MPI_COMM_WORLD does; where
 * a communicator or a window numbers whom they wait for otherwise, both numbers
 * are told.
 *
 * run: np=4 args="barrier" exit=122
 * stderr: rank 0 at deadlock_numbers.c:51: MPI_Barrier waits for rank 2 (rank 1 of MPI_COMM_WORLD) of communicator "back" to take part in MPI_Barrier
 * run: np=4 args="receive" exit=122
 * stderr: rank 0 at deadlock_numbers.c:53: MPI_Recv waits for a message from rank 1 (rank 2 of MPI_COMM_WORLD) with tag 5 in communicator "back"; one from rank 2 (rank 1 of MPI_COMM_WORLD) is there
 * run: np=4 args="send" exit=122
 * stderr: rank 0 at deadlock_numbers.c:54: MPI_Ssend waits for rank 2 (rank 1 of MPI_COMM_WORLD) to receive its message with tag 6 in communicator "back"
 * run: np=4 args="start" exit=122
 * stderr: rank 0 at deadlock_numbers.c:40: MPI_Win_complete waits for MPI_Win_post of rank 2 (rank 1 of MPI_COMM_WORLD) on window "seen"
 * run: np=4 args="post" exit=122
 * stderr: rank 0 at deadlock_numbers.c:43: MPI_Win_wait waits for MPI_Win_complete of rank 2 (rank 1 of MPI_COMM_WORLD) on window "seen"
 * run: np=4 args="lock" exit=122
 * stderr: rank 0 at deadlock_numbers.c:59: MPI_Win_lock waits for the lock of rank 2 (rank 1 of MPI_COMM_WORLD) of window "seen", held by rank 3
 * run: np=4 args="poll" exit=122
 * stderr: rank 0 at deadlock_numbers.c:65: MPI_Fetch_and_op finds nothing new at displacement 0 of rank 2 (rank 1 of MPI_COMM_WORLD) of window "seen", again and again
 * mpich: no (it would hang)
 */
#include "check.h"

#include <stdbool.h>

static MPI_Comm back;
static MPI_Win win;
static int value, *memory;

/* The group of rank 1, which is number 2 of those in `back`. */
static void synchronize(bool post)
{
  MPI_Group all, one;
  int number = 2;
  MPI_Comm_group(back, &all);
  MPI_Group_incl(all, 1, &number, &one);
  MPI_Group_free(&all);
  if (!post) {
    MPI_Win_start(one, 0, win);
    MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(one, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&one);
}

static void first_rank(const char *what)
{
  int found = 0;
  if (!strcmp(what, "barrier")) MPI_Barrier(back);
  if (!strcmp(what, "receive"))
    MPI_Recv(&value, 1, MPI_INT, 1, 5, back, MPI_STATUS_IGNORE);
  if (!strcmp(what, "send")) MPI_Ssend(&value, 1, MPI_INT, 2, 6, back);
  if (!strcmp(what, "start")) synchronize(false);
  if (!strcmp(what, "post")) synchronize(true);
  if (!strcmp(what, "lock")) {
    MPI_Recv(&value, 0, MPI_INT, 0, 7, back, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
    MPI_Win_unlock(2, win);
  }
  if (strcmp(what, "poll")) return;
  MPI_Win_lock_all(0, win);
  do {
    MPI_Fetch_and_op(NULL, &found, MPI_INT, 2, 0, MPI_NO_OP, win);
    MPI_Win_flush(2, win);
  } while (!found);
}

static void another(int rank, const char *what)
{
  if (rank == 1 && !strcmp(what, "receive"))
    MPI_Send(&value, 1, MPI_INT, 3, 5, back);
  if (rank == 3 && !strcmp(what, "lock")) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
    MPI_Get(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    MPI_Win_flush(2, win);
    MPI_Send(&value, 0, MPI_INT, 3, 7, back);
  }
  if (rank > 1 && !strcmp(what, "barrier")) MPI_Barrier(back);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int rank = world_rank();
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &back);
  MPI_Comm_set_name(back, "back");
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, back, &memory,
                   &win);
  MPI_Win_set_name(win, "seen");
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    first_rank(argv[1]);
  else
    another(rank, argv[1]);
  MPI_Barrier(MPI_COMM_WORLD);
  puts("not reached");
  MPI_Finalize();
  return 0;
}
