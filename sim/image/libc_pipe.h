/* Pipes and the like that a rank has made: both ends are within this process.
 * Who waits there polls, as simulated time passes. */
#ifndef ORIEL_LIBC_PIPE_H
#define ORIEL_LIBC_PIPE_H

#include "../rank/strand.h"

#include <poll.h>
#include <stdbool.h>
#include <sys/types.h>
#include <sys/uio.h>

/* Is it one of those? */
bool libc_pipe_has(int fd);
/* It is one from now on, whose other end is to come; that is this one. */
struct pipe;
struct pipe *libc_pipe_begun(int fd);
void libc_pipe_ends(struct pipe *, int made);
/* `made` is another descriptor of the same; it is none any more. */
void libc_pipe_copied(int fd, int made);
void libc_pipe_closed(int fd);
/* It is in a message to who may be another rank; this is what was in one, which
 * may be `still` there. */
void libc_pipe_sent(int fd);
void libc_pipe_came(int fd, bool still);

/* Something was done there that others may wait for. */
void libc_pipe_changed(int fd);

/* readv(), which waits for what is written. */
ssize_t libc_pipe_read(int fd, const struct iovec *, int count, struct pause);
/* Around what reads otherwise: wait until it can, if it `waits`. False, and
 * EAGAIN: the socket's limit has come. */
bool libc_pipe_before_read(int fd, bool waits, struct pause);
void libc_pipe_after_read(int fd);

enum pipe_write {
  PIPE_PLAIN,
  PIPE_AT_ONCE = 1, /* does not wait */
  PIPE_QUIET = 2    /* no signal that nobody reads */
};
/* write(), which waits for room likewise. */
ssize_t libc_pipe_write(int fd, const void *bytes, size_t n, enum pipe_write,
                        struct pause);

/* Before what writes otherwise, which libc_pipe_changed tells of: wait for
 * room, if it `waits`. False as above. */
bool libc_pipe_await_room(int fd, bool waits, struct pause);

/* If all of these are such: wait until one is ready, at most so long; 0 is a
 * poll, HUGE_VAL for ever. False: they are not, nothing was done. */
bool libc_pipe_await_any(struct pollfd *, nfds_t, double seconds, struct pause);

#endif
