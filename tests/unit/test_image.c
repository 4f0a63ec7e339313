/* Images: programs compiled here and now are loaded for several ranks, and
 * run one after another, or in turns where a test says so. */
#include "../../sim/image/image.h"
#include "../../sim/cost/cost.h"
#include "../../sim/rank/own.h"
#include "../../sim/rank/polls.h"
#include "../../sim/rank/rank.h"
#include "../../sim/rank/streams.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

/* As orielrun has it: the room for the program's thread-locals. */
__thread char reserve[8192] __attribute__((aligned(64), used));

/* --- what the rest of Oriel would do --- */

struct rank *self;
struct cost_parameters cost = {.clock = 1e-8};
enum { RANKS = 4, STACK = 1 << 18 };
static struct rank ranks[RANKS];
static jmp_buf run_ended;
static int run_code;

struct rank *rank_of(int i)
{
  return &ranks[i];
}

void rank_pay_clock(void)
{
  self->time += cost.clock;
}

void rank_read_clock(void)
{
  rank_pay_clock();
}

void rank_meet(void)
{
}

void run_end(int code)
{
  run_code = code;
  longjmp(run_ended, 1);
}

const char *engine_host_name(int host)
{
  return host ? "h1" : "h0";
}

int engine_host_cores(int host)
{
  (void)host;
  return 2;
}

int ranks_count(void)
{
  return RANKS;
}

/* Nobody reads a pipe that is empty. */
int ranks_looking;

void rank_calls_on(void)
{
}

void strand_poll(struct pause pause)
{
  (void)pause;
  abort();
}

bool strand_wait(struct counter *c, struct pause pause, double date)
{
  (void)c, (void)pause, (void)date;
  abort();
}

void counter_done(struct counter *c)
{
  (void)c;
  abort();
}

void rank_poll_hit(void)
{
  abort();
}

void rank_tell_news(struct rank *r)
{
  (void)r;
}

/* The first std::ios_base::Init makes std::cout and the others. */
void _ZNSt8ios_base4InitC1Ev(void *);
void engine_redirect_streams(FILE *(*input)(void))
{
  char init;
  (void)input;
  _ZNSt8ios_base4InitC1Ev(&init);
}

/* Ranks are contexts; rank_sleep() hands over to the next one. */
static ucontext_t contexts[RANKS], scheduler;
static int codes[RANKS];
static bool ended[RANKS];
static char *arguments[] = {(char *)"prog", (char *)"-a", (char *)"word",
                            (char *)"-b7", NULL};

void rank_sleep(double seconds, struct pause pause)
{
  (void)pause;
  struct rank *me = self;
  me->time += seconds;
  streams_switch();
  swapcontext(&contexts[me->id], &scheduler);
}

void rank_end(int code)
{
  (void)code;
  abort(); /* there is one strand */
}

static void rank_main(int id)
{
  static char *environment[] = {(char *)"WHO=start", NULL};
  codes[id] = image_run(&ranks[id], 4, arguments, environment);
  ended[id] = true;
  swapcontext(&contexts[id], &scheduler);
}

static void prepare(int i)
{
  static char stacks[RANKS][STACK] __attribute__((aligned(64)));
  getcontext(&contexts[i]);
  contexts[i].uc_stack.ss_sp = stacks[i];
  contexts[i].uc_stack.ss_size = STACK;
  makecontext(&contexts[i], (void (*)(void))rank_main, 1, i);
  ended[i] = false;
}

static void run_in_turns(int n)
{
  for (int i = 0; i < n; i++)
    prepare(i);
  for (bool any = true; any;) {
    any = false;
    for (int i = 0; i < n; i++) {
      if (ended[i]) continue;
      any = true;
      self = &ranks[i];
      own_switch(image_main(self->image));
      swapcontext(&scheduler, &contexts[i]);
    }
  }
  self = NULL;
}

/* --- programs --- */

static char folder[] = "/tmp/oriel-test-XXXXXX";

static int shell(const char *format, ...)
{
  char command[2048];
  va_list args;
  va_start(args, format);
  vsnprintf(command, sizeof command, format, args);
  va_end(args);
  return system(command);
}

static const char *write_file(const char *name, const char *text)
{
  static char path[256];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *f = fopen(path, "w");
  fputs(text, f);
  fclose(f);
  return path;
}

/* Compile `text` with `flags` to folder/prog. */
static const char *compile(const char *compiler, const char *flags,
                           const char *text)
{
  static char path[256];
  static int number;
  const char *source =
      write_file(strcmp(compiler, "c++") == 0 ? "prog.cpp" : "prog.c", text);
  snprintf(path, sizeof path, "%s/prog%d", folder, number++);
  assert_int_equal(0, shell("%s -g -O1 -fPIE -pie -w -o %s %s %s", compiler,
                            path, source, flags));
  return path;
}

static const char *make_library(const char *name, const char *text)
{
  static char flags[600];
  write_file("lib.c", text);
  assert_int_equal(
      0, shell("cc -g -shared -fPIC -w -Wl,-soname,%s -o %s/%s %s/lib.c "
               "&& ln -sf %s %s/libown.so",
               name, folder, name, folder, name, folder));
  snprintf(flags, sizeof flags, "-L%s -lown -Wl,-rpath,'$ORIGIN' -lm", folder);
  return flags;
}

static struct image_template *load(const char *path, int n)
{
  char why[512] = "";
  struct image_template *t = NULL;
  if (image_open(path, &t, why, sizeof why)) fail_msg("%s", why);
  image_plan(t, n);
  for (int i = 0; i < n; i++) {
    ranks[i] = (struct rank){.id = i, .host = i % 2};
    ranks[i].strand = &ranks[i].main;
    ranks[i].image = image_new(t);
  }
  return t;
}

static void run_program(const char *text, int n)
{
  load(compile("cc", "", text), n);
  run_in_turns(n);
}

static void expect_codes(int n, const int *expected)
{
  for (int i = 0; i < n; i++)
    assert_int_equal(expected[i], codes[i]);
}

#define EXPECT(...)                                                            \
  expect_codes(sizeof(int[]){__VA_ARGS__} / sizeof(int), (int[]){__VA_ARGS__})

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

/* --- files that cannot be run --- */

static void expect_refusal(const char *path, const char *text)
{
  char why[512] = "";
  struct image_template *t;
  assert_int_equal(-1, image_open(path, &t, why, sizeof why));
  if (!strstr(why, text)) fail_msg("\"%s\" lacks \"%s\"", why, text);
  assert_null(strchr(why, '\n'));
}

static void bad_files(void **state)
{
  (void)state;
  expect_refusal("/no/such/file", "No such file");
  expect_refusal("/tmp", "is a directory");
  expect_refusal(write_file("empty", ""), "not an executable");
  expect_refusal(write_file("script", "#!/bin/sh\n"), "is a script");
  expect_refusal(write_file("cut", "\177ELF\2\1\1"), "cut short");
  expect_refusal(write_file("small", "\177ELF\1\1\1"), "32-bit");
  expect_refusal(compile("cc", "-no-pie -fno-pie", "int main(void){}"),
                 "not position-independent");
  expect_refusal(compile("cc", "-static-pie", "int main(void){}"),
                 "statically linked");
  expect_refusal(compile("cc", "",
                         "__thread int a[4000];\n"
                         "int main(void){return a[3];}"),
                 "thread-local");
  expect_refusal(compile("cc", "-fopenmp",
                         "int main(void){int x = 0;\n"
                         "#pragma omp target map(x)\nx++; return x;}"),
                 "GOMP_target_ext() of OpenMP");
}

static void undefined_symbols_are_named(void **state)
{
  (void)state;
  const char *path =
      compile("cc", make_library("libu.so", "int f(void){return 1;} int g;"),
              "int f(void); extern int *g; int main(void){return f() + *g;}");
  make_library("libu.so", "int h;");
  expect_refusal(path, "undefined: f, g");
  shell("rm %s/libu.so", folder);
  expect_refusal(path, "library libu.so, needed by ");
}

static void other_mpi(void **state)
{
  (void)state;
  const char *flags =
      make_library("libmpi.so.40", "int MPI_Init(void){return 0;}");
  expect_refusal(
      compile("cc", flags,
              "int MPI_Init(void); int main(void){return MPI_Init();}"),
      "another MPI (libmpi.so.40)");
}

static void count_name(const char *name, void *arg)
{
  char *seen = arg;
  strcat(seen, name);
  strcat(seen, " ");
}

static void referred_mpi_functions_are_told(void **state)
{
  (void)state;
  char seen[256] = "";
  struct image_template *t =
      load(compile("cc", "",
                   "__attribute__((weak)) int MPI_Zwei(void);\n"
                   "__attribute__((weak)) int PMPI_Drei(void);\n"
                   "int MPI_Eins(void) { return 0; }\n"
                   "int main(void) { return MPI_Zwei ? PMPI_Drei() : 0; }\n"),
           1);
  image_calls(t, count_name, seen);
  assert_string_equal("MPI_Zwei PMPI_Drei ", seen);
}

static int make_folder(void **state)
{
  (void)state;
  engine_redirect_streams(NULL);
  return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
  (void)state;
  return shell("rm -r %s", folder);
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
      cmocka_unit_test(bad_files),
      cmocka_unit_test(undefined_symbols_are_named),
      cmocka_unit_test(other_mpi),
      cmocka_unit_test(referred_mpi_functions_are_told),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
