/* SimGrid is one per process and its clock does not go back, so each test of
 * the engine is a process of its own, with what it prints held against what it
 * should. */
#ifndef ORIEL_TEST_ENGINE_PROCESS_H
#define ORIEL_TEST_ENGINE_PROCESS_H

#include "../../sim/engine/engine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

static int out;

static void __attribute__((format(printf, 1, 2))) say(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  vdprintf(out, format, arguments);
  va_end(arguments);
}

/* All that f prints, on any stream, is `expected`. */
static void expect(void (*f)(void), const char *expected)
{
  static char text[65536];
  int ends[2];
  size_t n = 0;
  ssize_t more;
  assert_int_equal(pipe(ends), 0);
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], 1);
    dup2(ends[1], 2);
    out = ends[1];
    close(ends[0]);
    f();
    fflush(NULL);
    _exit(0);
  }
  close(ends[1]);
  while ((more = read(ends[0], text + n, sizeof text - 1 - n)) > 0)
    n += more;
  text[n] = 0;
  close(ends[0]);
  int status;
  waitpid(child, &status, 0);
  assert_string_equal(text, expected);
  assert_int_equal(status, 0);
}

static const char *hosts_used; /* as engine_use has it */

static void platform(const char *body)
{
  char why[512];
  char path[] = "/tmp/platformXXXXXX";
  int fd = mkstemp(path);
  dprintf(fd,
          "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM "
          "\"https://simgrid.org/simgrid.dtd\">\n<platform version='4.1'>\n"
          "<zone id='world' routing='Full'>\n%s\n</zone></platform>\n",
          body);
  close(fd);
  engine_open("test");
  int failed = engine_load(path, why, sizeof why) ||
               engine_use(hosts_used, why, sizeof why);
  remove(path);
  if (!failed) return;
  char *name = strstr(why, path);
  if (name) {
    say("%.*sPLATFORM%s\n", (int)(name - why), why, name + strlen(path));
    _exit(0);
  }
  say("%s\n", why);
  _exit(0);
}

#define CLUSTER(hosts, more)                                                   \
  "<cluster id='c' prefix='h' suffix='' radical='0-" hosts                     \
  "' speed='1Gf' bw='1GBps' lat='1us' " more "/>"

#endif
