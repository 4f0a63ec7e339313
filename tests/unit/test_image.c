/* Images: programs that run as several ranks, each with what is its own. */
#include "image_stub.h"

static void globals_are_private(void **state)
{
  (void)state;
  run_program("#include <unistd.h>\n"
              "int shared = 5; static int hidden; int *pointer = &shared;\n"
              "const char *const names[] = {\"a\", \"bcd\"};\n"
              "static int count(void) { static int n; return ++n; }\n"
              "int main(void) {\n"
              "  for (int i = 0; i < 5; i++) {\n"
              "    shared++; hidden += 2; (*pointer)++; count();\n"
              "    usleep(1); }\n"
              "  return shared + hidden + count() + (names[1][2] == 'd'); }\n",
              RANKS);
  EXPECT(32, 32, 32, 32);
}

static void a_program_without_variables_is_mapped_once(void **state)
{
  (void)state;
  const char *path = NULL;
  load(compile("cc", "", "int main(int c, char **v) { return c + v[2][0]; }"),
       2);
  assert_ptr_equal(NULL, path);
  run_in_turns(2);
  EXPECT(4 + 'w', 4 + 'w');
  const char *of;
  assert_int_not_equal(0, image_file_address((void *)0x100000000000, &of) + 1);
}

/* Which image a rank has, by the place of its main(). */
#define PLACE "(int)((unsigned long)main >> 12 & 0xff)"

static bool share(const char *text)
{
  run_program(text, 2);
  return codes[0] == codes[1];
}

/* Reading stdout and stderr gives a program variables, but none that it
 * changes; its own of such names are its own. */
static void streams_are_no_variables(void **state)
{
  (void)state;
  assert_true(share("int main(void) { return " PLACE "; }"));
  assert_true(share("#include <stdio.h>\nint main(void) {\n"
                    "  if (!stdout || !stderr) return 1;\n"
                    "  return " PLACE "; }\n"));
  assert_false(share("static int stderr_ = 1; int main(void) {\n"
                     "  stderr_++; return " PLACE "; }\n"));
  assert_false(share("static volatile int stderr; int main(void) {\n"
                     "  stderr++; return " PLACE "; }\n"));
}

/* The lists of constructors hold offsets; those of libraries, too. */
static void constructors_run(void **state)
{
  (void)state;
  run_program("#include <stdlib.h>\nstatic int x = 1;\n"
              "__attribute__((constructor)) static void two(void) { x *= 2; }\n"
              "__attribute__((destructor)) static void end(void) {\n"
              "  if (x != 7) abort(); }\n"
              "int main(void) { x += 5; return x; }\n",
              2);
  EXPECT(7, 7);
}

static void arguments_are_copies(void **state)
{
  (void)state;
  run_program("int main(int c, char **v) { v[2][0]++; v[1] = 0;\n"
              "return v[2][0] == 'x' && !v[4]; }\n",
              2);
  EXPECT(1, 1);
  assert_string_equal("word", arguments[2]);
}

static void options_are_private(void **state)
{
  (void)state;
  run_program("#include <unistd.h>\n#include <getopt.h>\n"
              "#include <string.h>\n#include <stdlib.h>\n"
              "int main(int argc, char **argv) {\n"
              "  int c, sum = 0; char last[9] = \"\";\n"
              "  if (optind != 1 || opterr != 1) return 1;\n"
              "  while ((c = getopt(argc, argv, \"ab:\")) != -1) {\n"
              "    usleep(1);\n"
              "    if (c == 'a') sum += 1;\n"
              "    if (c == 'b') sum += 10 * atoi(optarg); }\n"
              "  strcpy(last, argv[optind]);\n"
              "  return sum + 100 * !strcmp(last, \"word\") +\n"
              "         (optind == 3) + (argc - optind); }\n",
              3);
  EXPECT(71 + 100 + 2, 71 + 100 + 2, 71 + 100 + 2);
}

static void long_options(void **state)
{
  (void)state;
  run_program(
      "#include <getopt.h>\n#include <string.h>\n"
      "char *v[] = {\"p\", \"x\", \"--size=3\", \"y\", \"--qu\", \"-abc\",\n"
      "             \"z\", \"--file\", \"f\", \"--\", \"-w\", 0};\n"
      "struct option o[] = {{\"size\", 1, 0, 's'}, {\"quiet\", 0, 0, 'q'},\n"
      "                     {\"file\", 1, 0, 'f'}, {0}};\n"
      "int main(void) { char seen[64] = \"\", *s = seen; int c;\n"
      "  while ((c = getopt_long(11, v, \"abc:\", o, 0)) != -1) {\n"
      "    *s++ = c; if (optarg) *s++ = optarg[0]; }\n"
      "  if (strcmp(seen, \"s3qabczff\")) return 1;\n"
      "  if (optind != 8 || strcmp(v[8], \"x\")) return optind;\n"
      "  return strcmp(v[9], \"y\") || strcmp(v[10], \"-w\") ? 3 : 0; }\n",
      2);
  EXPECT(0, 0);
}

static void ways_to_end(void **state)
{
  (void)state;
  const char *text =
      "#include <stdlib.h>\n#include <unistd.h>\n"
      "int trace;\n"
      "void a(void) { trace = trace * 10 + 1; }\n"
      "void b(int c, void *x) { trace = trace * 10 + 2; _exit(trace + c); }\n"
      "__attribute__((constructor)) void c(void) { trace = 3; }\n"
      "void deep(int n) { if (n) deep(n - 1); else exit(5); }\n"
      "int main(void) { on_exit(b, 0); atexit(a); \n"
      "  usleep(1); deep(20); return 9; }\n";
  run_program(text, 2);
  EXPECT((312 + 5) & 255, (312 + 5) & 255);
}

static void destructors_run(void **state)
{
  (void)state;
  run_program("#include <unistd.h>\n#include <stdlib.h>\n"
              "__attribute__((destructor)) void d(void) { _exit(42); }\n"
              "void h(void) { exit(7); }\n"
              "int main(void) { atexit(h); return 1; }\n",
              2);
  EXPECT(42, 42);
  run_program("#include <stdlib.h>\n#include <unistd.h>\n"
              "void h(void) { _exit(7); }\n"
              "int main(void) { at_quick_exit(h); quick_exit(1); }\n",
              1);
  EXPECT(7);
}

static void thread_locals_are_private(void **state)
{
  (void)state;
  run_program("#include <unistd.h>\n"
              "__thread int a = 3; static __thread char b[5000];\n"
              "__thread int *p = 0; int g; \n"
              "int main(void) { p = &g; usleep(1);\n"
              "  for (int i = 0; i < 4; i++) { a++; b[4999]++; usleep(1); }\n"
              "  return a + b[4999] + (p == &g); }\n",
              3);
  EXPECT(12, 12, 12);
}

static void random_numbers_and_tokens_are_private(void **state)
{
  (void)state;
  srand(1);
  int expected = 0;
  for (int i = 0; i < 5; i++)
    expected = rand();
  char text[1024];
  snprintf(text, sizeof text,
           "#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n"
           "int main(void) { int last, n = 0; char s[] = \"a b c d e\";\n"
           "  for (char *t = strtok(s, \" \"); t; t = strtok(0, \" \")) {\n"
           "    last = rand(); n++; usleep(1); }\n"
           "  return n + 10 * (last == %d); }\n",
           expected);
  run_program(text, 3);
  EXPECT(15, 15, 15);
}

static void environment_is_private(void **state)
{
  (void)state;
  run_program("#include <stdlib.h>\n#include <string.h>\n"
              "#include <unistd.h>\nextern char **environ;\n"
              "int main(void) { int r = 0;\n"
              "  r += !strcmp(getenv(\"WHO\"), \"start\"); usleep(1);\n"
              "  setenv(\"WHO\", \"me\", 1); setenv(\"X\", \"y\", 1);\n"
              "  usleep(1); r += !strcmp(getenv(\"WHO\"), \"me\");\n"
              "  for (char **e = environ; *e; e++) r += 10;\n"
              "  unsetenv(\"WHO\"); r += !getenv(\"WHO\") ? 100 : 0;\n"
              "  return r; }\n",
              2);
  EXPECT(122, 122);
}

static void host_and_process_are_simulated(void **state)
{
  (void)state;
  run_program("#include <unistd.h>\n#include <string.h>\n"
              "int main(void) { char n[64]; gethostname(n, 64);\n"
              "  return getpid() - 1000 + 10 * (n[1] - '0') +\n"
              "    (sysconf(_SC_NPROCESSORS_ONLN) == 2 ? 100 : 0); }\n",
              2);
  EXPECT(100, 111);
}

static void time_is_simulated(void **state)
{
  (void)state;
  run_program("#include <time.h>\n#include <unistd.h>\n#include <sys/time.h>\n"
              "int main(void) { struct timespec a, b; struct timeval t;\n"
              "  clock_gettime(CLOCK_MONOTONIC, &a); sleep(3);\n"
              "  clock_gettime(CLOCK_MONOTONIC, &b); gettimeofday(&t, 0);\n"
              "  return a.tv_sec == 0 && b.tv_sec == 3 &&\n"
              "    t.tv_sec == 946684803 && time(0) == 946684803 &&\n"
              "    b.tv_nsec - a.tv_nsec == 10; }\n",
              2);
  EXPECT(1, 1);
  assert_true(ranks[0].time > 3 && ranks[0].time < 3.001);
}

static void private_libraries(void **state)
{
  (void)state;
  const char *flags = make_library(
      "liba.so", "__thread int local = 4; int count; int (*hook)(void);\n"
                 "__attribute__((constructor)) void c(void) { count = 10; }\n"
                 "int *next(void) { local++; count++; return &count; }\n"
                 "int *get(void) { return &local; }\n"
                 "int ask(void) { return hook(); }\n");
  load(compile("cc", flags,
               "#include <unistd.h>\n#include <math.h>\n"
               "extern int count, *next(void), *get(void), ask(void);\n"
               "extern __thread int local; extern int (*hook)(void);\n"
               "static int mine(void) { return 100; }\n"
               "int main(int c, char **v) { hook = mine;\n"
               "  for (int i = 0; i < 3; i++) { next(); usleep(1); }\n"
               "  return (&count == next()) * count + local + *get()\n"
               "    + ask() + (int)sqrt(c); }\n"),
       3);
  run_in_turns(3);
  EXPECT(14 + 8 + 8 + 100 + 2, 132, 132);
}

static void cxx_exceptions_and_statics(void **state)
{
  (void)state;
  load(compile("c++", "",
               "#include <stdexcept>\n#include <string>\n#include <vector>\n"
               "#include <unistd.h>\n#include <iostream>\n"
               "struct T { int n; T() : n(3) {} ~T() { _exit(n + 40); } };\n"
               "static T t; inline int once() { static int k = 7;\n"
               "  return k++; }\n"
               "static std::vector<std::string> words{\"a\", \"b\"};\n"
               "int main() {\n"
               "  try { usleep(1); throw std::runtime_error(\"x\"); }\n"
               "  catch (const std::exception &e) {\n"
               "    usleep(1);\n"
               "    try { throw 5; } catch (int i) { usleep(1); t.n += i; }\n"
               "    usleep(1);\n"
               "    t.n += std::string(e.what()) == \"x\"; }\n"
               "  t.n += once() == 7 && words.size() == 2;\n"
               "  std::cout << \"\"; return 0; }\n"),
       3);
  run_in_turns(3);
  EXPECT(50, 50, 50);
}

static void many_files_need_fewer_mappings(void **state)
{
  (void)state;
  char why[256];
  struct image_template *t;
  const char *path = compile("cc", "",
                             "#include <unistd.h>\n"
                             "int x; char big[300000];\n"
                             "int main(void) { big[9]++; usleep(1);\n"
                             " return ++x + big[9]; }\n");
  assert_int_equal(0, image_open(path, &t, why, sizeof why));
  image_plan(t, 100000);
  struct image *first = image_new(t), *image = NULL;
  for (int i = 1; i < 100; i++)
    image = image_new(t);
  ranks[0] = (struct rank){.id = 0, .image = first};
  ranks[1] = (struct rank){.id = 1, .image = image};
  run_in_turns(2);
  EXPECT(2, 2);
}

static void refused_calls_end_the_run(void **state)
{
  (void)state;
  load(compile("cc", "",
               "#include <unistd.h>\nint x;\n"
               "int main(void) { x++; return fork(); }\n"),
       1);
  streams_open(false);
  if (setjmp(run_ended) == 0) run_in_turns(1);
  self = NULL;
  assert_int_equal(125, run_code);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(globals_are_private),
      cmocka_unit_test(a_program_without_variables_is_mapped_once),
      cmocka_unit_test(streams_are_no_variables),
      cmocka_unit_test(constructors_run),
      cmocka_unit_test(arguments_are_copies),
      cmocka_unit_test(options_are_private),
      cmocka_unit_test(long_options),
      cmocka_unit_test(ways_to_end),
      cmocka_unit_test(destructors_run),
      cmocka_unit_test(thread_locals_are_private),
      cmocka_unit_test(random_numbers_and_tokens_are_private),
      cmocka_unit_test(environment_is_private),
      cmocka_unit_test(host_and_process_are_simulated),
      cmocka_unit_test(time_is_simulated),
      cmocka_unit_test(private_libraries),
      cmocka_unit_test(cxx_exceptions_and_statics),
      cmocka_unit_test(many_files_need_fewer_mappings),
      cmocka_unit_test(refused_calls_end_the_run),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
