/* Running a command in a process group of its own, which is ended as a whole
 * at the limit. */
#include "child.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct stream {
  int fd; /* -1: it has ended */
  char text[65536];
  size_t length;
};

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double seconds_of(struct timeval t)
{
  return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

static void child_become(char *const argv[], int out, int err)
{
  setpgid(0, 0);
  dup2(out, 1);
  dup2(err, 2);
  execvp(argv[0], argv);
  fprintf(stderr, "%s: %s\n", argv[0], strerror(errno));
  _exit(127);
}

/* Keeps the beginning of a long output and drops the rest. */
static void stream_read(struct stream *s)
{
  char more[4096];
  ssize_t n = read(s->fd, more, sizeof more);
  if (n <= 0) {
    close(s->fd);
    s->fd = -1;
    return;
  }
  size_t room = sizeof s->text - 1 - s->length;
  size_t kept = (size_t)n < room ? (size_t)n : room;
  memcpy(s->text + s->length, more, kept);
  s->length += kept;
}

/* The number behind `key` in a file of /proc, in bytes. */
static double proc_bytes(const char *path, const char *key)
{
  char line[256];
  double kilobytes = 0;
  FILE *f = fopen(path, "r");
  while (f && fgets(line, sizeof line, f))
    if (!strncmp(line, key, strlen(key)))
      kilobytes = strtod(line + strlen(key), NULL);
  if (f) fclose(f);
  return 1024 * kilobytes;
}

/* What the resident set tells wrongly: pages of a file in memory, as images of
 * programs are, count once for each place where they are mapped, though they
 * are there once; and page tables do not count. The largest that were seen. */
struct correction {
  double shared, tables;
};

static void look(pid_t pid, struct correction *c)
{
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
  c->shared = fmax(c->shared, proc_bytes(path, "RssShmem:"));
  c->tables = fmax(c->tables, proc_bytes(path, "VmPTE:"));
}

static int is_too_large(pid_t pid, double bytes)
{
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
  return proc_bytes(path, "RssAnon:") + proc_bytes(path, "VmPTE:") > bytes;
}

/* Until both streams have ended, or it is known why they are not waited for. */
static enum outcome streams_read(struct stream *streams, pid_t pid, double end,
                                 double bytes, struct correction *correction)
{
  enum { LOOK = 200 }; /* ms between looks at its memory */
  while (streams[0].fd >= 0 || streams[1].fd >= 0) {
    struct pollfd polled[2] = {{streams[0].fd, POLLIN, 0},
                               {streams[1].fd, POLLIN, 0}};
    double left = end - now();
    if (left <= 0) return TOO_LONG;
    if (is_too_large(pid, bytes)) return TOO_LARGE;
    look(pid, correction);
    poll(polled, 2, 1000 * left < LOOK ? (int)(1000 * left) + 1 : LOOK);
    for (int i = 0; i < 2; i++)
      if (polled[i].revents) stream_read(&streams[i]);
  }
  return ENDED;
}

static void last_line(char *line, size_t size, char *text)
{
  size_t n = strlen(text);
  while (n && text[n - 1] == '\n')
    text[--n] = 0;
  const char *newline = strrchr(text, '\n');
  snprintf(line, size, "%.255s", newline ? newline + 1 : text);
}

void child_prepare(double bytes)
{
  enum { PAGE = 4096 };
  double most = 0.5 * proc_bytes("/proc/meminfo", "MemAvailable:");
  size_t size = (size_t)fmin(bytes, most);
  char *all = mmap(NULL, size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all == MAP_FAILED) return;
  madvise(all, size, MADV_HUGEPAGE);
  for (size_t at = 0; at < size; at += PAGE)
    ((volatile char *)all)[at] = 1;
  munmap(all, size);
}

struct figures child_run(char *const argv[], double seconds)
{
  static struct stream streams[2];
  struct figures figures = {.outcome = FAILED};
  struct rusage usage;
  int out[2], err[2], status;
  fflush(NULL);
  if (pipe(out) || pipe(err)) return figures;
  double bytes = 0.9 * proc_bytes("/proc/meminfo", "MemAvailable:");
  double begin = now(), end = begin + (seconds > 0 ? seconds : 1e9);
  pid_t pid = fork();
  if (pid == 0) child_become(argv, out[1], err[1]);
  close(out[1]);
  close(err[1]);
  if (pid > 0) setpgid(pid, pid);
  streams[0] = (struct stream){.fd = out[0]};
  streams[1] = (struct stream){.fd = err[0]};
  struct correction correction = {0, 0};
  enum outcome outcome = streams_read(streams, pid, end, bytes, &correction);
  if (outcome != ENDED && pid > 0) kill(-pid, SIGKILL);
  for (int i = 0; i < 2; i++)
    if (streams[i].fd >= 0) close(streams[i].fd);
  if (pid < 0 || wait4(pid, &status, 0, &usage) < 0) return figures;
  figures.wall = now() - begin;
  figures.cpu = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  figures.peak =
      1024.0 * (double)usage.ru_maxrss - correction.shared + correction.tables;
  figures.exit_code =
      WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  snprintf(figures.output, sizeof figures.output, "%.8191s", streams[0].text);
  figures.outcome = outcome == ENDED && figures.exit_code ? FAILED : outcome;
  last_line(figures.errors, sizeof figures.errors, streams[1].text);
  return figures;
}
