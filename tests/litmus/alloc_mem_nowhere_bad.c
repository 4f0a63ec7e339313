/* MPI_Free_mem is given a number, and a place where nothing is.
 *
 * run: np=1 options="--check" exit=121
 * report: oriel: rank 0 at alloc_mem_nowhere_bad.c:17: MPI_Free_mem: base is not what MPI_Alloc_mem gave, but memory that nobody allocated [MPI-4.1 9.2]
 * report: oriel: rank 0 at alloc_mem_nowhere_bad.c:18: MPI_Free_mem: base is not what MPI_Alloc_mem gave, but memory that nobody allocated [MPI-4.1 9.2]
 */
#include <mpi.h>
#include <stdint.h>

int main(int argc, char **argv)
{
  int *memory;
  uintptr_t number = 77;
  MPI_Init(&argc, &argv);
  MPI_Alloc_mem(16, MPI_INFO_NULL, &memory);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Free_mem((void *)number);
  MPI_Free_mem((void *)(number << 32));
  MPI_Free_mem(memory);
  MPI_Finalize();
}
