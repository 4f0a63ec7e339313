/* The Put comes only after what the other rank reads was written, into a
 * connection that is closed before it is accepted.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 0, bytes [0, 4)
 * report:   MPI_Put     by rank 1 at kernel_socket_bad.c:37 (epoch: lock_all, opened at kernel_socket_bad.c:28), complete only for those who know of it
 * report:   load        by rank 0 at kernel_socket_bad.c:43, main()
 * report:   Nothing orders them. MPI_Win_flush at kernel_socket_bad.c:38 completes the MPI_Put, but nothing lets rank 0 know before its load. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int seen;

int main(int argc, char **argv)
{
  struct sockaddr_un address = {AF_UNIX, "kernel_socket_bad"};
  int *memory, rank, x = 1, s = socket(AF_UNIX, SOCK_STREAM, 0);
  char token = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) unlink(address.sun_path);
  if (rank == 0) bind(s, (struct sockaddr *)&address, sizeof address);
  if (rank == 0) listen(s, 1);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    connect(s, (struct sockaddr *)&address, sizeof address);
    write(s, &token, 1);
    close(s);
    MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
  } else {
    oriel_compute(1e-3);
    s = accept(s, NULL, NULL);
    read(s, &token, 1);
    seen = memory[0];
    unlink(address.sun_path);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
