/* What one rank has done before it writes into a connection comes before what
 * another does that has read it, even if the former has closed its end before
 * the latter has accepted it.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>
#include <oriel.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int seen;

int main(int argc, char **argv)
{
  struct sockaddr_un address = {AF_UNIX, "kernel_socket_good"};
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
    MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    write(s, &token, 1);
    close(s);
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
