/* Descriptors above 2 that are not the process's alone: duplicates of a rank's
 * standard output or error, and what it draws from the machine. */
#ifndef ORIEL_LIBC_IO_H
#define ORIEL_LIBC_IO_H

#include <stdio.h>

enum libc_io_kind { IO_PLAIN, IO_OUTPUT = 1, IO_ERROR = 2, IO_RANDOM };

enum libc_io_kind libc_io_kind(int fd);
/* It is of this kind from now on. */
void libc_io_note(int fd, enum libc_io_kind);

/* dup() and fdopen(), as the program has them. */
int libc_io_dup(int fd);
FILE *libc_io_stream(int fd, const char *mode);

#endif
