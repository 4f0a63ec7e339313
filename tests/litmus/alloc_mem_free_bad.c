/* The C library is given what MPI_Alloc_mem gave.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: free of memory that MPI_Alloc_mem gave (2 times)
 * report:   MPI_Alloc_mem by rank 0 at alloc_mem_free_bad.c:16
 * report:   free          by rank 0 at alloc_mem_free_bad.c:18, main()
 * report:   Give it back by MPI_Free_mem. [MPI-4.1 9.2]
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Alloc_mem(16, MPI_INFO_NULL, &memory);
  memory[0] = 1;
  free(memory);
  MPI_Finalize();
}
