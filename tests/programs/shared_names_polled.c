/* Ranks of a host hand over flags in memory that has a name, which they poll
 * without calling MPI: each looks again when the other has stored.
 *
 * run: np=2 options="--ppn 2" twice=1
 * run: np=2 options="--ppn 2 --check"
 * stdout-any
 */
#include "check.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

enum { BYTES = 4096, TURNS = 3 };

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int rank = world_rank();
  int fd = shm_open("/oriel_polled", O_RDWR | O_CREAT, 0600);
  CHECK(fd >= 0 && ftruncate(fd, BYTES) == 0);
  atomic_int *at = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  CHECK(close(fd) == 0 && at != MAP_FAILED);
  for (int i = 0; i < TURNS; i++) {
    if (rank == 0) atomic_store(&at[0], i + 1);
    while (atomic_load(&at[rank == 0]) <= i)
      ;
    if (rank == 1) atomic_store(&at[1], i + 1);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) CHECK(shm_unlink("/oriel_polled") == 0);
  int result = report();
  MPI_Finalize();
  return result;
}
