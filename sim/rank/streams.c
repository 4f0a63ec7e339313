/* Standard streams of the ranks.
 *
 * stdout and stderr of the process are streams whose writer comes here with
 * whatever stdio has; a rank's bytes are gathered until a newline, and whole
 * lines wait in a heap ordered by (date, rank, sequence number) until the
 * clock has passed their date; those that a rank writes one after the other at
 * one date wait together. Invariant: what `pending` holds is not older than
 * what has left the process. */
#include "streams.h"

#include "../../model/memory.h"
#include "../descriptors.h"
#include "../engine/engine.h"
#include "../plain_locale.h"
#include "rank.h"
#include "../../traces/whole.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One or several. */
struct lines {
  double date;
  int rank, fd;
  unsigned long sequence;
  size_t n, room;
  char *text;
};

/* A rank's fd 1 or 2. */
struct stream {
  char *text; /* of the line that is not finished */
  size_t n, room;
  int to; /* a descriptor of its own, or one of the STREAM_ */
};

static struct {
  bool open, tag;
  struct lines **pending; /* a heap, the first to leave on top */
  struct lines *latest;   /* of them; NULL: it has left */
  size_t count, room;
  unsigned long sequence;
  unsigned long taken;          /* bytes */
  struct stream *(*streams)[2]; /* by rank, made on first use */
  int ranks;
} all;

/* --- out of the process --- */

enum { OUT_ROOM = 1 << 16 };

static struct {
  char text[OUT_ROOM];
  size_t n;
  int fd;
  bool unfinished[3]; /* the last line that left by fd lacks its newline */
  int failed[3];      /* errno: nothing leaves by it any more */
  bool leaving;       /* it is being written, or waits to be */
} out;

static bool bar_drawn;

static ssize_t leave_by(int fd, const char *text, size_t n)
{
  out.leaving = true;
  ssize_t written = write(fd, text, n);
  out.leaving = false;
  return written;
}

bool streams_leaving(void)
{
  return out.leaving;
}

static void bar_erase(void)
{
  if (bar_drawn) leave_by(2, "\r\033[K", 4);
  bar_drawn = false;
}

static void out_flush(void)
{
  int fd = out.fd;
  if (out.n) bar_erase();
  for (size_t at = 0; at < out.n && !out.failed[fd];) {
    ssize_t n = leave_by(fd, out.text + at, out.n - at);
    if (n >= 0) {
      at += n;
    } else if (errno == EAGAIN) {
      out.leaving = true;
      poll(&(struct pollfd){fd, POLLOUT, 0}, 1, -1);
      out.leaving = false;
    } else if (errno != EINTR) {
      out.failed[fd] = errno;
    }
  }
  out.n = 0;
}

static void out_write(int fd, const char *text, size_t n)
{
  if (fd != out.fd) out_flush();
  out.fd = fd;
  while (n > 0) {
    size_t part = n < OUT_ROOM - out.n ? n : OUT_ROOM - out.n;
    memcpy(out.text + out.n, text, part);
    out.n += part;
    text += part;
    n -= part;
    if (out.n == OUT_ROOM) out_flush();
  }
}

static void out_finish(int fd)
{
  if (out.unfinished[fd]) out_write(fd, "\n", 1);
  out.unfinished[fd] = false;
}

static void out_tagged(const struct lines *l)
{
  char tag[24];
  int n = snprintf(tag, sizeof tag, "[%d] ", l->rank);
  const char *end = l->text + l->n, *next;
  for (const char *at = l->text; at < end; at = next) {
    next = memchr(at, '\n', end - at);
    next = next ? next + 1 : end;
    out_write(l->fd, tag, n);
    out_write(l->fd, at, next - at);
  }
}

static void out_lines(const struct lines *l)
{
  out_finish(l->fd);
  if (all.tag)
    out_tagged(l);
  else
    out_write(l->fd, l->text, l->n);
  out.unfinished[l->fd] = l->text[l->n - 1] != '\n';
}

void streams_bar(const char *text)
{
  out_flush();
  bar_erase();
  if (!text) return;
  leave_by(2, text, strlen(text));
  bar_drawn = true;
}

/* --- the heap --- */

static bool before(const struct lines *a, const struct lines *b)
{
  if (a->date != b->date) return a->date < b->date;
  if (a->rank != b->rank) return a->rank < b->rank;
  return a->sequence < b->sequence;
}

static void push(struct lines *l)
{
  GROW(all.pending, all.count, all.room, 64);
  size_t i = all.count++;
  for (; i > 0 && before(l, all.pending[(i - 1) / 2]); i = (i - 1) / 2)
    all.pending[i] = all.pending[(i - 1) / 2];
  all.pending[i] = l;
}

static struct lines *pop(void)
{
  struct lines **heap = all.pending, *top = heap[0];
  struct lines *last = heap[--all.count];
  size_t i = 0;
  for (size_t child; (child = 2 * i + 1) < all.count; i = child) {
    if (child + 1 < all.count && before(heap[child + 1], heap[child])) child++;
    if (!before(heap[child], last)) break;
    heap[i] = heap[child];
  }
  heap[i] = last;
  return top;
}

static void leave(struct lines *l)
{
  if (l == all.latest) all.latest = NULL;
  out_lines(l);
  free(l->text);
  free(l);
}

void streams_release(double now)
{
  if (all.count == 0 || !(all.pending[0]->date < now)) return;
  while (all.count > 0 && all.pending[0]->date < now)
    leave(pop());
  out_flush();
}

/* --- the ranks' side --- */

static struct stream *stream_of(const struct rank *r, int fd)
{
  REACH(all.streams, all.ranks, r->id);
  struct stream **s = &all.streams[r->id][fd - 1];
  if (*s) return *s;
  *s = xcalloc(1, sizeof **s);
  (*s)->to = fd == 1 ? STREAM_OUTPUT : STREAM_ERROR;
  return *s;
}

/* The latest lines, if those of self at `fd` can go on with n bytes more. */
static struct lines *lines_to_go_on(const struct rank *r, int fd, size_t n)
{
  enum { LARGE = 1 << 16 };
  struct lines *l = all.latest;
  if (!l || l->rank != r->id || l->fd != fd || l->date != r->time ||
      l->text[l->n - 1] != '\n' || l->n + n > LARGE)
    return NULL;
  if (l->n + n > l->room) {
    l->room = 2 * (l->n + n);
    l->text = xrealloc(l->text, l->room);
  }
  return l;
}

static struct lines *lines_new(const struct rank *r, int fd, size_t n)
{
  struct lines *l = xmalloc(sizeof *l);
  *l = (struct lines){r->time, r->id, fd, all.sequence++, 0, n, xmalloc(n)};
  push(l);
  return all.latest = l;
}

static void add(struct lines *l, const char *text, size_t n)
{
  if (n) memcpy(l->text + l->n, text, n);
  l->n += n;
}

static void finish_line(const struct rank *r, int fd, struct stream *s,
                        const char *text, size_t n)
{
  struct lines *l = lines_to_go_on(r, fd, s->n + n);
  if (!l) l = lines_new(r, fd, s->n + n);
  add(l, s->text, s->n);
  add(l, text, n);
  s->n = 0;
}

static void gather(struct stream *s, const char *text, size_t n)
{
  if (s->n + n > s->room) {
    s->room = 2 * (s->n + n);
    s->text = xrealloc(s->text, s->room);
  }
  memcpy(s->text + s->n, text, n);
  s->n += n;
}

ssize_t streams_write(int fd, const void *bytes, size_t n)
{
  if (!self) { /* Oriel's own, or a library's */
    out_finish(fd);
    out_write(fd, bytes, n);
    out_flush();
    return n;
  }
  return streams_write_to(streams_target(fd), bytes, n);
}

int streams_target(int fd)
{
  return stream_of(self, fd)->to;
}

ssize_t streams_write_to(int to, const void *bytes, size_t n)
{
  if (to >= 0) return write(to, bytes, n);
  if (to == STREAM_CLOSED) {
    errno = EBADF;
    return -1;
  }
  int fd = to == STREAM_OUTPUT ? 1 : 2;
  struct stream *s = stream_of(self, fd);
  const char *text = bytes, *end = text + n, *newline;
  all.taken += n;
  for (; (newline = memchr(text, '\n', end - text)); text = newline + 1)
    finish_line(self, fd, s, text, newline + 1 - text);
  if (text < end) gather(s, text, end - text);
  return n;
}

unsigned long streams_printed(void)
{
  return all.taken + __fpending(stdout) + __fpending(stderr);
}

void streams_switch(void)
{
  if (__fpending(stdout)) fflush(stdout);
  if (__fpending(stderr)) fflush(stderr);
}

void streams_redirect(int fd, int to)
{
  streams_switch();
  struct stream *s = stream_of(self, fd);
  if (s->to >= 0) descriptors_drop(s->to);
  s->to = to;
}

void streams_end(struct rank *r)
{
  if (r->id >= all.ranks) return;
  for (int fd = 1; fd <= 2; fd++) {
    struct stream *s = all.streams[r->id][fd - 1];
    if (!s) continue;
    if (s->n) finish_line(r, fd, s, "", 0);
    if (s->to >= 0) descriptors_drop(s->to);
    free(s->text);
    free(s);
    all.streams[r->id][fd - 1] = NULL;
  }
}

/* --- stdio --- */

/* A rank that closed its stream loses what it writes; the stream itself is
 * everybody's and must not be left in error. */
static ssize_t write_cookie(void *cookie, const char *text, size_t n)
{
  streams_write(cookie ? 2 : 1, text, n);
  return n;
}

/* cookie: NULL for stdout. */
static FILE *make_output(void *cookie, int buffering)
{
  cookie_io_functions_t io = {.write = write_cookie};
  FILE *f = fopencookie(cookie, "w", io);
  if (!f) memory_missing(BUFSIZ, "");
  setvbuf(f, NULL, buffering, BUFSIZ);
  return f;
}

static ssize_t read_nothing(void *cookie, char *text, size_t n)
{
  (void)cookie, (void)text, (void)n;
  return 0;
}

void streams_before_input(void)
{
  if (!self || self->id != 0) return;
  streams_switch();
  rank_meet();
  while (all.count > 0 && all.pending[0]->date <= self->time &&
         all.pending[0]->rank == 0)
    leave(pop());
  out_flush();
}

static ssize_t read_input(void *cookie, char *text, size_t n)
{
  (void)cookie;
  streams_before_input();
  return read(STDIN_FILENO, text, n);
}

static int seek_input(void *cookie, off64_t *at, int whence)
{
  (void)cookie;
  *at = lseek64(STDIN_FILENO, *at, whence);
  return *at < 0 ? -1 : 0;
}

FILE *streams_input(void)
{
  static FILE *empty, *whole;
  if (!empty) {
    cookie_io_functions_t none = {.read = read_nothing};
    cookie_io_functions_t all_of_it = {.read = read_input, .seek = seek_input};
    empty = fopencookie(NULL, "r", none);
    whole = fopencookie(NULL, "r", all_of_it);
  }
  return self && self->id != 0 ? empty : whole;
}

/* Line by line on stdout, so that each line has the date of its own. */
void streams_open(bool tag)
{
  static char is_stderr;
  plain_locale_open();
  all.tag = tag;
  if (all.open) return;
  all.open = true;
  fflush(NULL);
  stdout = make_output(NULL, _IOLBF);
  stderr = make_output(&is_stderr, _IONBF);
  engine_redirect_streams(streams_input);
}

/* --- the end --- */

static int report_failures(void)
{
  int result = 0;
  for (int fd = 1; fd <= 2; fd++) {
    if (!out.failed[fd]) continue;
    result = -1;
    if (fd == 1 && !whole_unread(out.failed[1]))
      dprintf(2, "oriel: standard output: %s\n", strerror(out.failed[1]));
  }
  return result;
}

int streams_close(void)
{
  if (all.open) streams_switch();
  for (int i = 0; i < ranks_count(); i++)
    streams_end(rank_of(i));
  while (all.count > 0)
    leave(pop());
  out_flush();
  int result = report_failures();
  out.failed[1] = out.failed[2] = 0;
  return result;
}

/* Names that programs give may have control characters, which may do anything
 * to a terminal. */
static void make_plain(char *text)
{
  for (; *text; text++)
    if (((unsigned char)*text < ' ' && *text != '\n' && *text != '\t') ||
        *text == 0x7f)
      *text = '?';
}

/* Without malloc() for a line of usual length: the report of a crash comes
 * here with whatever the program left of the heap. */
void streams_say(const char *format, ...)
{
  char line[2048], *text = line;
  va_list args;
  locale_t program = plain_locale_enter();
  va_start(args, format);
  int n = vsnprintf(line, sizeof line, format, args);
  va_end(args);
  if (n >= (int)sizeof line) {
    text = xmalloc(n + 1);
    va_start(args, format);
    vsnprintf(text, n + 1, format, args);
    va_end(args);
  }
  plain_locale_leave(program);
  if (n < 0) return;
  make_plain(text);
  out_finish(2);
  out_write(2, text, n);
  out_flush();
  if (text != line) free(text);
}
