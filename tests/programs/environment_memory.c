/* MPI_Alloc_mem: alignment on demand, zero bytes, refusals. [MPI-4.1 9.2]
 *
 * mpich: no
 * (it has no MPI_ERR_NO_MEM here)
 * run: np=1
 * stdout: ok
 */
#include "check.h"

#include <stdint.h>

int main(int argc, char **argv)
{
  char *memory;
  MPI_Info info;
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Alloc_mem(1000, MPI_INFO_NULL, &memory);
  memset(memory, 1, 1000);
  MPI_Free_mem(memory);
  MPI_Info_create(&info);
  MPI_Info_set(info, "mpi_minimum_memory_alignment", "4096");
  MPI_Alloc_mem(10, info, &memory);
  CHECK((uintptr_t)memory % 4096 == 0);
  MPI_Free_mem(memory);
  MPI_Info_free(&info);
  MPI_Alloc_mem(0, MPI_INFO_NULL, &memory);
  MPI_Free_mem(memory);
  REFUSED(MPI_ERR_NO_MEM,
          MPI_Alloc_mem((MPI_Aint)1 << 60, MPI_INFO_NULL, &memory));
  CHECK(MPI_Alloc_mem(-1, MPI_INFO_NULL, &memory) != MPI_SUCCESS);
  int result = report();
  MPI_Finalize();
  return result;
}
