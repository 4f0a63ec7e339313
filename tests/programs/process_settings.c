/* What a rank sets of its process and threads, is told to it, and to no other:
 * policies, priorities, cores, limits, names. Any user may set it.
 *
 * stdout: ok
 * run: np=2 twice=1
 * mpich: no (priorities need rights there)
 */
#define _GNU_SOURCE
#include "check.h"
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static void policies(int mine)
{
  struct sched_param p = {.sched_priority = 5 + mine};
  struct timespec t;
  SAME(sched_getscheduler(0), SCHED_OTHER);
  CHECK(sched_setscheduler(0, SCHED_RR, &p) == 0);
  p.sched_priority = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  SAME(sched_getscheduler(getpid()), SCHED_RR);
  CHECK(sched_getparam(0, &p) == 0);
  SAME(p.sched_priority, 5 + mine);
  p.sched_priority = 50;
  CHECK(sched_setparam(0, &p) == 0);
  CHECK(syscall(SYS_sched_getparam, 0, &p) == 0 && p.sched_priority == 50);
  CHECK(sched_rr_get_interval(0, &t) == 0 && t.tv_nsec == 100000000);
  p.sched_priority = 100;
  CHECK(sched_setparam(0, &p) == -1 && errno == EINVAL);
  CHECK(sched_setscheduler(getpid() + 2, SCHED_RR, &p) == -1 && errno == ESRCH);
  p.sched_priority = 0;
  CHECK(sched_setscheduler(0, SCHED_BATCH, &p) == 0);
}

static void *inherits(void *arg)
{
  SAME(getpriority(PRIO_PROCESS, 0), -7);
  CHECK(setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), 30) == 0);
  SAME(getpriority(PRIO_PROCESS, 0), 19);
  return arg;
}

static void niceness(int mine)
{
  pthread_t t;
  SAME(getpriority(PRIO_PROCESS, 0), 0);
  SAME(nice(3 + mine), 3 + mine);
  MPI_Barrier(MPI_COMM_WORLD);
  SAME(getpriority(PRIO_PROCESS, 0), 3 + mine);
  SAME(syscall(SYS_getpriority, PRIO_PGRP, 0), 20 - 3 - mine);
  CHECK(setpriority(PRIO_PROCESS, 0, -7) == 0);
  CHECK(pthread_create(&t, NULL, inherits, NULL) == 0);
  pthread_join(t, NULL);
  SAME(getpriority(PRIO_USER, getuid()), -7);
  CHECK(setpriority(77, 0, 1) == -1 && errno == EINVAL);
  CHECK(syscall(SYS_ioprio_set, 1, 0, 2 << 13 | mine) == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  SAME(syscall(SYS_ioprio_get, 1, 0), 2 << 13 | mine);
}

static void cores(int mine)
{
  cpu_set_t some, told;
  CPU_ZERO(&some);
  CHECK(sched_setaffinity(0, sizeof some, &some) == -1 && errno == EINVAL);
  CPU_SET(2 + mine, &some);
  CPU_SET(7, &some);
  CHECK(sched_setaffinity(0, sizeof some, &some) == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(pthread_getaffinity_np(pthread_self(), sizeof told, &told) == 0);
  CHECK(CPU_EQUAL(&some, &told));
  SAME(sched_getcpu(), 2 + mine);
  SAME(syscall(SYS_sched_getaffinity, 0, 64, &told), 64);
}

static void limits(int mine)
{
  struct rlimit set = {1000 + (rlim_t)mine, 2000}, told;
  CHECK(setrlimit(RLIMIT_FSIZE, &set) == 0);
  CHECK(setrlimit(RLIMIT_CPU, &(struct rlimit){1, 1}) == 0);
  CHECK(setrlimit(RLIMIT_AS, &(struct rlimit){1, 1}) == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(getrlimit(RLIMIT_FSIZE, &told) == 0);
  SAME(told.rlim_cur, 1000 + (rlim_t)mine);
  set.rlim_cur = 3000;
  CHECK(setrlimit(RLIMIT_FSIZE, &set) == -1 && errno == EINVAL);
  CHECK(prlimit(0, RLIMIT_AS, NULL, &told) == 0 && told.rlim_cur == 1);
  CHECK(setrlimit(1000, &told) == -1 && errno == EINVAL);
  char *much = malloc(100 << 20);
  CHECK(much != NULL);
  free(much);
  CHECK(mlockall(MCL_CURRENT | MCL_FUTURE) == 0 && munlockall() == 0);
  CHECK(mlockall(0) == -1 && errno == EINVAL);
}

static void properties(int mine)
{
  char name[16];
  int signal = 99;
  CHECK(prctl(PR_SET_NAME, mine ? "one" : "zero") == 0);
  CHECK(prctl(PR_SET_DUMPABLE, mine) == 0);
  CHECK(prctl(PR_SET_PDEATHSIG, 9 + mine) == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(prctl(PR_GET_NAME, name) == 0);
  CHECK(strcmp(name, mine ? "one" : "zero") == 0);
  CHECK(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
  CHECK(strcmp(name, mine ? "one" : "zero") == 0);
  SAME(prctl(PR_GET_DUMPABLE), mine);
  CHECK(prctl(PR_GET_PDEATHSIG, &signal) == 0);
  SAME(signal, 9 + mine);
  CHECK(prctl(123456) == -1 && errno == EINVAL);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int mine = world_rank();
  policies(mine);
  niceness(mine);
  cores(mine);
  limits(mine);
  properties(mine);
  int code = report();
  MPI_Finalize();
  return code;
}
