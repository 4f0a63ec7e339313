/* Shared memory that has a name is each host's, as on a cluster, and gone when
 * the run is over, though nobody unlinks it.
 *
 * run: np=4 options="--ppn 2" twice=1
 * stdout-any
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

#define NAME "/oriel_shared_names"
enum { BYTES = 4096 };

static int *map(int fd, int access)
{
  int *at = mmap(NULL, BYTES, access, MAP_SHARED, fd, 0);
  CHECK(at != MAP_FAILED);
  close(fd);
  return at;
}

/* Programs ask whether there is room before they use it. */
static void has_room(int fd)
{
  struct statfs here, all;
  struct statvfs also;
  CHECK(fstatfs(fd, &here) == 0 && fstatvfs(fd, &also) == 0);
  CHECK(statfs("/dev/shm", &all) == 0 && here.f_blocks == all.f_blocks);
  CHECK(also.f_blocks == all.f_blocks);
}

static int *make(void)
{
  int fd = shm_open(NAME, O_RDWR | O_CREAT | O_EXCL, 0600);
  struct stat about;
  CHECK(fd >= 0 && fd < 100 && fcntl(fd, F_GETFD) & FD_CLOEXEC);
  CHECK(fstat(fd, &about) == 0 && about.st_size == 0);
  CHECK((about.st_mode & 0777) == 0600);
  has_room(fd);
  CHECK(ftruncate(fd, BYTES) == 0);
  CHECK(shm_open(NAME, O_RDWR | O_CREAT | O_EXCL, 0600) < 0 && errno == EEXIST);
  return map(fd, PROT_READ | PROT_WRITE);
}

static int *find(void)
{
  int fd = shm_open("oriel_shared_names", O_RDONLY, 0);
  CHECK(fd >= 0);
  int *at = mmap(NULL, BYTES, PROT_WRITE, MAP_SHARED, fd, 0);
  CHECK(at == MAP_FAILED && errno == EACCES);
  return map(fd, PROT_READ);
}

static void refused(void)
{
  char name[257];
  memset(name, 'a', 256);
  name[256] = 0;
  CHECK(shm_open(name, O_RDWR | O_CREAT, 0600) < 0 && errno == ENAMETOOLONG);
  name[255] = 0; /* the longest */
  CHECK(shm_open(name, O_RDWR, 0) < 0 && errno == ENOENT);
  CHECK(shm_open("/", O_RDWR | O_CREAT, 0600) < 0 && errno == EINVAL);
  CHECK(shm_open("/a/b", O_RDWR | O_CREAT, 0600) < 0 && errno == EINVAL);
  CHECK(shm_open("/oriel_none", O_RDWR, 0) < 0 && errno == ENOENT);
  CHECK(shm_unlink("/oriel_none") < 0 && errno == ENOENT);
}

/* It is another one's from now on, and this one's as long as it is mapped. */
static void unlinked(const int *old)
{
  CHECK(shm_unlink(NAME) == 0);
  CHECK(shm_open(NAME, O_RDWR, 0) < 0 && errno == ENOENT);
  int *new = make(), value = *old;
  *new = -1;
  CHECK(*old == value);
  int fd = shm_open(NAME, O_RDWR | O_CREAT | O_TRUNC, 0600);
  struct stat about;
  CHECK(fd >= 0 && fstat(fd, &about) == 0 && about.st_size == 0);
  close(fd);
}

int main(int argc, char **argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  refused();
  int *at = rank % 2 ? NULL : make();
  if (at) *at = rank;
  MPI_Barrier(MPI_COMM_WORLD);
  if (!at) at = find();
  CHECK(*at == rank - rank % 2);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank % 2 == 0) unlinked(at);
  int result = report();
  MPI_Finalize();
  return result;
}
