/* Files of the operating system, and its errors in MPI's terms.
 *
 * Ranks are of one process: a file that several opened together has one
 * descriptor, and every access says where it is. Nothing here takes simulated
 * time. Calls return 0 or a fault's class. */
#ifndef ORIEL_DISK_H
#define ORIEL_DISK_H

#include "../../model/file/view.h"

#include <mpi.h>

struct disk {
  char *path;
  int descriptor;
  int amode; /* MPI_MODE_* */
};

/* `permissions` are those of a file that is created, before the umask. */
int disk_open(struct disk *, const char *path, int amode, int permissions);
/* Closed, whatever it returns; deleted where the mode says so. */
int disk_close(struct disk *);
int disk_delete(const char *path);
/* Is that its path too, if not by the same name? */
bool disk_is(const struct disk *, const char *path);

int disk_size(const struct disk *, MPI_Offset *size);
int disk_resize(const struct disk *, MPI_Offset size);
/* Make room for so many bytes; never shrinks. */
int disk_reserve(const struct disk *, MPI_Offset size);
int disk_sync(const struct disk *);

/* Typed memory and bytes of a view's stream from `from` on. A read stops at
 * the end of the file: *bytes is what was moved, of which no more goes to the
 * buffer than `fit` elements. */
int disk_read(const struct disk *, const struct view *, MPI_Count from,
              void *buffer, MPI_Count count, MPI_Count fit,
              const struct datatype *, MPI_Count *bytes);
int disk_write(const struct disk *, const struct view *, MPI_Count from,
               const void *buffer, MPI_Count count, const struct datatype *,
               MPI_Count *bytes);

#endif
