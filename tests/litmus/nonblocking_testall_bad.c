/* MPI_Testall has said no: none of the buffers may be used.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `a` of main() of rank 0, 4 bytes
 * report:   MPI_Irecv   by rank 0 at nonblocking_testall_bad.c:23, not yet complete
 * report:   store       by rank 0 at nonblocking_testall_bad.c:25, main()
 * report:   Nothing orders them. MPI_Testall at nonblocking_testall_bad.c:28 comes too late; move the store after it. [MPI-4.1 3.7.2]
 */
#include <mpi.h>
#include <stdio.h>

static int rank;

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int a[2] = {0, 0}, x = 1, done = 0;
  MPI_Request q[2];
  if (rank == 0) {
    MPI_Irecv(&a[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &q[0]);
    MPI_Irecv(&a[1], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &q[1]);
    MPI_Testall(2, q, &done, MPI_STATUSES_IGNORE);
    if (!done) a[1] = 5;
    MPI_Barrier(MPI_COMM_WORLD);
    while (!done)
      MPI_Testall(2, q, &done, MPI_STATUSES_IGNORE);
    if (a[0] + a[1] == 99) puts("?");
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(&x, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
