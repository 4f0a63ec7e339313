/* Memory of a window that goes too early: the report names what freed it.
 *
 * run: np=1 options="--check" exit=121
 * report: oriel: memory of the window of freed_by.cpp:26 of rank 0 that is freed before the window
 * report:   delete      by rank 0 at freed_by.cpp:27, main()
 * report:   Call MPI_Win_free first. [MPI-4.1 12.2]
 * report: oriel: memory of the window of freed_by.cpp:28 of rank 0 that is freed before the window
 * report:   delete[]    by rank 0 at freed_by.cpp:29, main()
 * report:   Call MPI_Win_free first. [MPI-4.1 12.2]
 * report: oriel: memory of the window of freed_by.cpp:30 of rank 0 that is freed before the window
 * report:   realloc     by rank 0 at freed_by.cpp:31, main()
 * report:   Call MPI_Win_free first. [MPI-4.1 12.2]
 */
#include <mpi.h>

#include <cstdlib>

int main(int argc, char **argv)
{
  int *one = new int, *many = new int[4];
  int *block = static_cast<int *>(std::malloc(16));
  MPI_Win win[4];
  MPI_Init(&argc, &argv);
  *one = many[0] = block[0] = 0;
  MPI_Win_create(nullptr, 0, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win[3]);
  MPI_Win_create(one, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win[0]);
  delete one;
  MPI_Win_create(many, 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win[1]);
  delete[] many;
  MPI_Win_create(block, 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win[2]);
  block = static_cast<int *>(std::realloc(block, 32));
  for (int i = 0; i < 4; i++)
    MPI_Win_free(&win[i]);
  std::free(block);
  MPI_Finalize();
}
