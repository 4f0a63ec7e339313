/* MPI_Free_mem before the fence that completes the Put from there.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in memory allocated at buffer_free_mem_bad.c:17 of rank 0, 8 bytes
 * report:   MPI_Put      by rank 0 at buffer_free_mem_bad.c:21 (epoch: fence, opened at buffer_free_mem_bad.c:20), not yet complete
 * report:   MPI_Free_mem by rank 0 at buffer_free_mem_bad.c:22, main()
 * report:   Nothing orders them. MPI_Win_fence at buffer_free_mem_bad.c:23 comes too late; move the MPI_Free_mem after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *heap, *memory, rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Alloc_mem(8, MPI_INFO_NULL, &heap);
  heap[0] = heap[1] = rank;
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(heap, 2, MPI_INT, 1, 0, 2, MPI_INT, win);
  MPI_Free_mem(heap);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
