/* Platforms as the engine reads them: hosts, routes and their halves, and what
 * is said of bad ones. */
#include "engine_process.h"

static void show_property(const char *name, const char *value, void *arg)
{
  say("%s%s=%s\n", (const char *)arg, name, value);
}

static void hosts(void)
{
  struct route r;
  platform("<prop id='oriel:gap' value='1e-7'/>" CLUSTER(
      "11", "core='4' loopback_bw='5GBps' loopback_lat='2us'"));
  for (int i = 0; i < engine_host_count(); i++)
    say("%s ", engine_host_name(i));
  say("%d %d\n", engine_host_find("h10"), engine_host_find("h12"));
  say("%d cores, %g flop/s\n", engine_host_cores(0), engine_host_speed(0));
  engine_properties(show_property, "property ");
  say("%d: ", engine_route(2, 10, &r));
  say("%g %g %g %g %d\n", r.latency, r.bandwidth, r.out, r.in, r.links);
  say("%d: ", engine_route(3, 3, &r));
  say("%g %g %d\n", r.latency, r.bandwidth, r.links);
}

static void test_hosts(void **state)
{
  (void)state;
  expect(hosts, "h0 h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11 10 -1\n"
                "4 cores, 1e+09 flop/s\nproperty oriel:gap=1e-7\n"
                "0: 2e-06 1e+09 1e+09 1e+09 2\n0: 2e-06 5e+09 1\n");
}

/* The halves are what the routes are made of; where they are not, no halves. */
static void halves(void)
{
  struct half_route out, in;
  struct route r;
  platform(CLUSTER("11", "loopback_bw='5GBps' loopback_lat='2us'"));
  for (int a = 0; a < 12; a++)
    for (int b = 0; b < 12; b++) {
      if (a == b) continue;
      if (engine_route(a, b, &r) || engine_half_routes(a, &out, &in) ||
          r.first != out.link || r.out != out.bandwidth)
        say("%d to %d: another way out\n", a, b);
      double latency = out.latency;
      if (engine_half_routes(b, &out, &in) || r.last != in.link ||
          r.in != in.bandwidth || r.latency != latency + in.latency)
        say("%d to %d: another way in\n", a, b);
    }
}

static void no_halves(void)
{
  struct half_route out, in;
  platform(CLUSTER("11", "bb_bw='1GBps' bb_lat='1us'"));
  say("%d\n", engine_half_routes(3, &out, &in));
}

static void no_halves_in_torus(void)
{
  struct half_route out, in;
  platform(CLUSTER("11", "topology='TORUS' topo_parameters='3,4'"));
  say("%d\n", engine_half_routes(3, &out, &in));
}

#define STAR(more) "<zone id='s' routing='Cluster'>" HOSTS LINKS more "</zone>"
#define HOSTS                                                                  \
  "<host id='a' speed='1Gf'/><host id='b' speed='1Gf'/>"                       \
  "<host id='c' speed='1Gf'/><host id='d' speed='1Gf'/>"
#define LINKS LINK("k") LINK("l") LINK("m") LINK("n")
#define LINK(name) "<link id='" name "' bandwidth='1GBps' latency='1us'/>"
#define HOST_LINK(name, link) UP_DOWN(name, link, link)
#define UP_DOWN(name, up, down)                                                \
  "<host_link id='" name "' up='" up "' down='" down "'/>"

static const char *star_body;

static void halves_of_star(void)
{
  struct half_route out, in;
  platform(star_body);
  for (int i = 0; i < 4; i++)
    say("%d ", engine_half_routes(i, &out, &in));
}

/* Between hosts that share a link it is there once, though no host's route to
 * the next one shows that. With a backbone, the way to a host without a link is
 * two links, that between the others three. */
static void test_halves_of_stars(void **state)
{
  (void)state;
  star_body = STAR(HOST_LINK("a", "k") HOST_LINK("b", "l") HOST_LINK("c", "m")
                       HOST_LINK("d", "n"));
  expect(halves_of_star, "0 0 0 0 ");
  star_body = STAR(HOST_LINK("a", "k") HOST_LINK("b", "l") HOST_LINK("c", "k")
                       HOST_LINK("d", "m"));
  expect(halves_of_star, "-1 -1 -1 -1 ");
  star_body = STAR(UP_DOWN("a", "k", "l") HOST_LINK("b", "m")
                       UP_DOWN("c", "n", "k") UP_DOWN("d", "l", "n"));
  expect(halves_of_star, "-1 -1 -1 -1 ");
  star_body = STAR(
      "<backbone id='x' bandwidth='1GBps' latency='1us'/>" HOST_LINK("a", "k")
          HOST_LINK("c", "l"));
  expect(halves_of_star, "-1 -1 -1 -1 ");
}

/* A zone of peers on a plane: 40 ms and 30 ms apart, 5 ms from it each. */
static void distances(void)
{
  struct half_route out, in;
  struct route route;
  platform("<zone id='z' routing='Vivaldi'>"
           "<peer id='a' speed='1Gf' bw_in='1GBps' bw_out='1GBps'"
           " coordinates='10 10 5'/>"
           "<peer id='b' speed='1Gf' bw_in='1GBps' bw_out='1GBps'"
           " coordinates='50 40 5'/></zone>");
  int halves = engine_half_routes(0, &out, &in);
  if (engine_route(0, 1, &route)) say("no route\n");
  say("%d, %g s\n", halves, route.latency);
}

static void test_halves(void **state)
{
  (void)state;
  expect(halves, "");
  expect(no_halves, "-1\n");
  expect(no_halves_in_torus, "-1\n");
  expect(distances, "-1, 0.06 s\n");
}

/* A way out and back is no loopback, though it may be one link. */
static const struct loopback {
  const char *body, *used, *line;
} loopbacks[] = {
#define LOOPBACK " loopback_bw='5GBps' loopback_lat='2us'"
#define TORUS "topology='TORUS' topo_parameters='2,2' limiter_link='5MBps'"
    {CLUSTER("3", "sharing_policy='SHARED'"), NULL, "0 "},
    {CLUSTER("3", "sharing_policy='SHARED'"), "\0\1\0", "0 "},
    {CLUSTER("0", "sharing_policy='SHARED'"), NULL, "0 "},
    {CLUSTER("3", "sharing_policy='FATPIPE'"), NULL, "0 "},
    {CLUSTER("3", "sharing_policy='FATPIPE'" LOOPBACK), NULL, "1 5e+09 "},
    {CLUSTER("3", "sharing_policy='SHARED'" LOOPBACK), "\0\1\0", "1 5e+09 "},
    {CLUSTER("0", "sharing_policy='SHARED'" LOOPBACK), NULL, "1 5e+09 "},
    {CLUSTER("3", TORUS), NULL, "0 "},
    {CLUSTER("3", TORUS), "\0\0\1", "0 "},
    {CLUSTER("3", TORUS LOOPBACK), NULL, "1 5e+09 "},
    {"<host id='a' speed='1Gf'/>", NULL, "0 "},
    {"<host id='a' speed='1Gf'/><host id='b' speed='1Gf'/>", "\1", "0 "},
    {"<host id='a' speed='1Gf'/><host id='b' speed='1Gf'/>"
     "<link id='l' bandwidth='5GBps' latency='1us'/>"
     "<route src='a' dst='a'><link_ctn id='l'/></route>",
     "\1", "1 5e+09 "},
};
static const struct loopback *loop;

static void loopback(void)
{
  int n;
  struct route own;
  hosts_used = loop->used;
  platform(loop->body);
  engine_route(engine_hosts_used(&n)[0], engine_hosts_used(&n)[0], &own);
  say(own.links ? "%d %g " : "%d ", own.links, own.bandwidth);
}

static void test_loopbacks(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof loopbacks / sizeof *loopbacks; i++) {
    loop = &loopbacks[i];
    expect(loopback, loop->line);
  }
}

/* Of a cluster beside another one, without routes between them. */
static void used(void)
{
  int n;
  struct half_route out, in;
  hosts_used = (const char[]){0, 1, 0, 1, 0, 0};
  platform(CLUSTER(
      "3", "") "<cluster id='d' prefix='z' suffix='' radical='0-1' speed='1Gf'"
               " bw='1GBps' lat='1us'/>");
  const int *hosts = engine_hosts_used(&n);
  say("%d: %d %d\n", n, hosts[0], hosts[1]);
  for (int i = 0; i < engine_host_count(); i++)
    say("%d ", engine_half_routes(i, &out, &in));
}

static void test_used(void **state)
{
  (void)state;
  expect(used, "2: 1 3\n-1 0 -1 0 -1 -1 ");
}

static void default_platform(void)
{
  char why[512];
  engine_open("test");
  if (engine_load_default(1000, why, sizeof why)) say("%s\n", why);
  say("%d hosts, the last is %s\n", engine_host_count(), engine_host_name(999));
}

static void default_of_one(void)
{
  char why[512];
  engine_open("test");
  if (engine_load_default(1, why, sizeof why)) say("%s\n", why);
  say("%d host\n", engine_host_count());
}

static void test_default(void **state)
{
  (void)state;
  expect(default_platform, "1000 hosts, the last is h999\n");
  expect(default_of_one, "1 host\n");
}

/* Each body and the one line it gives. */
static const struct bad {
  const char *body, *line;
} bad[] = {
    {"<host id='a' spee='1f'/>",
     "PLATFORM:5: Bad attribute `spee' in `host' element start tag.\n"},
    {"<hots id='a'/>",
     "PLATFORM:5: Unexpected character `<': `</zone>' expected.\n"},
    {"<host id='a' speed='1Xf'/>", "PLATFORM:5: unknown unit: Xf\n"},
    {"<host id='a' speed='1f'/><host id='b' speed='1f'/>",
     "PLATFORM: there is no route of links from host a to host b\n"},
    {"<zone id='v' routing='Vivaldi'>"
     "<host id='a' speed='1f' coordinates='1 2 3'/>"
     "<host id='b' speed='1f' coordinates='4 5 6'/></zone>",
     "PLATFORM: there is no route of links from host a to host b\n"},
    {"", "PLATFORM: the platform has no hosts\n"},
    {"<zone id='inner' routing='Fulll'></zone>",
     "PLATFORM: a zone has an unknown routing\n"},
    {"<host id='a' speed='0f'/>", "PLATFORM: host a has no speed\n"},
    {"<cluster id='c' prefix='h' suffix='' radical='0-1' speed='1f' "
     "bw='0Bps' lat='0s'/>",
     "PLATFORM: link c_link_0_DOWN: its bandwidth is not above zero, or "
     "infinite\n"},
    {"<cluster id='c' prefix='h' suffix='' radical='0-3' speed='1f' "
     "bw='1Bps' lat='0s' topology='TORUS' topo_parameters='3,3'/>",
     "PLATFORM: Zone(c): error when creating host number 4 in the zone. "
     "Insufficient number of radicals available (total = 4). Check the "
     "'radical' parameter in XML\n"},
};
static const char *bad_body;

static void load_bad(void)
{
  platform(bad_body);
}

static void missing(void)
{
  char why[512];
  engine_open("test");
  say("%d ", engine_load("no/such/platform.xml", why, sizeof why));
  say("%s\n", why);
}

static void test_bad_platforms(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    bad_body = bad[i].body;
    expect(load_bad, bad[i].line);
  }
  expect(missing, "-1 no/such/platform.xml: the platform cannot be read: No "
                  "such file or directory\n");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_hosts),
      cmocka_unit_test(test_halves),
      cmocka_unit_test(test_halves_of_stars),
      cmocka_unit_test(test_loopbacks),
      cmocka_unit_test(test_used),
      cmocka_unit_test(test_default),
      cmocka_unit_test(test_bad_platforms),
  };
  return cmocka_run_group_tests_name("engine_platform", tests, NULL, NULL);
}
