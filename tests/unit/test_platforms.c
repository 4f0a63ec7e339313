/* The platforms that come with Oriel: they load, and quickly; their properties
 * are parameters; their routes are what their comments say. */
#include "../../sim/cost/cost.h"
#include "../../sim/engine/engine.h"
#include "../../sim/net/net.h"

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

static const struct machine {
  const char *name;
  int hosts, cores;
  double near, far; /* latency from h0 to h1, and to the last but one third */
  double memory;    /* bandwidth within a host, 0 where not given */
} machines[] = {
    {"single-switch", 64, 24, 1.1e-6, 1.1e-6, 0},
    {"fat-tree", 4608, 44, 9e-7, 1.3e-6, 0},
    {"dragonfly", 1536, 128, 7e-7, 1.75e-6, 0},
    {"torus", 3264, 24, 1.1e-6, 2.1e-6, 0},
    {"multi-core", 64, 16, 1.39e-6, 1.39e-6, 70e9},
    {"ethernet-pair", 2, 88, 1.61e-5, 1.61e-5, 0},
};

static int close_to(double a, double b)
{
  return a > b * (1 - 1e-9) && a < b * (1 + 1e-9);
}

/* In a process of its own: what is wrong, as exit code. */
static int check(const struct machine *m)
{
  char path[128], why[1024] = "";
  struct route own;
  snprintf(path, sizeof path, "platforms/%s.xml", m->name);
  engine_open("test");
  if (engine_load(path, why, sizeof why) || engine_use(NULL, why, sizeof why))
    return puts(why), 1;
  if (cost_load(path, NULL, 0, why, sizeof why)) return puts(why), 2;
  net_open(NULL);
  int far = m->hosts - 1 - m->hosts / 3;
  if (m->hosts == 2) far = 1;
  if (engine_host_count() != m->hosts) return 3;
  if (engine_host_cores(0) != m->cores) return 4;
  if (!close_to(net_latency(0, 1), m->near)) return 5;
  if (!close_to(net_latency(0, far), m->far))
    return printf("%g from 0 to %d\n", net_latency(0, far), far), 6;
  if (engine_route(1, 1, &own)) return 7;
  if (m->memory && !(own.links == 1 && own.bandwidth == m->memory)) return 8;
  return 0;
}

static void test_machines(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
    int status;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
      int wrong = check(&machines[i]);
      fflush(NULL);
      _exit(wrong);
    }
    waitpid(child, &status, 0);
    if (status != 0)
      fail_msg("%s: check %d failed (signal %d)", machines[i].name,
               WEXITSTATUS(status), WTERMSIG(status));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_machines)};
  return cmocka_run_group_tests_name("platforms", tests, NULL, NULL);
}
