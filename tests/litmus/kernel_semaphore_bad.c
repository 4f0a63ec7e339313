/* What a rank stores after it has given another one a semaphore of System V's, a
 * message or a lock of a file is not ordered by that.
 *
 * run: np=2 options="--check --ppn 2" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 0, bytes [0, 4)
 * report:   store       by rank 0 at kernel_semaphore_bad.c:53, main()
 * report:   load        by rank 1 at kernel_semaphore_bad.c:65, main()
 * report:   Nothing orders them. Let a barrier or message, between two calls of MPI_Win_sync, come between the store and the load. [MPI-4.1 12.7]
 * report: oriel: conflict in the window of rank 0, bytes [4, 8)
 * report:   store       by rank 0 at kernel_semaphore_bad.c:56, main()
 * report:   load        by rank 1 at kernel_semaphore_bad.c:68, main()
 * report:   Nothing orders them. Let a barrier or message, between two calls of MPI_Win_sync, come between the store and the load. [MPI-4.1 12.7]
 * report: oriel: conflict in the window of rank 0, bytes [8, 12)
 * report:   store       by rank 0 at kernel_semaphore_bad.c:59, main()
 * report:   load        by rank 1 at kernel_semaphore_bad.c:71, main()
 * report:   Nothing orders them. Let a barrier or message, between two calls of MPI_Win_sync, come between the store and the load. [MPI-4.1 12.7]
 */
#include <fcntl.h>
#include <mpi.h>
#include <oriel.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <unistd.h>

static volatile int sum;

int main(int argc, char **argv)
{
  int rank, unit, s = -1, q = -1, *at;
  long message[2] = {1, 0};
  struct sembuf post = {0, 1, 0}, wait = {0, -1, 0};
  MPI_Aint size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(rank == 0 ? 3 * sizeof *at : 0, sizeof *at,
                          MPI_INFO_NULL, MPI_COMM_WORLD, &at, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &at);
  if (rank == 0) s = semget(IPC_PRIVATE, 1, 0600);
  if (rank == 0) q = msgget(IPC_PRIVATE, 0600);
  int fd = open("kernel_semaphore_bad", O_CREAT | O_RDWR, 0600);
  MPI_Bcast(&s, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Bcast(&q, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  if (rank == 0) {
    flock(fd, LOCK_EX);
    MPI_Barrier(MPI_COMM_WORLD);
    oriel_compute(1e-3);
    semop(s, &post, 1);
    at[0] = 1;
    MPI_Win_sync(win);
    msgsnd(q, message, sizeof message[1], 0);
    at[1] = 2;
    MPI_Win_sync(win);
    flock(fd, LOCK_UN);
    at[2] = 3;
    MPI_Win_sync(win);
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    semop(s, &wait, 1);
    MPI_Win_sync(win);
    sum += at[0];
    msgrcv(q, message, sizeof message[1], 0, 0);
    MPI_Win_sync(win);
    sum += at[1];
    flock(fd, LOCK_EX);
    MPI_Win_sync(win);
    sum += at[2];
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  if (rank == 1) semctl(s, 0, IPC_RMID);
  if (rank == 1) msgctl(q, IPC_RMID, NULL);
  if (rank == 1) unlink("kernel_semaphore_bad");
  MPI_Finalize();
  return rank == 1 && sum < 0;
}
