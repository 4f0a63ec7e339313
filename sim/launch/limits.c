/* The limit of the size of files also holds for those in memory. */
#include "limits.h"

#include "../exit.h"

#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

static int ignored;

int limits_ignored(void)
{
  return ignored;
}

void limits_file_too_large(void)
{
  struct rlimit limit = {0};
  getrlimit(RLIMIT_FSIZE, &limit);
  dprintf(STDERR_FILENO,
          "oriel: ulimit -f allows files of %llu bytes only: too few for what "
          "is to be written, or for the program in memory\n",
          (unsigned long long)limit.rlim_cur);
  _exit(EXIT_LIMIT);
}

static void met(int signal)
{
  (void)signal;
  limits_file_too_large();
}

void limits_open(void)
{
  struct sigaction now, action = {.sa_handler = met};
  ignored = !sigaction(SIGXFSZ, NULL, &now) && now.sa_handler == SIG_IGN;
  if (!ignored) sigaction(SIGXFSZ, &action, NULL);
}
