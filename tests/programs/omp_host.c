/* Allocators, memory of the one device, which is the host, and what OpenMP says
 * of where threads run.
 *
 * mpich: no (there it is another OpenMP)
 * run: np=2
 * stdout: ok
 * build: -fopenmp
 * stderr: 2 of 3
 */
#include "check.h"
#include <errno.h>
#include <limits.h>
#include <omp.h>
#include <stdint.h>
#include <unistd.h>

static void allocators(void)
{
  omp_alloctrait_t wide = {omp_atk_alignment, 256};
  omp_alloctrait_t odd = {omp_atk_alignment, 3};
  omp_allocator_handle_t a =
      omp_init_allocator(omp_default_mem_space, 1, &wide);
  CHECK(a != omp_null_allocator);
  CHECK(omp_init_allocator(omp_default_mem_space, 1, &odd) ==
        omp_null_allocator);
  omp_alloctrait_t usual = {omp_atk_alignment, (omp_uintptr_t)omp_atv_default};
  omp_allocator_handle_t b =
      omp_init_allocator(omp_default_mem_space, 1, &usual);
  CHECK(b != omp_null_allocator);
  omp_destroy_allocator(b);
  CHECK(omp_get_default_allocator() == omp_default_mem_alloc);
  omp_set_default_allocator(a);
  CHECK(omp_get_default_allocator() == a);
  void *wanted = omp_alloc(10, omp_null_allocator);
  CHECK((uintptr_t)wanted % 256 == 0);
  omp_free(wanted, omp_null_allocator);
  omp_set_default_allocator(omp_default_mem_alloc);
  char *p[8];
  for (int i = 0; i < 8; i++) {
    p[i] = omp_alloc(10, a);
    CHECK(p[i] && (uintptr_t)p[i] % 256 == 0);
    memset(p[i], i, 10);
  }
  p[0] = omp_realloc(p[0], 5000, a, a);
  CHECK((uintptr_t)p[0] % 256 == 0 && p[0][9] == 0);
  for (int i = 0; i < 8; i++)
    omp_free(p[i], a);
  omp_destroy_allocator(a);
}

/* Of no bytes there is no memory. */
static void empty(void)
{
  CHECK(!omp_alloc(0, omp_default_mem_alloc));
  CHECK(!omp_calloc(0, 4, omp_default_mem_alloc));
  CHECK(!omp_calloc(4, 0, omp_default_mem_alloc));
  CHECK(!omp_realloc(NULL, 0, omp_default_mem_alloc, omp_default_mem_alloc));
  char *p = omp_alloc(8, omp_default_mem_alloc);
  CHECK(!omp_realloc(p, 0, omp_default_mem_alloc, omp_default_mem_alloc));
}

#if !defined(__clang__) || __clang_major__ > 14
static void aligned(void)
{
  char *p = omp_aligned_calloc(512, 10, 7, omp_default_mem_alloc);
  CHECK((uintptr_t)p % 512 == 0 && p[0] == 0 && p[69] == 0);
  omp_free(p, omp_default_mem_alloc);
}
#else
static void aligned(void)
{
}
#endif

static void devices(void)
{
  int host = omp_get_initial_device(), *a = omp_target_alloc(64, host);
  int b[2][3] = {{0}};
  CHECK(a && omp_target_is_present(a, host));
  for (int i = 0; i < 16; i++)
    a[i] = i;
  CHECK(omp_target_memcpy(b, a, 8, 4, 8, host, host) == 0);
  CHECK(b[0][1] == 2 && b[0][2] == 3);
  CHECK(omp_target_memcpy(b, a, 8, 0, 0, host, 17) == EINVAL);
  size_t volume[] = {2, 2}, to[] = {0, 1}, from[] = {1, 2};
  size_t to_sizes[] = {2, 3}, from_sizes[] = {4, 4};
  CHECK(omp_target_memcpy_rect(NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL,
                               host, host) == INT_MAX);
  CHECK(omp_target_memcpy_rect(b, a, 4, 2, volume, to, from, to_sizes,
                               from_sizes, host, host) == 0);
  CHECK(b[0][1] == 6 && b[0][2] == 7 && b[1][1] == 10 && b[1][2] == 11);
  CHECK(omp_target_associate_ptr(b, a, 4, 0, host) != 0);
  omp_target_free(a, host);
}

static void affinity(void)
{
  char text[80], wanted[80];
  snprintf(wanted, sizeof wanted, "<%ld|0001|1   |  2|%%|undefined>",
           (long)getpid());
  omp_set_affinity_format("<%P|%0.4n|%4L|%.3{num_threads}|%%|%{colour}>");
  CHECK(omp_get_affinity_format(text, 4) == 44 && strcmp(text, "<%P") == 0);
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) {
    size_t length = omp_capture_affinity(text, sizeof text, NULL);
    CHECK(length == strlen(wanted) && strcmp(text, wanted) == 0);
  }
#pragma omp parallel num_threads(3)
  if (omp_get_thread_num() == 2) omp_display_affinity("%n of %N");
  omp_capture_affinity(text, sizeof text, "%t %T %a %{ancestor_tnum}");
  CHECK(strcmp(text, "0 1 -1 -1") == 0);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  allocators();
  empty();
  aligned();
  devices();
  affinity();
  int result = report();
  MPI_Finalize();
  return result;
}
