/* Descriptors above 2 that are not the process's alone: duplicates of a rank's
 * standard output or error, and what it draws from the machine. */
#ifndef ORIEL_LIBC_IO_H
#define ORIEL_LIBC_IO_H

#include <stdbool.h>
#include <stdio.h>

/* Which standard output a descriptor is, 1 or 2; 0 if none. */
int libc_io_output(int fd);
/* It is that from now on; nothing for -1. */
void libc_io_note(int fd, int output);
/* Is it /dev/urandom or /dev/random? */
bool libc_io_draws(int fd);

/* dup(), as the program has it. */
int libc_io_dup(int fd);
/* A stream in place of one over such a descriptor, which becomes its own. */
FILE *libc_io_over(FILE *, const char *mode);

#endif
