/* Memory from, and freed by, what is rarely called: noted all the same.
 *
 * run: np=1 options="--check" exit=121
 * build: -Wno-use-after-free
 * report: oriel: memory of the window of rank 0 that is freed before the window
 * report:   delete      by rank 0 at freed_rarely.cpp:32, main()
 * report:   Call MPI_Win_free first. [MPI-4.1 12.2]
 * report: oriel: memory of the window of freed_rarely.cpp:33 of rank 0 that is freed before the window
 * report:   delete[]    by rank 0 at freed_rarely.cpp:34, main()
 * report:   Call MPI_Win_free first. [MPI-4.1 12.2]
 * report: oriel: origin buffer of MPI_Put that is freed
 * report:   MPI_Put     by rank 0 at freed_rarely.cpp:38 (reads memory allocated at freed_rarely.cpp:27 and freed at freed_rarely.cpp:37)
 * report:   Free it when the call has returned and the operation is complete. [MPI-4.1 12.3]
 */
#include <mpi.h>

#include <cstdlib>
#include <malloc.h>
#include <new>

static const std::align_val_t wide{64};

int main(int argc, char **argv)
{
  void *one = operator new(16, wide, std::nothrow);
  void *many = operator new[](16, wide, std::nothrow);
  int *pages = static_cast<int *>(pvalloc(5000));
  MPI_Win win[3];
  MPI_Init(&argc, &argv);
  pages[0] = pages[2000] = 1;
  MPI_Win_create(one, 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win[0]);
  operator delete(one, wide, std::nothrow);
  MPI_Win_create(many, 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win[1]);
  operator delete[](many, wide, std::nothrow);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &one, &win[2]);
  MPI_Win_fence(0, win[2]);
  free(pages);
  MPI_Put(pages + 2000, 1, MPI_INT, 0, 0, 1, MPI_INT, win[2]);
  MPI_Win_fence(0, win[2]);
  for (int i = 0; i < 3; i++)
    MPI_Win_free(&win[i]);
  MPI_Finalize();
}
