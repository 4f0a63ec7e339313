/* A rank finds its program by /proc/self/exe, and the address of its host.
 *
 * mpich: no (hosts are simulated here)
 * run: np=2
 * stdout: ok
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const char self_exe[] = "/proc/self/exe";

/* A mark that the simulator does not have. */
static volatile const char mark[] = "this is own_program.c";

static int has_mark(int fd)
{
  static char all[1 << 20];
  ssize_t n = read(fd, all, sizeof all);
  char text[sizeof mark];
  for (size_t i = 0; i < sizeof mark; i++)
    text[i] = mark[i];
  close(fd);
  return n > 0 && memmem(all, (size_t)n, text, sizeof text) != NULL;
}

static void find_program(const char *name)
{
  char path[PATH_MAX] = "", real[PATH_MAX], start[4] = "";
  CHECK(readlink(self_exe, path, sizeof path) == (ssize_t)strlen(path));
  CHECK(realpath(name, real) && !strcmp(path, real));
  CHECK(readlink(self_exe, start, 3) == 3 && !strncmp(start, path, 3));
  CHECK(realpath(self_exe, real) && !strcmp(path, real));
  char *made = canonicalize_file_name(self_exe);
  CHECK(made && !strcmp(path, made));
  free(made);
  CHECK(has_mark(open(self_exe, O_RDONLY)));
  CHECK(readlink("/proc/self/cwd", path, sizeof path) > 0);
  CHECK(!realpath("no/such", NULL));
}

static void find_host(void)
{
  char name[256], text[64];
  struct addrinfo *found, hints = {.ai_family = AF_INET,
                                   .ai_socktype = SOCK_STREAM,
                                   .ai_flags = AI_CANONNAME};
  CHECK(gethostname(name, sizeof name) == 0);
  CHECK(getaddrinfo(name, NULL, &hints, &found) == 0);
  CHECK(getnameinfo(found->ai_addr, found->ai_addrlen, text, sizeof text, NULL,
                    0, NI_NUMERICHOST) == 0);
  CHECK(!strcmp(text, "127.0.0.1") && !strcmp(found->ai_canonname, name));
  freeaddrinfo(found);
  hints.ai_flags = AI_NUMERICHOST;
  CHECK(getaddrinfo(name, NULL, &hints, &found) == EAI_NONAME);
  struct hostent *host = gethostbyname(name);
  CHECK(host && !strcmp(host->h_name, name));
  struct hostent own;
  int error;
  char room[2048];
  CHECK(gethostbyname_r(name, &own, room, 8, &host, &error) == ERANGE && !host);
  CHECK(gethostbyname_r(name, &own, room, sizeof room, &host, &error) == 0);
  CHECK(host == &own && !strcmp(own.h_name, name) && own.h_addr[0] == 127);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  find_program(argv[0]);
  find_host();
  report();
  MPI_Finalize();
  return 0;
}
