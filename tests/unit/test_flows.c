/* Flows started below SimGrid's public interface, and those of links.c, end at
 * the dates of flows started through it.
 *
 * The same program is linked with both back-ends of the engine; with
 * "--dates PLATFORM LIMIT BYTES" it prints the dates of some hundred flows of
 * multiples of BYTES, with "--beside PLATFORM" that of a flow which ends a
 * rounding after an event, else it compares the two. Times are such that all
 * sums are exact, so nothing may differ. */
#include "../../sim/engine/engine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

enum { FLOWS = 300, HOSTS = 16 };

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

static void open_engine(const char *platform, int one)
{
  char why[512];
  engine_open("flows");
  if (engine_load(platform, why, sizeof why) ||
      engine_use(NULL, why, sizeof why)) {
    puts(why);
    exit(1);
  }
  engine_limit_links(one);
}

static int dates_print(const char *platform, int one, unsigned bytes)
{
  open_engine(platform, one);
  for (int i = 0; i < FLOWS; i++) {
    struct flow *f = &flows[i];
    f->from = draw(HOSTS);
    f->to = (f->from + 1 + draw(HOSTS - 1)) % HOSTS;
    f->bytes = (1 + draw(1000000 / bytes)) * (double)bytes;
    f->start = draw(1000) * 0x1p-20;
    engine_at(f->start, flow_start, f);
  }
  engine_run();
  for (int i = 0; i < FLOWS; i++)
    printf("%d: %d to %d, %g bytes at %g: %.17g\n", i, flows[i].from,
           flows[i].to, flows[i].bytes, flows[i].start, flows[i].end);
  return 0;
}

static void nothing(void *arg)
{
  (void)arg;
}

/* It takes 2^-10 s. */
static int beside_print(const char *platform)
{
  struct flow f = {.to = 1, .bytes = 0x1p23};
  open_engine(platform, 1);
  engine_at(0, flow_start, &f);
  engine_at(0x1p-11, nothing, NULL);
  engine_at(0x1.fffffffffffffp-11, nothing, NULL);
  engine_run();
  printf("%a\n", f.end);
  return 0;
}

/* --- the comparison --- */

static char folder[512];

static FILE *dates_of(const char *program, const char *platform, int one,
                      int bytes)
{
  char command[1024];
  snprintf(command, sizeof command, "%s/%s --dates %s %d %d", folder, program,
           platform, one, bytes);
  FILE *output = popen(command, "r");
  assert_non_null(output);
  return output;
}

static void same(FILE *ours, FILE *oracle)
{
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
    " bw='8589934592Bps' lat='0.00000095367431640625s' "
    "%s/>%s</zone></platform>\n";

/* Another cluster, which no flow uses: no links in turns, then. */
static const char island[] =
    "<cluster id='i' prefix='i' suffix='' radical='0-1' speed='1Gf'\n"
    " bw='8589934592Bps' lat='1us'/><link id='l' bandwidth='1Gbps'\n"
    " latency='1us'/><zoneRoute src='c' dst='i' gw_src='hc_router'\n"
    " gw_dst='ii_router'><link_ctn id='l'/></zoneRoute>\n";

/* The file is to be removed and freed. */
static char *platform_new(const char *attributes, const char *more)
{
  char *path = strdup("/tmp/flowsXXXXXX");
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  dprintf(fd, platform_text, attributes, more);
  close(fd);
  return path;
}

static void platform_free(char *path)
{
  remove(path);
  free(path);
}

static void compare_topology(const char *attributes)
{
  char *path = platform_new(attributes, "");
  for (int one = 0; one < 2; one++)
    same(dates_of("test_flows", path, one, 1),
         dates_of("flows_comm", path, one, 1));
  platform_free(path);
}

static void test_switch(void **state)
{
  (void)state;
  compare_topology("");
}

/* Links in turns are what SimGrid's limit makes of links, whatever ends and
 * begins at one date. (Through the public interface flows that end at one date
 * do so in no order, so the oracle is SimGrid below it.) */
static void test_turns(void **state)
{
  (void)state;
  char *alone = platform_new("", ""), *beside = platform_new("", island);
  for (int bytes = 1; bytes < 1000000; bytes *= 8)
    same(dates_of("test_flows", alone, 1, bytes),
         dates_of("test_flows", beside, 1, bytes));
  platform_free(alone);
  platform_free(beside);
}

/* At the event's date, or at its own: not at the date before. */
static void test_beside_event(void **state)
{
  (void)state;
  char command[1024], end[64], *path = platform_new("", "");
  snprintf(command, sizeof command, "%s/test_flows --beside %s", folder, path);
  FILE *output = popen(command, "r");
  assert_non_null(output);
  assert_non_null(fgets(end, sizeof end, output));
  assert_int_equal(pclose(output), 0);
  assert_true(strtod(end, NULL) >= 0x1.fffffffffffffp-11);
  platform_free(path);
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
  if (argc == 3) return beside_print(argv[2]);
  if (argc == 5) return dates_print(argv[2], atoi(argv[3]), atoi(argv[4]));
  const char *slash = strrchr(argv[0], '/');
  snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - argv[0]) : 1,
           slash ? argv[0] : ".");
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_switch),       cmocka_unit_test(test_turns),
      cmocka_unit_test(test_beside_event), cmocka_unit_test(test_fat_tree),
      cmocka_unit_test(test_torus),
  };
  return cmocka_run_group_tests_name("flows", tests, NULL, NULL);
}
