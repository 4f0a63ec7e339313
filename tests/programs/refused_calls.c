/* What would leave the process, or the thread, that the simulation is, is
 * refused by name.
 *
 * mpich: no (there it is done)
 * build: -Wno-deprecated-declarations
 * run: args=execveat exit=125
 * stderr: execveat() is not supported in a simulated rank
 * run: args=syscall exit=125
 * stderr: a process by syscall is not supported in a simulated rank
 * run: args=futex exit=125
 * stderr: syscall(SYS_futex) for some bits is not supported in a simulated rank
 * run: args=_Fork exit=125
 * stderr: _Fork() is not supported in a simulated rank
 * run: args=pthread_sigqueue exit=125
 * stderr: pthread_sigqueue() is not supported in a simulated rank
 * run: args=sigpause exit=125
 * stderr: sigpause() is not supported in a simulated rank
 * run: args=profil exit=125
 * stderr: profil() is not supported in a simulated rank
 * run: args=aio_read exit=125
 * stderr: aio_read() is not supported in a simulated rank
 * run: args=lio_listio exit=125
 * stderr: lio_listio() is not supported in a simulated rank
 * run: args=getaddrinfo_a exit=125
 * stderr: getaddrinfo_a() is not supported in a simulated rank
 * run: args=system exit=125
 * stderr: system() is not supported in a simulated rank
 * run: args=setitimer exit=125
 * stderr: setitimer() is not supported in a simulated rank
 * run: args=none
 * stdout: no shell, no timer
 * stdout: went on
 */
#define _GNU_SOURCE
#include <aio.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <mpi.h>
#include <netdb.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

static char *const arguments[] = {(char *)"true", NULL};
static unsigned short counts[64];
static struct aiocb block, *blocks[] = {&block};
static struct gaicb lookup, *lookups[] = {&lookup};
static char *const environment[] = {NULL};

/* _Fork(), which not every C library has. */
__attribute__((weak)) pid_t own_fork(void) __asm__("_Fork");

static int is(const char *argument, const char *name)
{
  return strcmp(argument, name) == 0;
}

/* Who asks whether there is a shell, and stops a timer. */
static void asked(void)
{
  struct itimerval none = {{0, 0}, {0, 0}}, was = {{1, 1}, {1, 1}};
  if (system(NULL) == 0) printf("no shell, ");
  if (!setitimer(ITIMER_PROF, &none, &was) && !was.it_value.tv_usec &&
      !getitimer(ITIMER_PROF, &was) && !was.it_interval.tv_usec)
    printf("no timer\n");
}

static void refused(const char *name)
{
  if (is(name, "execveat"))
    execveat(AT_FDCWD, "/bin/true", arguments, environment, 0);
  if (is(name, "futex"))
    syscall(SYS_futex, counts, FUTEX_WAKE_BITSET, 1, NULL, NULL, 2);
  if (is(name, "syscall")) {
    long number = SYS_execveat;
    char *const *a = arguments, *const *e = environment;
    const char *program = "/bin/true";
    syscall(number, AT_FDCWD, program, a, e, 0);
  }
  if (is(name, "_Fork")) own_fork();
  if (is(name, "sigpause")) sigpause(SIGUSR1);
  if (is(name, "aio_read")) aio_read(&block);
  if (is(name, "lio_listio")) lio_listio(LIO_NOWAIT, blocks, 1, NULL);
  if (is(name, "getaddrinfo_a")) getaddrinfo_a(GAI_NOWAIT, lookups, 1, NULL);
  if (is(name, "system") && system("true")) return;
  if (is(name, "setitimer"))
    setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {1, 0}}, NULL);
  if (is(name, "none")) asked();
  if (is(name, "profil")) profil(counts, sizeof counts, 0, 1 << 16);
  if (is(name, "pthread_sigqueue"))
    pthread_sigqueue(pthread_self(), SIGUSR1, (union sigval){1});
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  for (int i = 1; i < argc; i++)
    refused(argv[i]);
  printf("went on\n");
  MPI_Finalize();
  return 0;
}
