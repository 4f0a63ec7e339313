/* MPI_Intercomm_create: who is led knows that both leaders have called it, from
 * whom the other group comes.
 *
 * run: np=4 options="--check=strict"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, got[4] = {1, 0, 1, 0};
  MPI_Win win;
  MPI_Comm half, both;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, 0, &half);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  memory[0] = rank % 2 == 0; /* leaders */
  MPI_Win_sync(win);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 0, &both);
  MPI_Get(&got[0], 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Get(&got[2], 1, MPI_INT, 2, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
  MPI_Win_free(&win);
  MPI_Finalize();
  return got[0] != 1 || got[2] != 1;
}
