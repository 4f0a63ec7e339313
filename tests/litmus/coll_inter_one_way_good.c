/* Between two groups data goes one way, and so does the order: who receives
 * comes after all who send.
 *
 * run: np=4 options="--check" args="allgather"
 * run: np=4 options="--check" args="alltoall"
 * run: np=4 options="--check" args="allgatherv"
 * build: --check
 */
#include <mpi.h>
#include <string.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank, token[2] = {1, 2}, got[2];
  MPI_Comm half, both;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int sends = rank % 2 == 0;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 0, &both);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(token, 1, MPI_INT, 3, 0, 1, MPI_INT, win);
    MPI_Win_flush(3, win);
  }
  if (strcmp(argv[1], "alltoall") == 0)
    MPI_Alltoall(token, sends, MPI_INT, got, !sends, MPI_INT, both);
  else if (strcmp(argv[1], "allgatherv") == 0)
    MPI_Allgatherv(token, sends, MPI_INT, got, (int[2]){!sends, !sends},
                   (int[2]){0, 1}, MPI_INT, both);
  else
    MPI_Allgather(token, sends, MPI_INT, got, !sends, MPI_INT, both);
  if (rank == 3) seen = memory[0];
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
  MPI_Finalize();
}
