/* Each rank has argp's variables of its own, also those that it does not copy:
 * position-independent code, and clang's, reaches them where they are.
 *
 * build: -fPIC
 * run: np=3 args="--version"
 * stdout: test of rank 0
 * stdout: test of rank 1
 * stdout: test of rank 2
 * run: np=3 args="--wrong" exit=10
 * stderr: unrecognized option '--wrong'
 * run: np=1
 * stdout: ok
 */
#include "check.h"
#include <argp.h>
#include <sysexits.h>

int main(int argc, char **argv)
{
  static const struct argp argp = {.doc = "A test."};
  static char version[] = "test of rank x";
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  CHECK(argp_err_exit_status == EX_USAGE && !argp_program_version);
  version[sizeof version - 2] = (char)('0' + rank);
  argp_program_version = version;
  argp_err_exit_status = 10 + rank;
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(argp_err_exit_status == 10 + rank);
  int code = argc > 1 ? 0 : report();
  MPI_Finalize();
  CHECK(argp_parse(&argp, argc, argv, 0, NULL, NULL) == 0);
  return code;
}
