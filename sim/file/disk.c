/* The operating system's calls behind MPI's files. */
#include "disk.h"

#include "../../model/error/fault.h"
#include "../../model/memory.h"
#include "../descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK = 1 << 20 }; /* bytes that are packed at a time */

/* --- errors --- */

static int class_of_errno(int number)
{
  switch (number) {
  case ENOENT:
    return MPI_ERR_NO_SUCH_FILE;
  case EACCES:
  case EPERM:
    return MPI_ERR_ACCESS;
  case EEXIST:
    return MPI_ERR_FILE_EXISTS;
  case EROFS:
    return MPI_ERR_READ_ONLY;
  case ENOSPC:
    return MPI_ERR_NO_SPACE;
  case EDQUOT:
    return MPI_ERR_QUOTA;
  case ENAMETOOLONG:
  case ENOTDIR:
  case EISDIR:
  case ELOOP:
    return MPI_ERR_BAD_FILE;
  case EBUSY:
  case ETXTBSY:
    return MPI_ERR_FILE_IN_USE;
  case ENOMEM:
    return MPI_ERR_NO_MEM;
  default:
    return MPI_ERR_IO;
  }
}

static int system_fault(const char *path)
{
  return fault(class_of_errno(errno), ": file \"%s\": %s [MPI-4.1 14.7]", path,
               strerror(errno));
}

/* --- life --- */

static int flags_of(int amode)
{
  int flags = O_CLOEXEC;
  flags |= amode & MPI_MODE_RDWR     ? O_RDWR
           : amode & MPI_MODE_WRONLY ? O_WRONLY
                                     : O_RDONLY;
  if (amode & MPI_MODE_CREATE) flags |= O_CREAT;
  if (amode & MPI_MODE_EXCL) flags |= O_EXCL;
  return flags;
}

int disk_open(struct disk *d, const char *path, int amode, int permissions)
{
  struct stat status;
  int flags = flags_of(amode) | O_NONBLOCK; /* a pipe would wait */
  int descriptor = open(path, flags, permissions);
  if (descriptor < 0 && errno == EMFILE && descriptors_raise())
    descriptor = open(path, flags, permissions);
  if (descriptor < 0) return system_fault(path);
  if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    close(descriptor);
    if (S_ISDIR(status.st_mode)) {
      errno = EISDIR;
      return system_fault(path);
    }
    return fault(MPI_ERR_UNSUPPORTED_OPERATION,
                 ": \"%s\" is not an ordinary file", path);
  }
  *d = (struct disk){xstrdup(path), descriptor, amode};
  return 0;
}

int disk_close(struct disk *d)
{
  int error = 0;
  if (close(d->descriptor) != 0) error = system_fault(d->path);
  if (d->amode & MPI_MODE_DELETE_ON_CLOSE && unlink(d->path) != 0 && !error)
    error = system_fault(d->path);
  free(d->path);
  return error;
}

int disk_delete(const char *path)
{
  return unlink(path) == 0 ? 0 : system_fault(path);
}

bool disk_is(const struct disk *d, const char *path)
{
  struct stat mine, its;
  if (strcmp(d->path, path) == 0) return true;
  return fstat(d->descriptor, &mine) == 0 && stat(path, &its) == 0 &&
         mine.st_dev == its.st_dev && mine.st_ino == its.st_ino;
}

/* --- size --- */

int disk_size(const struct disk *d, MPI_Offset *size)
{
  struct stat status;
  if (fstat(d->descriptor, &status) != 0) return system_fault(d->path);
  *size = status.st_size;
  return 0;
}

int disk_resize(const struct disk *d, MPI_Offset size)
{
  return ftruncate(d->descriptor, size) == 0 ? 0 : system_fault(d->path);
}

int disk_reserve(const struct disk *d, MPI_Offset size)
{
  if (size == 0) return 0;
  errno = posix_fallocate(d->descriptor, 0, size);
  return errno == 0 ? 0 : system_fault(d->path);
}

int disk_sync(const struct disk *d)
{
  if (fsync(d->descriptor) == 0 || errno == EINVAL) return 0;
  return system_fault(d->path);
}

/* --- data --- */

/* What passes a chunk after the other. */
struct chunks {
  const struct disk *disk;
  char *bytes; /* what comes next */
  MPI_Count done;
  int error;
};

static bool write_range(MPI_Offset at, MPI_Count n, void *arg)
{
  struct chunks *m = arg;
  while (n > 0) {
    ssize_t moved = pwrite(m->disk->descriptor, m->bytes, n, at);
    if (moved < 0 && errno == EINTR) continue;
    if (moved < 0) {
      m->error = system_fault(m->disk->path);
      return false;
    }
    m->bytes += moved, m->done += moved, at += moved, n -= moved;
  }
  return true;
}

static bool read_range(MPI_Offset at, MPI_Count n, void *arg)
{
  struct chunks *m = arg;
  while (n > 0) {
    ssize_t moved = pread(m->disk->descriptor, m->bytes, n, at);
    if (moved < 0 && errno == EINTR) continue;
    if (moved < 0) m->error = system_fault(m->disk->path);
    if (moved <= 0) return false;
    m->bytes += moved, m->done += moved, at += moved, n -= moved;
  }
  return true;
}

int disk_read(const struct disk *d, const struct view *v, MPI_Count from,
              void *buffer, MPI_Count count, MPI_Count fit,
              const struct datatype *type, MPI_Count *bytes)
{
  MPI_Count total = count * type->size, room = fit * type->size;
  char *chunk = xmalloc(CHUNK);
  struct chunks m = {.disk = d};
  *bytes = 0;
  while (*bytes < total) {
    MPI_Count n = total - *bytes < CHUNK ? total - *bytes : CHUNK;
    m.bytes = chunk;
    m.done = 0;
    view_each(v, from + *bytes, n, read_range, &m);
    MPI_Count kept = *bytes + m.done < room ? m.done : room - *bytes;
    if (kept > 0) datatype_unpack(buffer, fit, type, *bytes, kept, chunk);
    *bytes += m.done;
    if (m.done < n) break;
  }
  free(chunk);
  return m.error;
}

int disk_write(const struct disk *d, const struct view *v, MPI_Count from,
               const void *buffer, MPI_Count count, const struct datatype *type,
               MPI_Count *bytes)
{
  MPI_Count total = count * type->size;
  char *chunk = xmalloc(CHUNK);
  struct chunks m = {.disk = d};
  *bytes = 0;
  while (*bytes < total && !m.error) {
    MPI_Count n = total - *bytes < CHUNK ? total - *bytes : CHUNK;
    datatype_pack(buffer, count, type, *bytes, n, chunk);
    m.bytes = chunk;
    m.done = 0;
    view_each(v, from + *bytes, n, write_range, &m);
    *bytes += m.done;
  }
  free(chunk);
  return m.error;
}
