/* Starting a simulation from a test: orielrun in a process of its own.
 *
 * A function is run by handing orielrun the test program itself, with the place
 * of the function in it. What comes out goes to temporary files, so that a run
 * of any size cannot block. */
#include "result.h"

#include "../descriptors.h"
#include "../exit.h"
#include "../home.h"
#include "../rank/rank.h"
#include "../../model/memory.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

struct arguments {
  char **list; /* up to a NULL */
  int count;
  FILE *result;      /* that they name */
  bool more;         /* there are some of the function's own */
  const char *wrong; /* why they cannot be run; NULL: they can */
};

static void __attribute__((noreturn)) give_up(const char *what)
{
  fprintf(stderr, "oriel_test: %s: %s\n", what, strerror(errno));
  exit(1);
}

static void add(struct arguments *a, const char *text)
{
  a->list = xrealloc(a->list, (a->count + 2) * sizeof *a->list);
  a->list[a->count++] = xstrdup(text);
  a->list[a->count] = NULL;
}

/* Up to a NULL, or to "--", behind which are the function's own arguments. */
static void add_options(struct arguments *a, va_list *options)
{
  for (const char *o; (o = va_arg(*options, const char *));) {
    a->more = strcmp(o, "--") == 0;
    if (a->more) return;
    if (!strncmp(o, "--result", 8)) a->wrong = "--result is oriel_test's own";
    add(a, o);
  }
}

/* It goes with the processes that have it open. Its descriptor is none of a
 * standard stream, which the test may have closed: run() fills these. */
static FILE *temporary(void)
{
  FILE *file = tmpfile();
  int fd = file ? fcntl(fileno(file), F_DUPFD, STDERR_FILENO + 1) : -1;
  if (fd < 0) give_up("tmpfile");
  fclose(file);
  file = fdopen(fd, "w+");
  if (!file) give_up("tmpfile");
  return file;
}

static struct arguments begin(int ranks, va_list *options)
{
  char orielrun[PATH_MAX] = "", number[16], result[DESCRIPTOR_PATH];
  struct arguments a = {0};
  if (!home_orielrun(orielrun))
    a.wrong = "orielrun is not found beside liboriel.so";
  if (ranks_count() > 0) a.wrong = "a simulation cannot start another one";
  a.result = temporary();
  descriptors_path(fileno(a.result), result);
  snprintf(number, sizeof number, "%d", ranks);
  add(&a, orielrun);
  add(&a, "--quiet");
  add(&a, "--result");
  add(&a, result);
  add_options(&a, options);
  add(&a, "-np");
  add(&a, number);
  return a;
}

static int wait_for(pid_t child)
{
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) give_up("waitpid");
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int run(const struct arguments *a, FILE *output, FILE *errors)
{
  fflush(NULL);
  void (*before)(int) =
      signal(SIGCHLD, SIG_DFL); /* ignored, it tells nothing */
  pid_t test = getpid(), child = fork();
  if (child < 0) give_up("fork");
  if (child > 0) {
    int code = wait_for(child);
    signal(SIGCHLD, before);
    return code;
  }
  /* Who ends the test ends its run, which might go on for ever. */
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != test) _exit(127);
  setenv("CMOCKA_TEST_ABORT", "1", 0); /* assertions inside say what failed */
  if (dup2(fileno(output), 1) >= 0 && dup2(fileno(errors), 2) >= 0)
    execv(a->list[0], a->list);
  _exit(127);
}

/* Run with what is left of the options, and forget the arguments. */
static struct oriel_result *finish(struct arguments *a, va_list *options)
{
  for (const char *o; a->more && (o = va_arg(*options, const char *));)
    add(a, o);
  FILE *output = temporary(), *errors = temporary();
  int code = EXIT_USAGE;
  if (a->wrong)
    fprintf(errors, "oriel_test: %s\n", a->wrong);
  else
    code = run(a, output, errors);
  struct oriel_result *r = result_read(code, output, errors, a->result);
  fclose(output);
  fclose(errors);
  fclose(a->result);
  for (int i = 0; i < a->count; i++)
    free(a->list[i]);
  free(a->list);
  return r;
}

/* The place of code in the test program, which begins where its program headers
 * are. */
static bool in_program(void *code, Dl_info *info)
{
  Dl_info program;
  return dladdr(code, info) && dladdr((void *)getauxval(AT_PHDR), &program) &&
         info->dli_fbase == program.dli_fbase;
}

EXPORT struct oriel_result *oriel_test_run(int (*function)(int, char **),
                                           int ranks, ...)
{
  char program[PATH_MAX], place[32];
  Dl_info info = {0};
  va_list options;
  ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
  if (n < 0) give_up("/proc/self/exe");
  program[n] = 0;
  void *code = *(void **)&function;
  va_start(options, ranks);
  struct arguments a = begin(ranks, &options);
  if (!a.wrong && !in_program(code, &info))
    a.wrong = "the function is not of the test program";
  snprintf(place, sizeof place, "0x%lx",
           (unsigned long)((char *)code - (char *)info.dli_fbase));
  add(&a, "--enter");
  add(&a, place);
  add(&a, program);
  struct oriel_result *r = finish(&a, &options);
  va_end(options);
  return r;
}

EXPORT struct oriel_result *oriel_test_program(char *const command[], int ranks,
                                               ...)
{
  va_list options;
  va_start(options, ranks);
  struct arguments a = begin(ranks, &options);
  for (int i = 0; command[i]; i++)
    add(&a, command[i]);
  struct oriel_result *r = finish(&a, &options);
  va_end(options);
  return r;
}
