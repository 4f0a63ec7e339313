/* Semaphores that have a name are each host's, as on a cluster, and gone when
 * the run is over; who waits for one waits for who posts it.
 *
 * run: np=4 options="--ppn 2" twice=1
 * run: np=4 options="--ppn 2 --check"
 * stdout: ok
 */
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <oriel.h>
#include <semaphore.h>
#include <string.h>
#include <unistd.h>

#define NAME "/oriel_semaphores"

static void refused(void)
{
  char name[253];
  memset(name, 'a', 252);
  name[252] = 0;
  CHECK(!sem_open(name, O_CREAT, 0600, 0) && errno == ENAMETOOLONG);
  CHECK(!sem_open("/a/b", O_CREAT, 0600, 0) && errno == EINVAL);
  CHECK(!sem_open("/oriel_none", 0) && errno == ENOENT);
  CHECK(!sem_open("/oriel_none", O_CREAT, 0600, 1u << 31) && errno == EINVAL);
  CHECK(sem_unlink("/oriel_none") == -1 && errno == ENOENT);
}

int main(int argc, char **argv)
{
  int rank, value;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  refused();
  sem_t *s = NULL, *again;
  if (rank % 2 == 0) s = sem_open(NAME, O_CREAT | O_EXCL, 0600, 0);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank % 2) s = sem_open(NAME + 1, 0);
  again = sem_open(NAME, O_CREAT, 0600, 5);
  CHECK(s && s == again && sem_close(again) == 0);
  CHECK(!sem_open(NAME, O_CREAT | O_EXCL, 0600, 0) && errno == EEXIST);
  MPI_Barrier(MPI_COMM_WORLD);
  double begin = MPI_Wtime();
  if (rank % 2 == 0) {
    oriel_compute(1e-3 * (rank + 1));
    CHECK(sem_post(s) == 0 && sem_unlink(NAME) == 0);
  } else {
    CHECK(sem_wait(s) == 0);
    double passed = MPI_Wtime() - begin;
    CHECK(passed > 0.9e-3 * rank && passed < 1.1e-3 * rank);
    CHECK(!sem_open(NAME, 0) && errno == ENOENT);
    CHECK(sem_getvalue(s, &value) == 0 && value == 0);
  }
  CHECK(sem_close(s) == 0);
  report();
  MPI_Finalize();
}
