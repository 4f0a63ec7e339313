/* Flows started below SimGrid's public interface end at the dates of flows
 * started through it.
 *
 * The same program is linked with both back-ends of the engine; with
 * "--dates PLATFORM LIMIT" it prints the dates of some hundred flows, else it
 * compares the two. */
#include "../../sim/engine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { FLOWS = 300 };

static struct flow {
  int from, to;
  double bytes, start, end;
} flows[FLOWS];

static void flow_end(void *arg)
{
  ((struct flow *)arg)->end = engine_now();
}

static void flow_start(void *arg)
{
  struct flow *f = arg;
  engine_flow(f->from, f->to, f->bytes, flow_end, f);
}

static unsigned draw(unsigned below)
{
  static unsigned state = 7;
  state = state * 1103515245 + 12345;
  return (state >> 12) % below;
}

static int dates_print(const char *platform, int one)
{
  char why[512];
  engine_open("flows");
  if (engine_load(platform, why, sizeof why)) {
    puts(why);
    return 1;
  }
  engine_limit_links(one);
  int hosts = engine_host_count();
  for (int i = 0; i < FLOWS; i++) {
    struct flow *f = &flows[i];
    f->from = draw(hosts);
    f->to = (f->from + 1 + draw(hosts - 1)) % hosts;
    f->bytes = 1 + draw(1000000);
    f->start = draw(1000) * 1e-6;
    engine_at(f->start, flow_start, f);
  }
  engine_run();
  for (int i = 0; i < FLOWS; i++)
    printf("%d: %d to %d, %g bytes at %g: %.17g\n", i, flows[i].from,
           flows[i].to, flows[i].bytes, flows[i].start, flows[i].end);
  return 0;
}

/* --- the comparison --- */

static char folder[512];

static FILE *dates_of(const char *program, const char *platform, int one)
{
  char command[1024];
  snprintf(command, sizeof command, "%s/%s --dates %s %d", folder, program,
           platform, one);
  FILE *output = popen(command, "r");
  assert_non_null(output);
  return output;
}

static void compare(const char *platform, int one)
{
  FILE *ours = dates_of("test_flows", platform, one);
  FILE *oracle = dates_of("flows_comm", platform, one);
  char mine[256], theirs[256];
  int lines = 0;
  while (fgets(mine, sizeof mine, ours)) {
    assert_non_null(fgets(theirs, sizeof theirs, oracle));
    assert_string_equal(mine, theirs);
    assert_null(strstr(mine, " 0\n")); /* it did end */
    lines++;
  }
  assert_null(fgets(theirs, sizeof theirs, oracle));
  assert_int_equal(lines, FLOWS);
  assert_int_equal(pclose(ours), 0);
  assert_int_equal(pclose(oracle), 0);
}

static const char platform_text[] =
    "<?xml version='1.0'?>\n"
    "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
    "<platform version='4.1'><zone id='world' routing='Full'>\n"
    "<cluster id='c' prefix='h' suffix='' radical='0-15' speed='1Gf'\n"
    " bw='10GBps' lat='1us' %s/></zone></platform>\n";

static void compare_topology(const char *attributes)
{
  char path[] = "/tmp/flowsXXXXXX";
  int fd = mkstemp(path);
  dprintf(fd, platform_text, attributes);
  compare(path, 0);
  compare(path, 1);
  remove(path);
}

static void test_switch(void **state)
{
  (void)state;
  compare_topology("");
}

static void test_fat_tree(void **state)
{
  (void)state;
  compare_topology("topology='FAT_TREE' topo_parameters='2;4,4;1,2;1,2'");
}

static void test_torus(void **state)
{
  (void)state;
  compare_topology("topology='TORUS' topo_parameters='4,4'");
}

int main(int argc, char **argv)
{
  if (argc == 4) return dates_print(argv[2], atoi(argv[3]));
  const char *slash = strrchr(argv[0], '/');
  snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - argv[0]) : 1,
           slash ? argv[0] : ".");
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_switch),
      cmocka_unit_test(test_fat_tree),
      cmocka_unit_test(test_torus),
  };
  return cmocka_run_group_tests_name("flows", tests, NULL, NULL);
}
