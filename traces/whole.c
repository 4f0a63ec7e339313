/* A file that appears when it is complete: written as NAME.part, renamed.
 *
 * Devices and pipes are written to, never replaced, and so is what the process
 * has open: "-" is its standard output. A symbolic link stays one: the file it
 * leads to is replaced. */
#include "whole.h"
#include "../model/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The descriptor that a path stands for; -1: none. */
static int descriptor_of(const char *path)
{
  static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
  if (!strcmp(path, "-") || !strcmp(path, "/dev/stdout")) return 1;
  if (!strcmp(path, "/dev/stderr")) return 2;
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    size_t n = strlen(folders[i]);
    char *end;
    if (strncmp(path, folders[i], n)) continue;
    long fd = strtol(path + n, &end, 10);
    if (end > path + n && !*end && fd >= 0 && fd < 1 << 20) return (int)fd;
  }
  return -1;
}

static char *join(const char *begin, const char *middle, const char *end)
{
  size_t size = strlen(begin) + strlen(middle) + strlen(end) + 1;
  char *whole = xmalloc(size);
  snprintf(whole, size, "%s%s%s", begin, middle, end);
  return whole;
}

/* The path of a name that stands in the folder of another one. */
static char *beside(const char *path, const char *name)
{
  const char *slash = strrchr(path, '/');
  if (!slash || *name == '/') return xstrdup(name);
  char *folder = xstrdup(path);
  folder[slash + 1 - path] = 0;
  char *whole = join(folder, "", name);
  free(folder);
  return whole;
}

/* One name of a file, also of one that is not there yet, or that a link leads
 * to. */
static char *true_name(const char *path)
{
  char *real = realpath(path, NULL), *name, target[PATH_MAX];
  if (real) return real;
  ssize_t n = errno == ENOENT ? readlink(path, target, sizeof target - 1) : -1;
  if (n > 0) {
    target[n] = 0;
    name = beside(path, target);
    real = true_name(name);
  } else {
    const char *slash = strrchr(path, '/');
    name = beside(path, ".");
    char *folder = realpath(name, NULL);
    real = folder ? join(folder, "/", slash ? slash + 1 : path) : xstrdup(path);
    free(folder);
  }
  free(name);
  return real;
}

static char *part_name(const char *path)
{
  char *name = true_name(path), *part = join(name, "", ".part");
  free(name);
  return part;
}

static mode_t mode_of(const char *path)
{
  struct stat about;
  return stat(path, &about) ? 0 : about.st_mode;
}

static bool is_special(const char *path)
{
  mode_t mode = mode_of(path);
  return descriptor_of(path) >= 0 || (mode && !S_ISREG(mode));
}

/* Open what is special, at its end. */
static FILE *open_special(const char *path)
{
  int fd = descriptor_of(path), own;
  FILE *file;
  if (fd < 0) return fopen(path, "a"); /* a folder cannot be opened */
  if ((fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDONLY) {
    errno = EBADF;
    return NULL;
  }
  own = dup(fd);
  file = own < 0 ? NULL : fdopen(own, "w");
  if (!file && own >= 0) close(own);
  return file;
}

bool whole_same(const char *a, const char *b)
{
  int fd = descriptor_of(a);
  if (fd >= 0) return fd == descriptor_of(b);
  if (is_special(a)) return false;
  char *x = true_name(a), *y = true_name(b);
  bool same = !strcmp(x, y);
  free(x);
  free(y);
  return same;
}

int whole_open(struct whole_file *f, const char *path)
{
  *f = (struct whole_file){.on_pipe = SIG_ERR};
  if (!is_special(path)) f->part = part_name(path);
  f->file = f->part ? fopen(f->part, "w") : open_special(path);
  if (!f->file) {
    free(f->part);
    return -1;
  }
  /* A pipe's reader who goes is told of, and other files are still written;
   * that of the standard output ends a process as ever, or a run. */
  if (descriptor_of(path) != 1) f->on_pipe = signal(SIGPIPE, SIG_IGN);
  return 0;
}

bool whole_unread(int error)
{
  struct sigaction action;
  return error == EPIPE && !sigaction(SIGPIPE, NULL, &action) &&
         action.sa_handler != SIG_IGN;
}

static int close_stream(struct whole_file *f)
{
  int result = fclose(f->file);
  if (f->on_pipe != SIG_ERR) signal(SIGPIPE, f->on_pipe);
  return result;
}

/* Remove what was written, with errno as it is. */
static void remove_part(struct whole_file *f)
{
  int why = errno;
  if (f->part) unlink(f->part);
  free(f->part);
  errno = why;
}

/* Its name is that of the part without the suffix. */
static int take_name(const struct whole_file *f)
{
  char *name = xstrdup(f->part);
  int result;
  name[strlen(name) - strlen(".part")] = 0;
  result = rename(f->part, name);
  free(name);
  return result;
}

int whole_close(struct whole_file *f)
{
  bool failed = ferror(f->file), output = f->on_pipe == SIG_ERR;
  if (close_stream(f)) failed = true;
  if (failed && output && whole_unread(errno)) failed = false;
  if (!failed && f->part && take_name(f)) failed = true;
  if (failed)
    remove_part(f);
  else
    free(f->part);
  return failed ? -1 : 0;
}

void whole_forget(const char *path)
{
  if (is_special(path)) return;
  char *name = true_name(path);
  unlink(name);
  free(name);
}

/* It may be the part, which somebody has made, that is in the way. */
int whole_refused(const char *path, char *why, size_t size)
{
  int error = errno;
  char *part = is_special(path) ? NULL : part_name(path);
  bool blamed = part && !access(part, F_OK);
  snprintf(why, size, "%s%s: cannot be written: %s", path,
           blamed ? ".part" : "", strerror(error));
  free(part);
  return -1;
}

int whole_check(const char *path, char *why, size_t size)
{
  struct whole_file f;
  bool named_pipe = descriptor_of(path) < 0 && S_ISFIFO(mode_of(path));
  if (named_pipe) /* who reads it would take our closing it for the end */
    return access(path, W_OK) ? whole_refused(path, why, size) : 0;
  if (whole_open(&f, path)) return whole_refused(path, why, size);
  close_stream(&f);
  remove_part(&f);
  return 0;
}
