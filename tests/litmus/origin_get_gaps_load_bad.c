/* Elements of a Get are used before it is complete.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `buffer` of rank 0, 4 bytes (64 times)
 * report:   MPI_Get     by rank 0 at origin_get_gaps_load_bad.c:28 (epoch: fence, opened at origin_get_gaps_load_bad.c:26), not yet complete
 * report:   load        by rank 0 at origin_get_gaps_load_bad.c:30, main()
 * report:   Nothing orders them. MPI_Win_fence at origin_get_gaps_load_bad.c:32 comes too late; move the load after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

enum { N = 64 };
static int buffer[2 * N];

int main(int argc, char **argv)
{
  int rank, *memory, sum = 0;
  MPI_Datatype odd;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Type_vector(N, 1, 2, MPI_INT, &odd);
  MPI_Type_commit(&odd);
  MPI_Win_allocate(N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                   &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Get(buffer + 1, 1, odd, 1, 0, N, MPI_INT, win);
    for (int i = 0; i < N; i++)
      sum += buffer[2 * i + 1];
  }
  MPI_Win_fence(0, win);
  MPI_Type_free(&odd);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum > 0;
}
