/* In the separate model each rank makes its own stores public before a put to
 * another word: one that comes later does not do it for those before.
 *
 * run: np=3 options="--check --ppn 3 --memory-model=separate" exit=121
 * build: --check
 * report: oriel: conflict in the copies of the window of rank 0
 * report:   store       by rank 0 at separate_two_stores_bad.c:25, main()
 * report:   MPI_Put     by rank 2 at separate_two_stores_bad.c:34
 * report:   They are ordered, but the copies of the memory are not made alike between them. Call MPI_Win_sync after the store. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, *data, rank, unit, one = 1;
  MPI_Aint size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(rank ? 0 : 12, 4, MPI_INFO_NULL, MPI_COMM_WORLD,
                          &memory, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &data);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    data[0] = 1;
    MPI_Send(&one, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Recv(&one, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    data[1] = 1;
    MPI_Win_sync(win);
    MPI_Send(&one, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&one, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Put(&one, 1, MPI_INT, 0, 2, 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
