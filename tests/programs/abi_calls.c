/* What a program may ask of the ABI itself.
 *
 * run: np=1
 * stdout: ok
 * mpich: no
 *   MPICH 4.0 is older than the standard ABI.
 */
#include "check.h"

static int number(MPI_Info info, const char *key)
{
  char value[20] = "-1";
  int flag;
  MPI_Info_get(info, key, 19, value, &flag);
  CHECK(flag);
  return atoi(value);
}

int main(int argc, char **argv)
{
  int major, minor, set = 0;
  MPI_Info info;
  unsigned char yes[4], no[4];
  MPI_Abi_get_version(&major, &minor); /* legal before MPI_Init */
  CHECK(major == MPI_ABI_VERSION && minor == MPI_ABI_SUBVERSION);
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Abi_get_info(&info);
  SAME(number(info, "mpi_aint_size"), sizeof(MPI_Aint));
  SAME(number(info, "mpi_count_size"), sizeof(MPI_Count));
  SAME(number(info, "mpi_offset_size"), sizeof(MPI_Offset));
  MPI_Info_free(&info);
  MPI_Abi_get_fortran_info(&info);
  SAME(number(info, "mpi_integer_size"), 4);
  SAME(number(info, "mpi_logical_size"), 4);
  SAME(number(info, "mpi_double_precision_size"), 8);
  REFUSED(MPI_ERR_ABI, MPI_Abi_set_fortran_info(info));
  MPI_Info_free(&info);
  MPI_Abi_get_fortran_booleans(4, yes, no, &set);
  CHECK(set && memcmp(yes, no, 4) != 0);
  REFUSED(MPI_ERR_ABI, MPI_Abi_set_fortran_booleans(4, yes, no));
  REFUSED(MPI_ERR_ARG, MPI_Abi_get_fortran_booleans(3, yes, no, &set));
  int failed = report();
  MPI_Finalize();
  return failed;
}
