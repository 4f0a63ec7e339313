/* The machine that is simulated when none is given: one switch with as many
 * hosts as needed.
 *
 * Its description is platforms/single-switch.xml itself, taken in when this
 * file is compiled; only the number of hosts is put in its place. Invariant:
 * apart from that number the two machines are the same. */
#include "engine.h"

#include "../descriptors.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* clang-format off */
__asm__(".section .rodata\n"
        "default_platform_start:\n"
        ".incbin \"platforms/single-switch.xml\"\n"
        "default_platform_end:\n"
        ".previous\n");
/* clang-format on */
extern const char start[] __asm__("default_platform_start");
extern const char end[] __asm__("default_platform_end");

static const char hosts_before[] = "radical=\"0-";

/* The last host's number begins behind this text, in the cluster. */
static const char *number_find(void)
{
  const char *text =
      memmem(start, end - start, hosts_before, sizeof hosts_before - 1);
  return text + sizeof hosts_before - 1;
}

static int write_with(int fd, int hosts)
{
  const char *number = number_find();
  const char *rest = memchr(number, '"', end - number);
  int before = number - start, after = end - rest;
  int written =
      dprintf(fd, "%.*s%d%.*s", before, start, hosts - 1, after, rest);
  return written < before + after ? -1 : 0;
}

int engine_load_default(int hosts, char *why, size_t why_size)
{
  char path[DESCRIPTOR_PATH];
  int fd = memfd_create("default platform", MFD_CLOEXEC);
  if (fd < 0 || write_with(fd, hosts)) {
    snprintf(why, why_size, "the default platform: %m");
    return -1;
  }
  descriptors_path(fd, path);
  int failed = engine_load(path, why, why_size);
  close(fd);
  return failed;
}
