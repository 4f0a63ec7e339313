/* Files: what a rank has open, and what all that opened it share.
 *
 * Access takes no simulated time but that of the meetings of collective calls;
 * it happens at the local time of the rank. Invariant: `pointer` of a file and
 * of what it shares count etypes of the view. [MPI-4.1 14] */
#ifndef ORIEL_API_FILE_H
#define ORIEL_API_FILE_H

#include "../coll/barrier.h"
#include "../file/disk.h"
#include "call.h"

#include <mpi.h>

struct comm_view;
struct errhandler;

struct shared_file {
  int members; /* that have not closed it */
  bool closed; /* by the first of them */
  struct disk disk;
  struct comm *comm; /* of those who opened it, for its meetings alone */
  MPI_Offset pointer;
  bool atomic;
};

/* A collective access that has begun and not ended. */
struct split {
  const char *call; /* the name of what ends it; NULL: there is none */
  const void *buffer;
  MPI_Count bytes;
  uint64_t pending; /* the access, to the observers */
};

/* One rank's handle of an open file. */
struct file {
  MPI_File handle; /* MPI_FILE_NULL: whose error handler new files get */
  struct errhandler *errhandler;
  struct shared_file *shared; /* NULL: MPI_FILE_NULL */
  struct comm_view *comm;     /* of shared->comm */
  struct view view;
  MPI_Offset pointer;
  struct split split;
  char *permissions; /* the hint file_perm; NULL: none */
};

/* The file that errors without one meet; made on first use. */
struct file *no_file(void);
/* On success the file, which the call's errors then meet, else a fault's
 * class. */
int file_of(MPI_File, struct file **);

/* May this file be read or written, with the calls that say where? */
int check_readable(const struct file *);
int check_writable(const struct file *);
int check_random(const struct file *);

/* What a member brings to a collective call, and what it takes from there. */
struct joint {
  int error;
  char text[512]; /* of the fault */
};
/* Meet; the first to come back acts for all, on what all of them brought, and
 * all return what that returned. `needed` as in coll_exchange(). */
int file_meet(struct comm_view *, struct joint *mine, int needed,
              int (*act)(struct joint *const *all, int count));
/* Meet; 0, or MPI_ERR_NOT_SAME for all when they do not pass the same. */
int file_agree(struct file *, int64_t value, const char *argument);

#endif
