/* Pipes and the like that a rank has made: both ends are within this process.
 */
#ifndef ORIEL_LIBC_PIPE_H
#define ORIEL_LIBC_PIPE_H

#include <stdbool.h>
#include <sys/types.h>

/* Is it one of those? */
bool libc_pipe_has(int fd);
/* Self is about to read there, by a function that returns to `site`: wait until
 * it can, as simulated time passes. */
void libc_pipe_await(int fd, const char *function, const void *site);
/* write(), which waits for room likewise. */
ssize_t libc_pipe_write(int fd, const void *bytes, size_t n,
                        const char *function, const void *site);
/* `made` is another descriptor of the same; it is none any more. */
void libc_pipe_copied(int fd, int made);
void libc_pipe_closed(int fd);

#endif
