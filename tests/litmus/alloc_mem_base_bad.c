/* MPI_Free_mem is given what MPI_Alloc_mem did not give, and the same twice.
 *
 * run: np=1 options="--check" exit=121
 * report: oriel: rank 0 at alloc_mem_base_bad.c:20: MPI_Free_mem: base is not what MPI_Alloc_mem gave, but memory allocated at alloc_mem_base_bad.c:16 [MPI-4.1 9.2]
 * report: oriel: rank 0 at alloc_mem_base_bad.c:21: MPI_Free_mem: base is not what MPI_Alloc_mem gave, but inside of memory allocated at alloc_mem_base_bad.c:18 [MPI-4.1 9.2]
 * report: oriel: rank 0 at alloc_mem_base_bad.c:22: MPI_Free_mem: base is not what MPI_Alloc_mem gave, but `global` [MPI-4.1 9.2]
 * report: oriel: rank 0 at alloc_mem_base_bad.c:24: MPI_Free_mem: base is not what MPI_Alloc_mem gave, but memory allocated at alloc_mem_base_bad.c:18 and freed at alloc_mem_base_bad.c:23 [MPI-4.1 9.2]
 */
#include <mpi.h>
#include <stdlib.h>

int global;

int main(int argc, char **argv)
{
  int *memory, *other = malloc(16);
  MPI_Init(&argc, &argv);
  MPI_Alloc_mem(16, MPI_INFO_NULL, &memory);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Free_mem(other);
  MPI_Free_mem(memory + 1);
  MPI_Free_mem(&global);
  MPI_Free_mem(memory);
  MPI_Free_mem(memory);
  free(other);
  MPI_Finalize();
}
