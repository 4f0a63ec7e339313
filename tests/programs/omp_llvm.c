/* What LLVM's omp.h declares beside OpenMP 5.0, whoever compiles the program:
 * the kmp_ functions, and copies that may be done later.
 *
 * run: np=2
 * stdout: ok
 * build: -fopenmp
 * mpich: no (there it is another OpenMP)
 */
#include "check.h"
#include <omp.h>
#include <stdint.h>
#include <string.h>

/* gcc's header has none of these. */
extern void *kmp_malloc(size_t), *kmp_aligned_malloc(size_t, size_t);
extern void *kmp_calloc(size_t, size_t), *kmp_realloc(void *, size_t);
extern void kmp_free(void *), kmp_set_defaults(const char *);
extern void kmp_set_blocktime(int), kmp_set_library_serial(void);
extern void kmp_set_library(int), kmp_set_library_throughput(void);
extern void kmp_set_stacksize_s(size_t), kmp_set_warnings_off(void);
extern int kmp_get_blocktime(void), kmp_get_library(void);
extern size_t kmp_get_stacksize_s(void);
extern int kmp_get_affinity_max_proc(void), kmp_set_affinity(void **);
extern int omp_target_memcpy_async(void *, const void *, size_t, size_t, size_t,
                                   int, int, int, omp_depend_t *);
extern int omp_target_memcpy_rect_async(void *, const void *, size_t, int,
                                        const size_t *, const size_t *,
                                        const size_t *, const size_t *,
                                        const size_t *, int, int, int,
                                        omp_depend_t *);

static void memory(void)
{
  int *four = kmp_calloc(4, sizeof *four);
  CHECK(four && !four[0] && !four[3]);
  four[3] = 3;
  four = kmp_realloc(four, 4000);
  CHECK(four && four[3] == 3);
  kmp_free(four);
  char *wide = kmp_aligned_malloc(100, 256), *plain = kmp_malloc(100);
  CHECK(wide && plain && (uintptr_t)wide % 256 == 0);
  kmp_free(wide);
  kmp_free(plain);
}

static int threads(void)
{
  int n = 0;
#pragma omp parallel reduction(+ : n)
  n++;
  return n;
}

/* Before anything else is asked: as if the rank had begun so. */
static void settings(void)
{
  kmp_set_defaults("KMP_AFFINITY=compact|OMP_NUM_THREADS=3|OMP_DYNAMIC=true");
  CHECK(threads() == 3 && omp_get_dynamic());
  CHECK(kmp_get_library() == 3);
  kmp_set_library_serial();
  CHECK(kmp_get_library() == 1 && threads() == 1);
  kmp_set_library_throughput();
  CHECK(kmp_get_library() == 3 && threads() == 3);
  CHECK(kmp_get_blocktime() == 200);
  kmp_set_blocktime(0);
  CHECK(kmp_get_blocktime() == 0);
  kmp_set_stacksize_s(1 << 20);
  CHECK(kmp_get_stacksize_s() == 1 << 20);
  kmp_set_warnings_off();
  void *mask = NULL;
  CHECK(kmp_get_affinity_max_proc() == 0 && kmp_set_affinity(&mask) == -1);
  omp_set_num_threads(2);
  kmp_set_defaults("KMP_BLOCKTIME=0|KMP_AFFINITY=none");
  CHECK(threads() == 2 && kmp_get_stacksize_s() == 1 << 20);
}

/* What comes later by a dependence is there when the copy is made. */
static void copies(void)
{
  int host = omp_get_initial_device(), from[4] = {0}, to[4] = {0};
  size_t volume[] = {2}, at[] = {1}, sizes[] = {4};
  omp_depend_t after;
  CHECK(omp_target_memcpy_async(to, from, 8, 0, 0, host, 17, 0, NULL) != 0);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp depobj(after) depend(inout : from)
#pragma omp task depend(inout : from)
    memcpy(from, (int[]){1, 2, 3, 4}, sizeof from);
    CHECK(omp_target_memcpy_async(to, from, 8, 0, 8, host, host, 1, &after) ==
          0);
#pragma omp taskwait
    CHECK(to[0] == 3 && to[1] == 4);
    CHECK(omp_target_memcpy_rect_async(to, from, 4, 1, volume, at, at, sizes,
                                       sizes, host, host, 1, &after) == 0);
#pragma omp taskwait
    CHECK(to[0] == 3 && to[1] == 2 && to[2] == 3 && to[3] == 0);
#pragma omp depobj(after) destroy
  }
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  settings();
  memory();
  copies();
  int code = report();
  MPI_Finalize();
  return code;
}
