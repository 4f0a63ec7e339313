/* Images: files that cannot be run, and what is read from others before. */
#include "image_stub.h"

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

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bad_files),
      cmocka_unit_test(undefined_symbols_are_named),
      cmocka_unit_test(other_mpi),
      cmocka_unit_test(referred_mpi_functions_are_told),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
