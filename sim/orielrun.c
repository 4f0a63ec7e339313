/* orielrun: turns address randomisation off, and becomes the simulator.
 *
 * Addresses should be the same from run to run; where the kernel refuses, as
 * in some containers, the fixed arenas must do. A program of its own, since
 * what is wanted takes effect at the next exec, and the simulator's libraries
 * take longer to load than all else that a small run does. */
#include "exit.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <unistd.h>

static void fix_addresses(void)
{
  int now = personality(0xffffffff);
  if (now != -1 && !(now & ADDR_NO_RANDOMIZE))
    personality(now | ADDR_NO_RANDOMIZE);
}

/* SIGUSR1 ends nothing: until the simulator can serve it, it waits. Those that
 * whoever starts us has blocked do not stay so: what the machine reports would
 * end the process, and a timer be in vain. */
static void hold_report(void)
{
  sigset_t report;
  sigemptyset(&report);
  sigaddset(&report, SIGUSR1);
  sigprocmask(SIG_SETMASK, &report, NULL);
}

/* A standard stream that is closed stays so to who uses it, but no file that
 * the simulator or a rank opens takes its place. */
static void keep_closed(void)
{
  for (int fd = 0; fd <= 2; fd++)
    if (fcntl(fd, F_GETFD) < 0)
      (void)!open("/dev/null", fd ? O_RDONLY : O_WRONLY);
}

/* What the simulator cannot start with less of. A limit of the user's own that
 * is lower than it must be is raised as little as that takes. */
static int raise_limits(void)
{
  static const struct {
    int resource;
    char option;
    rlim_t least;
    const char *unit;
  } needed[] = {{RLIMIT_NOFILE, 'n', 16, "open files"},
                {RLIMIT_STACK, 's', 1 << 16, "bytes of stack"}};
  for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
    struct rlimit limit;
    rlim_t least = needed[i].least;
    if (getrlimit(needed[i].resource, &limit) || limit.rlim_cur >= least)
      continue;
    limit.rlim_cur = least < limit.rlim_max ? least : limit.rlim_max;
    if (limit.rlim_cur == least && !setrlimit(needed[i].resource, &limit))
      continue;
    fprintf(stderr,
            "orielrun: ulimit -%c allows %llu %s only, of %llu needed\n",
            needed[i].option, (unsigned long long)limit.rlim_cur,
            needed[i].unit, (unsigned long long)least);
    return -1;
  }
  return 0;
}

static int give_up(const char *path)
{
  fprintf(stderr, "orielrun: %s: %s\n", path, strerror(errno));
  return EXIT_USAGE;
}

/* "PREFIX/bin/orielrun": "PREFIX/lib/oriel/simulator". -1 and errno where the
 * kernel does not tell. */
static int find_simulator(char path[PATH_MAX])
{
  static const char simulator[] = "lib/oriel/simulator";
  ssize_t n = readlink("/proc/self/exe", path, PATH_MAX - sizeof simulator);
  if (n < 0) return -1;
  path[n] = 0;
  char *end = path;
  for (int up = 0; up < 2 && end; up++) {
    if (up) *end = 0;
    end = strrchr(path, '/');
  }
  memcpy(end ? end + 1 : path, simulator, sizeof simulator);
  return 0;
}

int main(int argc, char **argv)
{
  (void)argc;
  static char path[PATH_MAX]; /* the stack may be small */
  hold_report();
  keep_closed();
  if (raise_limits()) return EXIT_USAGE;
  if (find_simulator(path)) return give_up("/proc/self/exe");
  fix_addresses();
  execv(path, argv);
  return give_up(path);
}
