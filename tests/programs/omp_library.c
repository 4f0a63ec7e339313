/* The omp_ functions, and the environment: each rank reads its own when it
 * first uses OpenMP, so ranks may have different numbers of threads.
 *
 * run: np=3 twice=1
 * stdout: ok
 * run: np=3 options="--platform tests/platforms/four-cores.xml"
 * stdout: ok
 * build: -fopenmp
 * mpich: no (the environment is read as Oriel does)
 */
#define _GNU_SOURCE
#include "check.h"
#include <omp.h>
#include <oriel.h>

/* Older headers lack these. */
extern void omp_set_num_teams(int), omp_set_teams_thread_limit(int);
extern int omp_get_max_teams(void), omp_get_teams_thread_limit(void);

static void environment(void)
{
  char text[20];
  int rank = world_rank(), kind, chunk, sum = 0, inner = 0;
  snprintf(text, sizeof text, "%d,3", rank + 2);
  if (rank > 0) setenv("OMP_NUM_THREADS", text, 1);
  if (rank == 1) setenv("OMP_SCHEDULE", " guided , 4", 1);
  if (rank == 1) setenv("OMP_DYNAMIC", "TRUE", 1);
  if (rank == 2) setenv("OMP_SCHEDULE", "nonmonotonic:static", 1);
  if (rank == 2) setenv("OMP_MAX_ACTIVE_LEVELS", "1", 1);
  if (rank == 2) setenv("OMP_STACKSIZE", "1M", 1);
  if (rank == 2) setenv("OMP_THREAD_LIMIT", "20", 1);
  CHECK(omp_get_max_threads() == (rank ? rank + 2 : omp_get_num_procs()));
  CHECK(omp_get_dynamic() == (rank == 1));
  CHECK(omp_get_thread_limit() == (rank == 2 ? 20 : 0x7fffffff));
  CHECK(omp_get_max_active_levels() == (rank == 1 ? 2 : 1));
  omp_get_schedule((omp_sched_t *)&kind, &chunk);
  if (rank == 1) CHECK(kind == omp_sched_guided && chunk == 4);
  if (rank == 2) CHECK(kind == omp_sched_static && chunk == 0);
  if (rank == 0) return;
#pragma omp parallel reduction(+ : sum, inner)
  {
    sum++;
#pragma omp parallel reduction(+ : inner)
    inner++;
  }
  CHECK(sum == rank + 2);
  CHECK(inner == (rank == 1 ? 3 * 3 : 4));
}

static void settings(void)
{
  int wrong = 0;
  omp_set_num_threads(4);
  CHECK(omp_get_max_threads() == 4);
  /* What a thread sets is its own. */
#pragma omp parallel reduction(+ : wrong)
  {
    omp_set_num_threads(10 + omp_get_thread_num());
#pragma omp barrier
    wrong += omp_get_max_threads() != 10 + omp_get_thread_num();
  }
  CHECK(!wrong && omp_get_max_threads() == 4);
  omp_set_dynamic(1);
  CHECK(omp_get_dynamic());
  omp_set_dynamic(0);
  CHECK(!omp_get_cancellation() && omp_get_num_teams() == 1);
  CHECK(omp_is_initial_device() && omp_get_num_devices() == 0);
  CHECK(omp_get_level() == 0 && omp_get_ancestor_thread_num(0) == 0);
  CHECK(omp_get_ancestor_thread_num(1) == -1 && omp_get_team_size(0) == 1);
}

/* There is one place and no device; what a program sets it gets again, each
 * rank its own, of a task what that has set. */
static void places_and_devices(void)
{
  int rank = world_rank(), ids[2] = {-5, -5}, wrong = 0;
  CHECK(omp_get_num_places() == 0 && omp_get_place_num() == -1);
  CHECK(omp_get_partition_num_places() == 0 && !omp_get_place_num_procs(0));
  omp_get_partition_place_nums(ids);
  omp_get_place_proc_ids(0, ids);
  CHECK(ids[0] == -5 && omp_get_proc_bind() == omp_proc_bind_false);
  CHECK(omp_get_initial_device() == 0 && omp_get_device_num() == 0);
  CHECK(omp_get_default_device() == 0 && omp_get_team_num() == 0);
  omp_set_default_device(rank + 3);
#pragma omp parallel num_threads(3) reduction(+ : wrong)
  {
    wrong += omp_get_default_device() != rank + 3;
    omp_set_default_device(omp_get_thread_num());
#pragma omp barrier
    wrong += omp_get_default_device() != omp_get_thread_num();
  }
  CHECK(!wrong && omp_get_default_device() == rank + 3);
  CHECK(omp_get_max_teams() == 0 && omp_get_teams_thread_limit() == 0);
  omp_set_num_teams(rank + 5);
  omp_set_teams_thread_limit(rank + 6);
  omp_set_num_teams(-1);
  omp_set_teams_thread_limit(-1);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(omp_get_max_teams() == rank + 5);
  CHECK(omp_get_teams_thread_limit() == rank + 6);
  CHECK(omp_pause_resource(omp_pause_soft, 0) == 0);
  CHECK(omp_pause_resource_all(omp_pause_soft) == 0);
  CHECK(omp_get_max_teams() == rank + 5 && !omp_in_final());
}

/* Who waits for a lock is handed it in turn. */
static void locks(void)
{
  omp_lock_t lock;
  omp_nest_lock_t nest;
  int count = 0, turns = 0, misses = 0, wrong = 0;
  omp_init_lock(&lock);
  omp_init_nest_lock_with_hint(&nest, omp_sync_hint_contended);
#pragma omp parallel num_threads(4) reduction(+ : wrong)
  {
    for (int i = 0; i < 20; i++) {
      omp_set_lock(&lock);
      int before = count;
      oriel_compute(1e-6);
      count = before + 1;
      omp_unset_lock(&lock);
      omp_set_nest_lock(&nest);
      wrong += omp_test_nest_lock(&nest) != 2;
      turns++;
      omp_unset_nest_lock(&nest);
      omp_unset_nest_lock(&nest);
    }
#pragma omp barrier
    while (!omp_test_lock(&lock)) {
#pragma omp atomic
      misses++;
    }
    oriel_compute(1e-5);
    omp_unset_lock(&lock);
  }
  CHECK(count == 80 && turns == 80 && misses > 0 && !wrong);
  omp_destroy_lock(&lock);
  omp_destroy_nest_lock(&nest);
}

/* A flag and a flush: who polls memory sees what another thread stored. */
static void flags(void)
{
  int flag = 0, seen = 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      oriel_compute(1e-3);
#pragma omp atomic write
      flag = 1;
    } else {
      int f = 0;
      while (!f) {
#pragma omp atomic read
        f = flag;
      }
      seen = f;
    }
  }
  CHECK(seen == 1);
}

static void memory_and_time(void)
{
  double begin = omp_get_wtime();
  oriel_compute(0.5);
  double passed = omp_get_wtime() - begin;
  CHECK(passed >= 0.5 && passed < 0.500001 && omp_get_wtick() > 0);
  char *p = omp_alloc(100, omp_default_mem_alloc);
  CHECK(p != NULL);
  omp_free(p, omp_default_mem_alloc);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  environment();
  settings();
  places_and_devices();
  locks();
  flags();
  memory_and_time();
  int failed = report();
  MPI_Finalize();
  return failed;
}
