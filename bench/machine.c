/* The machine that the benchmark runs on, as the kernel describes it. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

struct machine machine;

/* The rest of the first line of a file that begins with `key`, behind what
 * separates the two. */
static void line_of(const char *path, const char *key, const char *separators,
                    char *value, size_t size)
{
  char line[512];
  FILE *f = fopen(path, "r");
  snprintf(value, size, "unknown");
  while (f && fgets(line, sizeof line, f)) {
    if (strncmp(line, key, strlen(key))) continue;
    char *at = line + strlen(key);
    at += strspn(at, separators);
    at[strcspn(at, "\"\n")] = 0;
    snprintf(value, size, "%s", at);
    break;
  }
  if (f) fclose(f);
}

void machine_describe(void)
{
  struct utsname name;
  line_of("/proc/cpuinfo", "model name", "\t: ", machine.cpu,
          sizeof machine.cpu);
  line_of("/etc/os-release", "PRETTY_NAME", "=\"", machine.system,
          sizeof machine.system);
  if (uname(&name) == 0)
    snprintf(machine.kernel, sizeof machine.kernel, "%.40s %.80s", name.sysname,
             name.release);
  snprintf(machine.compiler, sizeof machine.compiler, "%s", __VERSION__);
  machine.cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
  machine.memory =
      (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
  double load[1];
  machine.load = getloadavg(load, 1) == 1 ? load[0] : -1;
}
