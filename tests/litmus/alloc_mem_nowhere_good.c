/* MPI_Free_mem is given nothing, and what MPI_Alloc_mem gave.
 *
 * run: np=1 options="--check"
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Alloc_mem(16, MPI_INFO_NULL, &memory);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Free_mem(NULL);
  MPI_Free_mem(memory);
  MPI_Finalize();
}
