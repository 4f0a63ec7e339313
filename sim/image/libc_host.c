/* What the C library says of the machine and the process: the simulated host
 * and the rank.
 *
 * A rank's process number is 1000 + its rank in MPI_COMM_WORLD, its parent's
 * is 999; it is a process group of its own. */
#include "libc.h"

#include "../engine/engine.h"
#include "../rank/rank.h"
#include "../../model/memory.h"
#include "template.h"

#include <errno.h>
#include <netdb.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { FIRST_PROCESS = 1000 };

static int host_gethostname(char *name, size_t size)
{
  const char *host = engine_host_name(self->host);
  size_t all = strlen(host) + 1;
  memcpy(name, host, all < size ? all : size);
  if (all <= size) return 0;
  errno = ENAMETOOLONG;
  return -1;
}

static int host_uname(struct utsname *u)
{
  if (uname(u)) return -1;
  strncpy(u->nodename, engine_host_name(self->host), sizeof u->nodename - 1);
  return 0;
}

pid_t libc_process(void)
{
  return FIRST_PROCESS + self->id;
}

static pid_t host_getppid(void)
{
  return FIRST_PROCESS - 1;
}

static pid_t host_getpgid(pid_t process)
{
  if (process == 0 || process == libc_process()) return libc_process();
  errno = ESRCH;
  return -1;
}

/* A signal to itself is one; to others it would leave the simulation. */
static int host_kill(pid_t process, int signal)
{
  if (process && process != libc_process() && process != -libc_process())
    libc_refuse("kill", __builtin_return_address(0));
  return signal ? libc_raise(signal, SI_USER) : 0;
}

static int host_killpg(pid_t group, int signal)
{
  if (group && group != libc_process())
    libc_refuse("killpg", __builtin_return_address(0));
  return signal ? libc_raise(signal, SI_USER) : 0;
}

/* All threads have the number of the process. */
static int host_tgkill(pid_t process, pid_t thread, int signal)
{
  if (process != libc_process() || thread != libc_process())
    libc_refuse("tgkill", __builtin_return_address(0));
  return signal ? libc_raise(signal, SI_TKILL) : 0;
}

static int host_clock_getcpuclockid(pid_t process, clockid_t *clock)
{
  if (process && process != libc_process()) return ESRCH;
  *clock = CLOCK_PROCESS_CPUTIME_ID;
  return 0;
}

static int host_chdir(const char *path)
{
  return folder_change(&libc_self()->folder, path);
}

static int host_fchdir(int fd)
{
  return folder_change_to(&libc_self()->folder, fd);
}

static int host_get_nprocs(void)
{
  return engine_host_cores(self->host);
}

static long host_sysconf(int name)
{
  if (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF)
    return host_get_nprocs();
  return sysconf(name);
}

/* --- the addresses of simulated hosts: all are this one --- */

/* The name to ask for instead. */
static const char *resolvable(const char *name, int family)
{
  if (!name || engine_host_find(name) < 0) return name;
  return family == AF_INET6 ? "::1" : "127.0.0.1";
}

static int host_getaddrinfo(const char *name, const char *service,
                            const struct addrinfo *hints,
                            struct addrinfo **list)
{
  bool is_number = hints && hints->ai_flags & AI_NUMERICHOST;
  int family = hints ? hints->ai_family : AF_UNSPEC;
  const char *other = is_number ? name : resolvable(name, family);
  int failed = getaddrinfo(other, service, hints, list);
  if (failed || other == name || !(*list)->ai_canonname) return failed;
  free((*list)->ai_canonname);
  (*list)->ai_canonname = xstrdup(name);
  return 0;
}

static struct hostent *host_gethostbyname2(const char *name, int family)
{
  const char *other = resolvable(name, family);
  struct hostent *found = gethostbyname2(other, family);
  if (found && other != name)
    found->h_name = (char *)engine_host_name(engine_host_find(name));
  return found;
}

static struct hostent *host_gethostbyname(const char *name)
{
  return host_gethostbyname2(name, AF_INET);
}

static int host_gethostbyname2_r(const char *name, int family,
                                 struct hostent *to, char *room, size_t size,
                                 struct hostent **found, int *error)
{
  const char *other = resolvable(name, family);
  int bad = gethostbyname2_r(other, family, to, room, size, found, error);
  if (*found && other != name)
    to->h_name = (char *)engine_host_name(engine_host_find(name));
  return bad;
}

static int host_gethostbyname_r(const char *name, struct hostent *to,
                                char *room, size_t size, struct hostent **found,
                                int *error)
{
  return host_gethostbyname2_r(name, AF_INET, to, room, size, found, error);
}

const struct libc_entry libc_host_table[] = {
    {"gethostname", host_gethostname},
    {"__gethostname_chk", host_gethostname},
    {"getaddrinfo", host_getaddrinfo},
    {"gethostbyname", host_gethostbyname},
    {"gethostbyname2", host_gethostbyname2},
    {"gethostbyname_r", host_gethostbyname_r},
    {"gethostbyname2_r", host_gethostbyname2_r},
    {"uname", host_uname},
    {"getpid", libc_process},
    {"gettid", libc_process},
    {"getppid", host_getppid},
    {"getpgrp", libc_process},
    {"getpgid", host_getpgid},
    {"__getpgid", host_getpgid},
    {"kill", host_kill},
    {"killpg", host_killpg},
    {"tgkill", host_tgkill},
    {"clock_getcpuclockid", host_clock_getcpuclockid},
    {"chdir", host_chdir},
    {"fchdir", host_fchdir},
    {"get_nprocs", host_get_nprocs},
    {"get_nprocs_conf", host_get_nprocs},
    {"sysconf", host_sysconf},
    {"__sysconf", host_sysconf},
    {NULL, NULL}};
