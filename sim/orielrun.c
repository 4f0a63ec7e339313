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
#include <stdio.h>
#include <string.h>
#include <sys/personality.h>
#include <unistd.h>

static void fix_addresses(void)
{
  int now = personality(0xffffffff);
  if (now != -1 && !(now & ADDR_NO_RANDOMIZE))
    personality(now | ADDR_NO_RANDOMIZE);
}

/* A standard stream that is closed stays so to who uses it, but no file that
 * the simulator or a rank opens takes its place. */
static void keep_closed(void)
{
  for (int fd = 0; fd <= 2; fd++)
    if (fcntl(fd, F_GETFD) < 0)
      (void)!open("/dev/null", fd ? O_RDONLY : O_WRONLY);
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
  char path[PATH_MAX];
  keep_closed();
  if (find_simulator(path)) return give_up("/proc/self/exe");
  fix_addresses();
  execv(path, argv);
  return give_up(path);
}
