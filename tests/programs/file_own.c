/* A file of each rank's own, on more ranks than a process has descriptors at
 * first (all ranks are one); the hint of permissions; what get_info tells.
 *
 * run: np=200
 * stdout: ok
 */
#include "check.h"
#include <sys/resource.h>
#include <sys/stat.h>

int main(int argc, char **argv)
{
  char name[40], value[MPI_MAX_INFO_VAL];
  MPI_File f;
  MPI_Info info;
  struct stat status;
  int flag;
  MPI_Init(&argc, &argv);
  snprintf(name, sizeof name, "own%d.data", world_rank());
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_max > 1000) limit.rlim_cur = 150;
  setrlimit(RLIMIT_NOFILE, &limit);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Info_create(&info);
  MPI_Info_set(info, "file_perm", "600");
  ACCEPTED(MPI_File_open(
      MPI_COMM_SELF, name,
      MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, info, &f));
  MPI_Info_free(&info);
  MPI_Barrier(MPI_COMM_WORLD); /* all are open */
  ACCEPTED(MPI_File_write(f, name, 5, MPI_CHAR, MPI_STATUS_IGNORE));
  CHECK(stat(name, &status) == 0 && status.st_size == 5);
  MPI_File_get_info(f, &info);
  MPI_Info_get(info, "filename", MPI_MAX_INFO_VAL - 1, value, &flag);
  CHECK(!flag || strcmp(value, name) == 0);
  MPI_Info_free(&info);
  MPI_File_close(&f);
  CHECK(stat(name, &status) != 0);
  int failed = report();
  MPI_Finalize();
  return failed;
}
