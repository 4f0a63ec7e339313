/* MPI_Free_mem is given what MPI_Alloc_mem gave, of zero bytes too.
 *
 * run: np=2 options="--check" exit=0
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int *memory, *other;
  MPI_Info info;
  MPI_Init(&argc, &argv);
  MPI_Info_create(&info);
  MPI_Info_set(info, "mpi_minimum_memory_alignment", "256");
  MPI_Alloc_mem(16, MPI_INFO_NULL, &memory);
  MPI_Alloc_mem(0, info, &other);
  memory[0] = 1;
  MPI_Free_mem(memory);
  MPI_Free_mem(other);
  free(malloc(16));
  MPI_Info_free(&info);
  MPI_Finalize();
}
