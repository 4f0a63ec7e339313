/* What the ABI refuses is of a chapter that MPI 5.0 has brought.
 *
 * run: np=1 exit=120
 * stderr: MPI_Abi_set_fortran_info: the Fortran types are set [MPI-5.0 20.4.1]
 * mpich: no (few have the call)
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Abi_set_fortran_info(MPI_INFO_NULL);
  MPI_Finalize();
}
