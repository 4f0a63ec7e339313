/* Standard streams and descriptors 0 to 2, per rank.
 *
 * stdio's stdout and stderr are one object for all ranks, behind which
 * sim/rank/streams.c tells them apart; so nobody may close it or change its
 * buffer. Descriptors above 2 are the process's; which of them a rank made as
 * a duplicate of its standard output or error is noted in `twin`, until the
 * rank closes it or opens a file by that number. A duplicate stays what it is
 * when 1 or 2 is redirected. Streams over what the rank opened as such by path,
 * or to draw from the machine, or over a pipe of the ranks', come here, too
 * (libc_io_over). */
#include "libc_io.h"

#include "libc.h"
#include "libc_locks.h"
#include "libc_pipe.h"
#include "libc_print.h"

#include "../descriptors.h"
#include "../rank/rank.h"
#include "../rank/streams.h"
#include "template.h"
#include "../../model/map.h"
#include "../../model/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio_ext.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <unistd.h>
#include <wchar.h>

enum { TWINS = 1 << 20 };
static unsigned char twin[TWINS]; /* 1 or 2; 0: an ordinary descriptor */

int libc_io_output(int fd)
{
  if (fd == 1 || fd == 2) return fd;
  return fd > 2 && fd < TWINS ? twin[fd] : 0;
}

void libc_io_note(int fd, int output)
{
  if (fd > 2 && fd < TWINS) twin[fd] = (unsigned char)output;
}

/* What a descriptor of the rank is: one of the process's, or a STREAM_. */
static int target_of(int fd)
{
  if (fd == 1 || fd == 2) return streams_target(fd);
  int output = libc_io_output(fd);
  return output == 1 ? STREAM_OUTPUT : output == 2 ? STREAM_ERROR : fd;
}

static int output_of_target(int to)
{
  return to == STREAM_OUTPUT ? 1 : to == STREAM_ERROR ? 2 : 0;
}

/* The process's descriptor of which it is to be a duplicate. */
static int whole_of(int to)
{
  int output = output_of_target(to);
  return output ? output : to;
}

int libc_io_real(int fd)
{
  if (fd == 0) return libc_self()->libc.no_stdin ? -1 : 0;
  return fd == 1 || fd == 2 ? whole_of(streams_target(fd)) : fd;
}

bool libc_io_draws(int fd)
{
  enum { MEMORY = 1, RANDOM = 8, URANDOM };
  struct stat s;
  if (fd < 3 || fstat(fd, &s) || !S_ISCHR(s.st_mode)) return false;
  unsigned device = minor(s.st_rdev);
  return major(s.st_rdev) == MEMORY && (device == RANDOM || device == URANDOM);
}

static int output_of_file(const FILE *f)
{
  return f == stdout ? 1 : f == stderr ? 2 : 0;
}

static bool is_input(const FILE *f)
{
  return f == stdin || f == streams_input();
}

static int bad_descriptor(void)
{
  errno = EBADF;
  return -1;
}

/* --- writing --- */

ssize_t libc_io_put(int fd, const void *bytes, size_t n, struct pause pause)
{
  int to = target_of(fd);
  if (libc_pipe_has(fd))
    return libc_pipe_write(fd, bytes, n, PIPE_PLAIN, pause);
  if (to == fd) return write(fd, bytes, n);
  streams_switch();
  ssize_t written = streams_write_to(to, bytes, n);
  libc_printed(pause);
  return written;
}

static ssize_t io_write(int fd, const void *bytes, size_t n)
{
  return libc_io_put(fd, bytes, n, PAUSE("write"));
}

static bool are_parts(const struct iovec *v, int count)
{
  size_t sum = 0;
  for (int i = 0; i < count && sum <= SSIZE_MAX; i++)
    sum = v[i].iov_len <= SSIZE_MAX ? sum + v[i].iov_len : SIZE_MAX;
  return count >= 0 && count <= IOV_MAX && sum <= SSIZE_MAX;
}

/* All at once: it may be one message, or more than there is room for. */
static ssize_t writev_pipe(int fd, const struct iovec *v, int count,
                           struct pause pause)
{
  size_t size = 0, at = 0;
  for (int i = 0; i < count; i++)
    size += v[i].iov_len;
  char *all = xmalloc(size + 1);
  for (int i = 0; i < count; at += v[i++].iov_len)
    if (v[i].iov_len) memcpy(all + at, v[i].iov_base, v[i].iov_len);
  ssize_t n = libc_pipe_write(fd, all, size, PIPE_PLAIN, pause);
  int error = errno;
  free(all);
  errno = error;
  return n;
}

static ssize_t writev_stream(int to, const struct iovec *v, int count)
{
  ssize_t sum = 0;
  for (int i = 0; i < count; i++) {
    ssize_t n = streams_write_to(to, v[i].iov_base, v[i].iov_len);
    if (n < 0) return sum ? sum : n;
    sum += n;
    if ((size_t)n < v[i].iov_len) break;
  }
  return sum;
}

static ssize_t io_writev(int fd, const struct iovec *v, int count)
{
  int to = target_of(fd);
  bool pipe = libc_pipe_has(fd);
  if (to == fd && !pipe) return writev(fd, v, count);
  if (!are_parts(v, count)) return errno = EINVAL, -1;
  streams_switch();
  if (pipe) return writev_pipe(fd, v, count, PAUSE("writev"));
  ssize_t n = writev_stream(to, v, count);
  libc_printed(PAUSE("writev"));
  return n;
}

static int print(int fd, const char *format, va_list args, struct pause pause)
{
  char *text;
  bool foreign = target_of(fd) == fd && !libc_pipe_has(fd);
  if (libc_formats) libc_formats(format, args, pause.site);
  if (foreign) return vdprintf(fd, format, args);
  int n = vasprintf(&text, format, args);
  if (n < 0) return n;
  n = (int)libc_io_put(fd, text, n, pause);
  free(text);
  return n;
}

PRINTS_LIST(io_vdprintf, fd, "vdprintf",
            (int fd, const char *format, va_list args))
PRINTS_LIST(io_vdprintf_chk, fd, "vdprintf",
            (int fd, FLAG, const char *format, va_list args))
PRINTS(io_dprintf, fd, "dprintf", (int fd, const char *format, ...))
PRINTS(io_dprintf_chk, fd, "dprintf", (int fd, FLAG, const char *format, ...))

/* --- reading --- */

static bool reads_nothing(int fd)
{
  return fd == 0 && self->id != 0 && !libc_self()->libc.no_stdin;
}

static ssize_t io_read(int fd, void *bytes, size_t n)
{
  if (reads_nothing(fd)) return 0;
  struct iovec v = {bytes, n};
  if (n && libc_pipe_has(fd)) return libc_pipe_read(fd, &v, 1, PAUSE("read"));
  if (libc_io_draws(fd)) return libc_draw_bytes(bytes, n);
  if (fd == 0) streams_before_input();
  return read(libc_io_real(fd), bytes, n);
}

static ssize_t io_read_chk(int fd, void *bytes, size_t n, size_t room)
{
  return io_read(fd, bytes, n < room ? n : room);
}

static ssize_t draw(const struct iovec *v, int count)
{
  ssize_t sum = 0;
  for (int i = 0; i < count; i++)
    sum += libc_draw_bytes(v[i].iov_base, v[i].iov_len);
  return sum;
}

static ssize_t io_readv(int fd, const struct iovec *v, int count)
{
  if (reads_nothing(fd)) return 0;
  if (libc_pipe_has(fd)) return libc_pipe_read(fd, v, count, PAUSE("readv"));
  if (libc_io_draws(fd)) return draw(v, count);
  if (fd == 0) streams_before_input();
  return readv(libc_io_real(fd), v, count);
}

static FILE *input(void)
{
  return *(FILE **)libc_address(libc_self(), LIBC_STDIN);
}

static int io_getchar(void)
{
  return getc(input());
}

static wint_t io_getwchar(void)
{
  return getwc(input());
}

static int io_vscanf(const char *format, va_list args)
{
  return vfscanf(input(), format, args);
}

static int io_scanf(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  int n = io_vscanf(format, args);
  va_end(args);
  return n;
}

/* Those of programs from before C99. */
static int io_old_vscanf(const char *format, va_list args)
{
  return libc_old_vfscanf(input(), format, args);
}

static int io_old_scanf(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  int n = io_old_vscanf(format, args);
  va_end(args);
  return n;
}

/* --- streams over descriptors that are not the process's --- */

/* Of such a stream, by its address: what it replaces, whose descriptor it has;
 * NULL: closed. */
static struct map streams_over;

static bool is_over(FILE *f)
{
  return map_find(&streams_over, (uintptr_t)f);
}

static ssize_t write_over(void *whole, const char *text, size_t n)
{
  int fd = fileno(whole), to = target_of(fd);
  if (libc_pipe_has(fd)) {
    ssize_t some = libc_pipe_write(fd, text, n, PIPE_PLAIN, PAUSE("a stream"));
    return some < 0 ? 0 : some;
  }
  if (to >= 0) return (ssize_t)n; /* to the machine's random numbers */
  streams_switch();
  ssize_t written = streams_write_to(to, text, n);
  return written < 0 ? 0 : written;
}

static ssize_t read_over(void *whole, char *bytes, size_t n)
{
  int fd = fileno(whole);
  struct iovec v = {bytes, n};
  if (libc_pipe_has(fd)) return libc_pipe_read(fd, &v, 1, PAUSE("a stream"));
  if (libc_io_draws(fd)) return libc_draw_bytes(bytes, n);
  return bad_descriptor();
}

static int seek_over(void *whole, off64_t *at, int from)
{
  (void)from;
  if (!libc_io_draws(fileno(whole))) return errno = ESPIPE, -1;
  *at = 0;
  return 0;
}

static int close_over(void *whole)
{
  libc_io_note(fileno(whole), 0);
  return fclose(whole);
}

/* Nothing that is printed stays in it, where other ranks, which flush all that
 * is open, would find it. */
FILE *libc_io_over(FILE *whole, const char *mode)
{
  cookie_io_functions_t io = {read_over, write_over, seek_over, close_over};
  FILE *f = fopencookie(whole, mode, io);
  if (!f) return whole;
  if (libc_io_output(fileno(whole))) setvbuf(f, NULL, _IONBF, 0);
  f->_fileno = fileno(whole); /* for fileno() */
  *map_place(&streams_over, (uintptr_t)f) = whole;
  return f;
}

FILE *libc_io_fdopen(int fd, const char *mode)
{
  if (fd == 0) return input();
  if (fd == 1) return stdout;
  if (fd == 2) return stderr;
  FILE *f = fdopen(fd, mode);
  bool over = libc_io_draws(fd) || libc_pipe_has(fd);
  return f && over ? libc_io_over(f, mode) : f;
}

/* --- closing and redirecting --- */

/* The number is free for another. */
static void forget(int fd)
{
  libc_io_note(fd, 0);
  libc_pipe_closed(fd);
  libc_locks_closing(fd);
}

void libc_io_forget(unsigned first, unsigned last)
{
  for (unsigned fd = first; fd <= last && fd < TWINS; fd++)
    if (!descriptors_kept((int)fd)) forget((int)fd);
}

int libc_io_close(int fd)
{
  if (fd == 0) {
    if (libc_self()->libc.no_stdin) return bad_descriptor();
    libc_self()->libc.no_stdin = true;
    return 0;
  }
  if (fd == 1 || fd == 2) {
    if (streams_target(fd) == STREAM_CLOSED) return bad_descriptor();
    streams_redirect(fd, STREAM_CLOSED);
    return 0;
  }
  if (descriptors_kept(fd)) return bad_descriptor();
  forget(fd);
  return close(fd);
}

static int io_fclose(FILE *f)
{
  if (output_of_file(f)) return libc_io_close(output_of_file(f));
  if (is_over(f)) *map_place(&streams_over, (uintptr_t)f) = NULL;
  if (is_input(f)) return libc_io_close(0);
  if (libc_pipe_has(fileno(f))) fflush(f);
  forget(fileno(f));
  return fclose(f);
}

static int note_twin(int made, int of)
{
  libc_pipe_copied(of, made);
  libc_io_note(made, output_of_target(of));
  return made;
}

/* Descriptor `to` 1 or 2 becomes what `fd` is, for self. */
static int redirect(int fd, int to)
{
  int target = target_of(fd);
  if (!output_of_target(target)) target = descriptors_keep(target);
  if (target == STREAM_CLOSED) return -1; /* there is no such descriptor */
  streams_redirect(to, target);
  return to;
}

/* Who has closed 0 as well gets another: it would be that. */
int libc_io_free(void)
{
  for (int to = 1; to <= 2 && !libc_self()->libc.no_stdin; to++)
    if (streams_target(to) == STREAM_CLOSED) return to;
  return 0;
}

int libc_io_lowest(int fd)
{
  int to = fd > 2 ? libc_io_free() : 0;
  if (!to || redirect(fd, to) < 0) return fd;
  libc_io_close(fd);
  return to;
}

int libc_io_dup(int fd)
{
  int of = target_of(fd);
  return libc_io_lowest(note_twin(dup(whole_of(of)), of));
}

/* `to`, which is none of the standard ones, becomes another of what `fd` is.
 * Who asks for what cannot be is told by the system, and `to` stays open. */
static int replace(int fd, int to, int flags)
{
  int of = target_of(fd), whole = whole_of(of);
  bool closes = fd != to && !(flags & ~O_CLOEXEC) && fcntl(whole, F_GETFD) >= 0;
  if (closes) libc_locks_closing(to);
  return note_twin(dup3(fd == to ? fd : whole, to, flags), of);
}

static int io_dup2(int fd, int to)
{
  if (descriptors_kept(to)) return bad_descriptor();
  if (fd == to) return dup2(libc_io_real(fd), libc_io_real(fd)) < 0 ? -1 : fd;
  if (to == 1 || to == 2) return redirect(fd, to);
  if (to == 0)
    libc_refuse("dup2 to standard input", __builtin_return_address(0));
  return replace(fd, to, 0);
}

static int io_dup3(int fd, int to, int flags)
{
  bool plain = to < 3 || descriptors_kept(to);
  if (plain && fd != to && !(flags & ~O_CLOEXEC)) return io_dup2(fd, to);
  return replace(fd, to, flags);
}

static int io_fcntl(int fd, int command, ...)
{
  va_list args;
  va_start(args, command);
  void *argument = va_arg(args, void *);
  va_end(args);
  bool copies = command == F_DUPFD || command == F_DUPFD_CLOEXEC;
  int of = target_of(fd);
  if (libc_locks_are(command))
    return libc_locks_fcntl(libc_io_real(fd), command, argument,
                            PAUSE("fcntl"));
  if (!copies) return fcntl(libc_io_real(fd), command, argument);
  int made = note_twin(fcntl(whole_of(of), command, argument), of);
  return (intptr_t)argument < 2 ? libc_io_lowest(made) : made;
}

static FILE *io_freopen(const char *path, const char *mode, FILE *f)
{
  int output = output_of_file(f);
  if (output) {
    FILE *opened = path ? libc_fopen(path, mode) : NULL;
    if (path && !opened) return NULL;
    if (opened) {
      redirect(fileno(opened), output);
      fclose(opened);
    }
    return f;
  }
  if (is_over(f)) return errno = EOPNOTSUPP, NULL;
  if (!is_input(f)) return freopen(path, mode, f);
  FILE *opened = path ? libc_fopen(path, mode) : NULL;
  if (opened) *(FILE **)libc_address(libc_self(), LIBC_STDIN) = opened;
  return opened;
}

/* --- asking, and what must not change --- */

static int io_fileno(FILE *f)
{
  if (output_of_file(f)) return output_of_file(f);
  return is_input(f) ? 0 : fileno(f);
}

/* Output must not depend on where it goes. */
static int io_isatty(int fd)
{
  if (fd > 2 && !libc_io_output(fd)) return isatty(fd);
  if (fd < 0) return bad_descriptor(), 0;
  errno = ENOTTY;
  return 0;
}

/* That of one over standard output has none. */
static bool keeps_buffer(FILE *f)
{
  return output_of_file(f) || (is_over(f) && libc_io_output(fileno(f)));
}

static int io_setvbuf(FILE *f, char *buffer, int mode, size_t n)
{
  bool is_mode = mode == _IOFBF || mode == _IOLBF || mode == _IONBF;
  return keeps_buffer(f) && is_mode ? 0 : setvbuf(f, buffer, mode, n);
}

static void io_setbuf(FILE *f, char *buffer)
{
  if (!keeps_buffer(f)) setbuf(f, buffer);
}

static void io_setbuffer(FILE *f, char *buffer, size_t n)
{
  if (!keeps_buffer(f)) setbuffer(f, buffer, n);
}

static void io_setlinebuf(FILE *f)
{
  if (!keeps_buffer(f)) setlinebuf(f);
}

/* std::ios_base::sync_with_stdio(): C++ streams stay on stdio's, which alone
 * know the ranks. */
static bool io_sync_with_stdio(bool sync)
{
  (void)sync;
  return true;
}

const struct libc_entry libc_io_table[] = {
    {"write", io_write},
    {"__write", io_write},
    {"writev", io_writev},
    {"dprintf", io_dprintf},
    {"vdprintf", io_vdprintf},
    {"__dprintf_chk", io_dprintf_chk},
    {"__vdprintf_chk", io_vdprintf_chk},
    {"read", io_read},
    {"__read", io_read},
    {"__read_chk", io_read_chk},
    {"readv", io_readv},
    {"getchar", io_getchar},
    {"getchar_unlocked", io_getchar},
    {"getwchar", io_getwchar},
    {"scanf", io_old_scanf},
    {"__isoc99_scanf", io_scanf},
    {"__isoc23_scanf", io_scanf},
    {"vscanf", io_old_vscanf},
    {"__isoc99_vscanf", io_vscanf},
    {"__isoc23_vscanf", io_vscanf},
    {"close", libc_io_close},
    {"fclose", io_fclose},
    {"dup", libc_io_dup},
    {"dup2", io_dup2},
    {"dup3", io_dup3},
    {"fcntl", io_fcntl},
    {"fcntl64", io_fcntl},
    {"freopen", io_freopen},
    {"freopen64", io_freopen},
    {"fdopen", libc_io_fdopen},
    {"fileno", io_fileno},
    {"fileno_unlocked", io_fileno},
    {"isatty", io_isatty},
    {"setvbuf", io_setvbuf},
    {"setbuf", io_setbuf},
    {"setbuffer", io_setbuffer},
    {"setlinebuf", io_setlinebuf},
    {"_ZNSt8ios_base15sync_with_stdioEb", io_sync_with_stdio},
    {NULL, NULL}};
