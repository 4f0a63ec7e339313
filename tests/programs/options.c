/* getopt and the arguments: each rank parses its own, changes them, and starts
 * at the beginning.
 *
 * run: np=3 args="-v -n 12 first second"
 * stdout: ok
 */
#include "check.h"
#include <unistd.h>

int main(int argc, char **argv)
{
  int option, verbose = 0, number = 0;
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  while ((option = getopt(argc, argv, "vn:")) != -1) {
    MPI_Barrier(MPI_COMM_WORLD); /* all ranks are inside getopt's state */
    if (option == 'v') verbose = 1;
    if (option == 'n') number = atoi(optarg);
  }
  CHECK(verbose && number == 12 && optind == 4 && argc == 6);
  CHECK(optarg == NULL); /* that of the last option is over */
  CHECK(strcmp(argv[optind], "first") == 0 && argv[argc] == NULL);
  argv[optind][0] = 'A' + world_rank(); /* no other rank sees it */
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(argv[optind][0] == 'A' + world_rank());
  int code = report();
  MPI_Finalize();
  return code;
}
