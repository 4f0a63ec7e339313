/* What memory is: names and extents of globals, heap blocks and locals of a
 * program, told while it runs. */
#include "sim/cost/cost.h"
#include "sim/engine/engine.h"
#include "sim/image/image.h"
#include "sim/rank/rank.h"
#include "sim/where/memory.h"
#include "model/observer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* As orielrun has it: the room for the program's thread-locals. */
__thread char reserve[8192] __attribute__((aligned(64), used));

/* The program calls ask(address, expected), and tells where the object begins
 * and how long it is: size 0, not known. */
static const char program_text[] =
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "typedef void ask_t(const void *, const char *, const void *, size_t);\n"
    "ask_t *ask;\n"
    "double edge[10]; static int hidden = 3; const char text[] = \"abc\";\n"
    "static void statics(void) { static long count[4];\n"
    "  ask(&count[2], \"`count`\", count, 32); }\n"
    "__attribute__((noinline)) char *gone(int n) { char a[64];\n"
    "  memset(a, n, 64); ask(a + 9, \"`a` of gone()\", a, 64);\n"
    "  char *volatile p = a + 8; return p; }\n"
    "__attribute__((noinline)) void deep(int n, int *outer) { int i[4] = {n};\n"
    "  if (n) deep(n - 1, outer);\n"
    "  else ask(outer + 1, \"`v` of locals()\", outer, 12);\n"
    "  ask(i, \"`i` of deep()\", i, 16); }\n"
    "__attribute__((noinline)) void locals(int parameter) {\n"
    "  int v[3] = {1}; struct { char c; double d; } s;\n"
    "  memset(&s, 0, sizeof s);\n"
    "  ask(&v[2], \"`v` of locals()\", v, 12);\n"
    "  ask(&s.d, \"`s` of locals()\", &s, 16);\n"
    "  ask(&parameter, \"`parameter` of locals()\", &parameter, 4);\n"
    "  { char inner[5] = \"abc\"; ask(inner, \"`inner` of locals()\", inner, "
    "5);\n"
    "  } deep(3, v);\n"
    "  ask(gone(1), \"the stack of a function that has returned\", 0, 0); }\n"
    "int main(int argc, char **argv) {\n"
    "  ask = (ask_t *)strtoul(argv[1], 0, 16);\n"
    "  ask(&edge[3], \"`edge`\", edge, 80);\n"
    "  ask(&hidden, \"`hidden`\", &hidden, 4);\n"
    "  ask(text + 1, \"`text`\", text, 4);\n"
    "  ask(\"constant\", \"\", 0, 0);\n"
    "  statics();\n"
    "#line 100\n"
    "  char *p = malloc(100), *q = calloc(3, 4), *r;\n"
    "  ask(p + 99, \"memory allocated at prog.c:100\", p, 100);\n"
    "  ask(p + 100, \"\", 0, 0);\n"
    "  ask(q + 11, \"memory allocated at prog.c:100\", q, 12);\n"
    "  r = p; p = realloc(p, 200); strcpy(p, \"abc\");\n"
    "  ask(p, \"memory allocated at prog.c:104\", p, 200);\n"
    "  ask(r, \"memory allocated at prog.c:100 and freed at prog.c:104\", r, "
    "100);\n"
    "  free(q);\n"
    "  ask(q, \"memory allocated at prog.c:100 and freed at prog.c:107\", q, "
    "12);\n"
    "  q = strdup(p); ask(q, \"memory allocated at prog.c:109\", q, 4);\n"
    "  for (int i = 0; i < 100000; i++) free(malloc(500));\n"
    "  ask(r, \"\", 0, 0);\n"
    "  locals(7);\n"
    "  ask((void *)8, \"\", 0, 0); ask((void *)-9, \"\", 0, 0);\n"
    "  ask(0, \"\", 0, 0); return 0; }\n";

static int asked, unknown, freed;
static bool optimised; /* not all locals are to be found */

static void from_program(const char *address, const char *expected,
                         const char *from, size_t size)
{
  struct where_memory m;
  where_memory(address, self->id, &m);
  asked++;
  bool local = strstr(expected, "` of ");
  if (optimised && local && !strchr(m.name, '`')) {
    unknown++;
    return;
  }
  assert_string_equal(expected, m.name);
  if (!size) return;
  assert_ptr_equal(from, m.from);
  assert_int_equal(size, m.to - m.from);
}

static void on_freed(struct observer *o, const struct observed_freed *f)
{
  (void)o;
  assert_int_equal(self->id, f->strand.rank);
  if (f->to - f->from == 12) freed++;
}

static char folder[] = "/tmp/oriel-test-XXXXXX";

static int shell(const char *format, ...)
{
  char command[512];
  va_list args;
  va_start(args, format);
  vsnprintf(command, sizeof command, format, args);
  va_end(args);
  return system(command);
}

enum { PROGRAMS = 4 };
static const char *const compilers[PROGRAMS] = {"gcc -O0", "clang -O0",
                                                "gcc -O2", "clang -O2"};
static struct image_template *templates[PROGRAMS];

/* Rank i runs program i. */
static int run_rank(struct rank *r)
{
  char argument[32];
  char *argv[] = {(char *)"prog", argument, NULL}, *envp[] = {NULL};
  if (!templates[r->id]) return 0;
  snprintf(argument, sizeof argument, "%p", (void *)from_program);
  optimised = r->id >= 2;
  r->image = image_new(templates[r->id]);
  return image_run(r, 2, argv, envp);
}

static void open_program(int i)
{
  char path[64], why[512] = "";
  snprintf(path, sizeof path, "%s/prog%d", folder, i);
  assert_int_equal(0, shell("%s -g -fno-omit-frame-pointer -fPIE -pie -w "
                            "-fno-builtin -o %s %s/prog.c",
                            compilers[i], path, folder));
  if (image_open(path, &templates[i], why, sizeof why)) fail_msg("%s", why);
  image_plan(templates[i], 1);
}

static void memory_has_names(void **state)
{
  static struct observer observer = {.freed = on_freed};
  struct rank_place places[PROGRAMS] = {{0}};
  char path[64], why[512];
  (void)state;
  where_memory_open();
  observer_add(&observer);
  snprintf(path, sizeof path, "%s/prog.c", folder);
  FILE *f = fopen(path, "w");
  fputs(program_text, f);
  fclose(f);
  bool clang = shell("command -v clang >/dev/null") == 0;
  for (int i = 0; i < PROGRAMS; i++)
    if (clang || i % 2 == 0) open_program(i);
  assert_int_equal(0, engine_load_default(1, why, sizeof why));
  assert_int_equal(0, engine_use(NULL, why, sizeof why));
  assert_int_equal(0, cost_load("default", NULL, 0, why, sizeof why));
  ranks_create(PROGRAMS, places, 1 << 20, run_rank);
  engine_run();
  for (int i = 0; i < PROGRAMS; i++)
    assert_int_equal(0, rank_of(i)->exit_code);
  assert_int_equal((clang ? 4 : 2) * 27, asked);
  print_message("%d of %d not known\n", unknown, asked);
  assert_true(unknown < asked / 4);
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(memory_has_names)};
  (void)argc;
  engine_open(argv[0]);
  if (!mkdtemp(folder)) return 1;
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  return shell("rm -r %s", folder) || failed;
}
