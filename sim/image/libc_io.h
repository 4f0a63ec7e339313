/* Descriptors above 2 that are not the process's alone: duplicates of a rank's
 * standard output or error, and what it draws from the machine. */
#ifndef ORIEL_LIBC_IO_H
#define ORIEL_LIBC_IO_H

#include "../rank/strand.h"

#include <stdbool.h>
#include <stdio.h>

/* Which standard output a descriptor is, 1 or 2; 0 if none. */
int libc_io_output(int fd);
/* It is that from now on; nothing for -1. */
void libc_io_note(int fd, int output);
/* Is it /dev/urandom or /dev/random? */
bool libc_io_draws(int fd);

/* write(), dup() and close(), as the program has them. */
ssize_t libc_io_put(int fd, const void *bytes, size_t n, struct pause);
int libc_io_dup(int fd);
int libc_io_close(int fd);
/* The process's descriptor to be asked about the rank's: -1 if it has none. */
int libc_io_real(int fd);
/* The rank has got this one, which is the lowest number for it unless it has
 * closed 1 or 2: the one that it is given then. */
int libc_io_lowest(int fd);
/* Which of these it has closed; 0: none that comes to that. */
int libc_io_free(void);
/* fdopen(), likewise. */
FILE *libc_io_fdopen(int fd, const char *mode);
/* All of these numbers are free for others. */
void libc_io_forget(unsigned first, unsigned last);
/* A stream in place of one over such a descriptor, which becomes its own. */
FILE *libc_io_over(FILE *, const char *mode);

#endif
