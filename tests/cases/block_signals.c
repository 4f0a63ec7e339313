/* Runs a command with all signals blocked: block_signals COMMAND... */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
  sigset_t all;
  sigfillset(&all);
  if (argc < 2 || sigprocmask(SIG_BLOCK, &all, NULL)) return 2;
  execvp(argv[1], argv + 1);
  perror(argv[1]);
  return 126;
}
