/* Where: programs compiled here tell their own addresses through a log of
 * return addresses, and the lines are compared with the source. */
#include "../../sim/image/image.h"
#include "../../sim/where/large_stack.h"
#include "../../sim/where/where.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <elf.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A stand-in for the loader: the file addresses are the sites. */
static const char *program;

unsigned long image_file_address(const void *code, const char **path)
{
  if ((unsigned long)code > 1 << 20) return 0;
  *path = program;
  return (unsigned long)code;
}

static char folder[] = "/tmp/oriel-test-XXXXXX";

static const char source[] =
    "int work(int);\n"                               /* 1 */
    "static inline __attribute__((always_inline))\n" /* 2 */
    "int inner(int n)\n"                             /* 3 */
    "{\n"                                            /* 4 */
    "  return work(n) + 1;\n"                        /* 5 */
    "}\n"                                            /* 6 */
    "int work(int n) { __asm__(\"\"); return n; }\n" /* 7 */
    "__attribute__((noinline)) int outer(int n)\n"   /* 8 */
    "{\n"                                            /* 9 */
    "  int m = work(n + 1);\n"                       /* 10 */
    "  return inner(m) + m;\n"                       /* 11 */
    "}\n"                                            /* 12 */
    "int main(int n) { return outer(n); }\n";        /* 13 */

static void compile(const char *compiler, const char *flags)
{
  char path[256], command[1024];
  snprintf(path, sizeof path, "%s/call.c", folder);
  FILE *f = fopen(path, "w");
  fputs(source, f);
  fclose(f);
  snprintf(path, sizeof path, "%s/prog%d", folder, rand());
  snprintf(command, sizeof command,
           "%s -O1 -fno-inline -fPIE -pie -w -o %s %s/call.c %s", compiler,
           path, folder, flags);
  assert_int_equal(0, system(command));
  program = strdup(path); /* as long as the run, like a template's */
}

/* The return addresses of the calls in function `name`, as the disassembler
 * gives them. */
static int call_sites(const char *name, unsigned long sites[4])
{
  char command[600], line[512];
  int count = 0, inside = 0, returns = 0;
  snprintf(command, sizeof command, "objdump -d --no-show-raw-insn %s",
           program);
  FILE *f = popen(command, "r");
  while (fgets(line, sizeof line, f)) {
    char label[128];
    if (sscanf(line, "%*x <%127[^>]>:", label) == 1)
      inside = strcmp(label, name) == 0;
    if (returns) sites[count++] = strtoul(line, NULL, 16);
    returns = inside && strstr(line, "call ") && count < 4;
  }
  pclose(f);
  return count;
}

static void expect(const char *compiler, const char *flags)
{
  unsigned long sites[4];
  compile(compiler, flags);
  assert_int_equal(2, call_sites("outer", sites));
  assert_string_equal("call.c:10", where_call((void *)sites[0]));
  assert_string_equal("call.c:5", where_call((void *)sites[1]));
  assert_string_equal("call.c:10, outer()", where_function((void *)sites[0]));
  assert_string_equal("call.c:5, inner()", where_function((void *)sites[1]));
  /* The same answers again, from the table. */
  assert_string_equal("call.c:10", where_call((void *)sites[0]));
}

static void lines_of_calls(void **state)
{
  (void)state;
  expect("cc", "-g");
  expect("cc", "-gdwarf-4");
  expect("cc", "-g -ffunction-sections");
}

static void clang_writes_no_table_of_ranges(void **state)
{
  (void)state;
  if (system("command -v clang >/dev/null 2>&1")) skip();
  expect("clang", "-g");
}

static void function_and_offset_without_debug_information(void **state)
{
  (void)state;
  unsigned long sites[4];
  compile("cc", "-g0");
  call_sites("outer", sites);
  assert_memory_equal("outer+0x", where_call((void *)sites[0]), 8);
  compile("cc", "-g0 -s");
  const char *text = where_call((void *)sites[0]);
  assert_memory_equal("prog", text, 4);
  assert_non_null(strstr(text, "+0x"));
}

static void what_is_unknown(void **state)
{
  (void)state;
  program = "/no/such/file";
  assert_string_equal("?", where_call(NULL));
  assert_string_equal("file+0x1234", where_call((void *)0x1234));
  assert_string_equal("?", where_call((void *)strlen));
  assert_memory_equal("libc.so", where_function((char *)labs + 8), 7);
}

/* What else comes while a signal's handler looks for a line. */
static char here[1 << 16];
static bool kept;

static void call_raise(void *signal)
{
  raise(*(int *)signal);
}

static void look(int signal)
{
  static int depth;
  volatile char frame[1 << 12], mark = (char)++depth;
  for (size_t i = 0; i < sizeof frame; i++)
    frame[i] = mark;
  if (depth == 1) on_large_stack(call_raise, &signal);
  for (size_t i = 0; i < sizeof frame; i++)
    if (frame[i] != mark) kept = false;
}

static void signals_do_not_meet(void **state)
{
  (void)state;
  stack_t stack = {.ss_sp = here, .ss_size = sizeof here}, before;
  struct sigaction a = {.sa_handler = look,
                        .sa_flags = SA_ONSTACK | SA_NODEFER};
  assert_int_equal(0, sigaltstack(&stack, &before));
  assert_int_equal(0, sigaction(SIGUSR1, &a, NULL));
  kept = true;
  raise(SIGUSR1);
  assert_true(kept);
  assert_int_equal(0, sigaltstack(&before, NULL));
}

static int make_folder(void **state)
{
  (void)state;
  return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
  char command[64];
  (void)state;
  snprintf(command, sizeof command, "rm -r %s", folder);
  return system(command);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines_of_calls),
      cmocka_unit_test(clang_writes_no_table_of_ranges),
      cmocka_unit_test(function_and_offset_without_debug_information),
      cmocka_unit_test(what_is_unknown),
      cmocka_unit_test(signals_do_not_meet),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
