/* Standard streams of the ranks.
 *
 * What a rank writes to stdout or stderr (stdio, C++ streams, write(2)) comes
 * here, is cut into lines, and leaves the process in whole lines ordered by
 * (the writer's local time, rank), when the engine's clock has passed that
 * date. stdin belongs to rank 0; the others read end of file. Invariant: no
 * line leaves before one that sorts ahead of it. */
#ifndef ORIEL_STREAMS_H
#define ORIEL_STREAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

struct rank;

/* Take over stdout and stderr of the process; `tag` puts "[rank] " before
 * each line. Before the first image_new(). */
void streams_open(bool tag);
/* fd is 1 or 2. On behalf of self. Returns what write() would. */
ssize_t streams_write(int fd, const void *bytes, size_t n);
/* All that has come so far, in bytes: a call that does not change this has not
 * printed. */
unsigned long streams_printed(void);
/* What `stdin` is to self: the process's (on the engine's stack, too), or one
 * that is at its end. */
FILE *streams_input(void);
/* Self is about to read that, and may wait for somebody who types: what it has
 * written before leaves, with all that comes before that. */
void streams_before_input(void);
/* From now on fd (1 or 2) of self is descriptor `to`, which is given away; or
 * it is closed, or the rank's standard output, or its standard error. */
enum { STREAM_CLOSED = -1, STREAM_OUTPUT = -2, STREAM_ERROR = -3 };
void streams_redirect(int fd, int to);
/* Which of these it is now; and what write() to one of these would return. */
int streams_target(int fd);
ssize_t streams_write_to(int to, const void *bytes, size_t n);
/* What stdio buffered belongs to the rank that ran until now: called before
 * every switch. Cheap when there is nothing. */
void streams_switch(void);
/* Release the lines that nothing can precede any more. */
void streams_release(double now);
/* The rank ends: its unfinished last line counts as a line. */
void streams_end(struct rank *);
/* Release everything: end of the run. -1 when something could not be written;
 * a line has said so, but of who does not read any more. */
int streams_close(void);
/* A line at the foot of standard error, redrawn by the next one and gone when
 * something else is written; NULL: gone. Not released with the others' text:
 * it is for eyes only. */
void streams_bar(const char *text);
/* Is a write() of these under way? Then SIGPIPE is about it. */
bool streams_leaving(void);
/* Oriel's own messages go straight to the real stderr, after everything that
 * was released; one line or more, each with its newline. */
void streams_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
