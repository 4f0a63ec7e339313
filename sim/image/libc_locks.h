/* Locks of files, which are each rank's: what fcntl(), close() and the end of a
 * rank have to do with them. */
#ifndef ORIEL_LIBC_LOCKS_H
#define ORIEL_LIBC_LOCKS_H

#include "../rank/strand.h"

#include <stdbool.h>

struct flock;

/* Is the command of fcntl() one of locks? That of this rank. */
bool libc_locks_are(int command);
int libc_locks_fcntl(int fd, int command, struct flock *, struct pause);
/* Self is about to close this one, or anew what it is; it has ended. */
void libc_locks_closing(int fd);
void libc_locks_end(void);

#endif
