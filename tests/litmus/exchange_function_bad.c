/* One rank makes a window, the other duplicates a communicator: neither gets
 * what the other brings.
 *
 * run: np=2 options="--check" exit=122
 * report: oriel: deadlock at 0.000001482 s: 2 of 2 ranks wait, and nothing can happen any more
 * report:   rank 0 at exchange_function_bad.c:28: MPI_Win_create waits for rank 1 of MPI_COMM_WORLD to take part in MPI_Win_create
 * report:   rank 1 at exchange_function_bad.c:31: MPI_Comm_dup waits for rank 0 of MPI_COMM_WORLD to take part in MPI_Comm_dup
 * report:   cycle: rank 0 -> rank 1 -> rank 0
 * report: oriel: different functions in collective calls on MPI_COMM_WORLD
 * report:   MPI_Win_create by rank 0 at exchange_function_bad.c:28
 * report:   MPI_Comm_dup   by rank 1 at exchange_function_bad.c:31
 * report:   All ranks must make the same calls in the same order. [MPI-4.1 6.1]
 * run: np=2 exit=122
 * stderr:   rank 1 at exchange_function_bad.c:31: MPI_Comm_dup waits for rank 0 of MPI_COMM_WORLD to take part in MPI_Comm_dup
 * run: np=2 options="--coll=model" exit=122
 * stderr:   rank 1 at exchange_function_bad.c:31: MPI_Comm_dup waits for rank 0 of MPI_COMM_WORLD to take part in MPI_Comm_dup
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, one = 1;
  MPI_Comm comm;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    MPI_Win_create(&one, sizeof one, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &win);
  else
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Finalize();
}
