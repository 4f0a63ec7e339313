/* A store to the padding of a nested structure that is put.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x[6] = {0};
  MPI_Datatype inner, both, outer;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  int lengths[2] = {1, 1};
  MPI_Aint at[2] = {0, 8};
  MPI_Datatype types[2] = {MPI_INT, MPI_INT};
  MPI_Type_create_struct(2, lengths, at, types, &inner);
  MPI_Type_create_resized(inner, 0, 16, &both);
  MPI_Type_contiguous(3, both, &outer);
  MPI_Type_commit(&outer);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(x, 6, MPI_INT, 1, 0, 1, outer, win);
  if (rank == 1) memory[5] = 1;
  MPI_Win_fence(0, win);
  MPI_Type_free(&inner);
  MPI_Type_free(&both);
  MPI_Type_free(&outer);
  MPI_Win_free(&win);
  MPI_Finalize();
}
