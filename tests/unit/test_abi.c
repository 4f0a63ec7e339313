/* The generated header and entries against the ABI's tables. Runs in the root
 * of the tree and writes beside itself, in the build folder. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <libgen.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char build[256]; /* the commands' $B */

static bool succeeds(const char *command)
{
  return system(command) == 0;
}

static bool is_installed(const char *program)
{
  char command[128];
  snprintf(command, sizeof command, "command -v %s >/dev/null", program);
  return succeeds(command);
}

/* Call `each` for the rows of a table, with up to four columns. */
static void table_rows(const char *table, void (*each)(char **columns, int n))
{
  char path[64], line[2048], *columns[4];
  snprintf(path, sizeof path, "model/abi/%s.tsv", table);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  while (fgets(line, sizeof line, file)) {
    if (line[0] == '#') continue;
    line[strcspn(line, "\n")] = '\0';
    int n = 0;
    for (char *next = strtok(line, "\t"); next && n < 4;
         next = strtok(NULL, "\t"))
      columns[n++] = next;
    each(columns, n);
  }
  fclose(file);
}

/* --- mpi.h --- */

/* By the letter, of which the compilers do not tell in a system's header. */
static bool compiles(const char *compiler, const char *options)
{
  char command[512];
  snprintf(command, sizeof command,
           "{ sed '/GCC system_header/d' $B/include/mpi.h; "
           "printf 'int main(void) { "
           "MPI_Win w = MPI_WIN_NULL; "
           "return w == MPI_WIN_NULL && MPI_COMM_WORLD ? MPI_SUCCESS : 1; "
           "}\\n'; } | %s %s -fsyntax-only -Wall -Wextra -Werror "
           "-pedantic - 2>$B/tests/abi.log",
           compiler, options);
  return succeeds(command);
}

static void header_compiles_everywhere(void **state)
{
  (void)state;
  assert_true(compiles("gcc", "-x c -std=c99"));
  assert_true(compiles("gcc", "-x c -std=c17"));
  assert_true(compiles("g++", "-x c++ -std=c++11"));
  assert_true(compiles("g++", "-x c++ -std=c++20"));
  if (is_installed("clang")) {
    assert_true(compiles("clang", "-x c -std=c99"));
    assert_true(compiles("clang++", "-x c++ -std=c++17"));
  }
  assert_false(compiles("gcc", "-x c -DMPI_WIN_NULL=nothing"));
}

static FILE *program;
static int constants;

/* "((MPI_Op)0x20)" is compared as the number that stands in it. */
static void check_constant(char **columns, int n)
{
  if (strcmp(columns[0], "macro") && strcmp(columns[0], "enum")) return;
  assert_int_equal(n, 3);
  const char *number =
      strncmp(columns[2], "((", 2) ? columns[2] : strchr(columns[2], ')') + 1;
  fprintf(program, "  if ((long)%s != (long)%.*s) bad |= puts(\"%s\");\n",
          columns[1], (int)strcspn(number, ")"), number, columns[1]);
  constants++;
}

static void constants_have_their_values(void **state)
{
  (void)state;
  char path[300];
  snprintf(path, sizeof path, "%s/tests/constants.c", build);
  program = fopen(path, "w");
  assert_non_null(program);
  fprintf(program, "#include <mpi.h>\n#include <stdio.h>\n"
                   "int main(void)\n{\n  int bad = 0;\n");
  constants = 0;
  table_rows("constants", check_constant);
  table_rows("extra", check_constant);
  fprintf(program, "  return bad != 0;\n}\n");
  fclose(program);
  assert_true(constants > 350);
  assert_true(succeeds("gcc -I$B/include -o $B/tests/constants "
                       "$B/tests/constants.c && $B/tests/constants"));
}

static void types_have_their_sizes(void **state)
{
  (void)state;
  assert_int_equal(sizeof(MPI_Status), 32);
  assert_int_equal(offsetof(MPI_Status, MPI_ERROR), 8);
  assert_int_equal(sizeof(MPI_F08_status), 32);
  assert_int_equal(sizeof(MPI_Aint), sizeof(void *));
  assert_int_equal(sizeof(MPI_Count), 8);
  assert_int_equal(sizeof(MPI_Offset), 8);
  assert_int_equal(sizeof(MPI_Comm), sizeof(void *));
  assert_int_equal(sizeof(MPI_Fint), sizeof(int));
}

/* --- the library --- */

static char *symbols; /* "\nT PMPI_Put\nW MPI_Put\n..." */
static int lacking, functions;

static void read_symbols(void)
{
  size_t size = 1 << 20, length = 1;
  symbols = calloc(1, size);
  symbols[0] = '\n';
  FILE *nm = popen("nm -D --defined-only $B/lib/liboriel.so.0", "r");
  char line[256], kind[8], name[200];
  while (fgets(line, sizeof line, nm)) {
    if (sscanf(line, "%*x %7s %199s", kind, name) != 2) continue;
    assert_true(length + strlen(name) + 4 < size);
    length += sprintf(symbols + length, "%s %s\n", kind, name);
  }
  assert_int_equal(pclose(nm), 0);
}

static void check_symbol(const char *kind, const char *prefix, const char *name)
{
  char wanted[256];
  snprintf(wanted, sizeof wanted, "\n%s %s%s\n", kind, prefix, name);
  if (strstr(symbols, wanted)) return;
  print_error("no symbol%s", wanted);
  lacking++;
}

static void check_function(char **columns, int n)
{
  if (n < 4) return;
  check_symbol("T", "P", columns[1]);
  check_symbol("W", "", columns[1]);
  functions++;
}

/* PMPI_X is a function of the library, MPI_X a weak one that the program's
 * own takes the place of. */
static void library_has_all_functions(void **state)
{
  (void)state;
  table_rows("functions", check_function);
  assert_int_equal(functions, 664);
  table_rows("extra", check_function);
  assert_int_equal(lacking, 0);
  check_symbol("D", "", "MPI_F_STATUS_IGNORE");
  assert_int_equal(lacking, 0);
}

static void library_keeps_its_own_names(void **state)
{
  (void)state;
  static const char *const own[] = {"api_Init", "call_enter", "functions",
                                    "self", "fault"};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    char name[64];
    snprintf(name, sizeof name, " %s\n", own[i]);
    assert_null(strstr(symbols, name));
  }
}

static void generator_needs_no_special_awk(void **state)
{
  (void)state;
  assert_true(succeeds(
      "for a in mawk gawk busybox original-awk; do "
      "  command -v $a >/dev/null || continue; "
      "  case $a in gawk) a='gawk --posix';; busybox) a='busybox awk';; esac; "
      "  d=$B/tests/awk; t=model/abi; mkdir -p $d/gen $d/include; "
      "  $a -v out=$d -f $t/generate.awk $t/types.tsv $t/constants.tsv "
      "    $t/functions.tsv $t/extra.tsv || exit 1; "
      "  for f in include/mpi.h gen/api.h gen/entries.c gen/functions.c; do "
      "    cmp $d/$f $B/$f || exit 1; "
      "  done; "
      "done"));
}

int main(int argc, char **argv)
{
  (void)argc;
  char *copy = strdup(argv[0]);
  snprintf(build, sizeof build, "%s", dirname(dirname(copy)));
  free(copy);
  setenv("B", build, 1);
  read_symbols();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(header_compiles_everywhere),
      cmocka_unit_test(constants_have_their_values),
      cmocka_unit_test(types_have_their_sizes),
      cmocka_unit_test(library_has_all_functions),
      cmocka_unit_test(library_keeps_its_own_names),
      cmocka_unit_test(generator_needs_no_special_awk),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
