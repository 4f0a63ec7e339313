/* Loops that compute without a general register: in vectors, on the stack of
 * floating point, in memory alone. None of them waits.
 *
 * run: np=1 args="sse"
 * run: np=1 args="x87"
 * run: np=1 args="avx"
 * run: np=1 args="avx512"
 * run: np=1 args="memory"
 * run: np=1 args="indexed"
 * run: np=1 args="global"
 * run: np=1 args="thread"
 * stdout: ok
 */
#include "check.h"

#include <string.h>

enum { TIMES = 400000000 };

static long global;
static _Thread_local long local;

/* Each step leaves the flags as they were. */
#define COUNT(add, place, ...)                                                 \
  __asm__ volatile("1: " add " $4096, " place "\n"                             \
                   "cmpq %[end], " place "\n"                                  \
                   "jb 1b"                                                     \
                   :                                                           \
                   : [end] "r"(4096L * TIMES), __VA_ARGS__                     \
                   : "cc", "memory")

static void compute_sse(void)
{
  double x = 0;
  __asm__ volatile("1: addsd %1, %0\n"
                   "comisd %2, %0\n"
                   "jb 1b"
                   : "+x"(x)
                   : "x"(0.5), "x"(TIMES * 0.5)
                   : "cc");
  CHECK(x == TIMES * 0.5);
}

static void compute_x87(void)
{
  long double x = 0;
  __asm__ volatile("1: fadd %2, %0\n"
                   "fcomi %1, %0\n"
                   "jb 1b"
                   : "+t"(x)
                   : "u"((long double)TIMES), "f"(1.0L)
                   : "cc");
  CHECK(x == TIMES);
}

/* In the upper half. */
__attribute__((target("avx2"))) static void compute_avx(void)
{
  long x[4] = {0, 0, TIMES, 0}, one[4] = {0, 0, 1, 0};
  __asm__ volatile("vmovdqu %0, %%ymm0\n"
                   "vmovdqu %1, %%ymm1\n"
                   "1: vpsubq %%ymm1, %%ymm0, %%ymm0\n"
                   "vptest %%ymm0, %%ymm0\n"
                   "jnz 1b\n"
                   "vmovdqu %%ymm0, %0\n"
                   "vzeroupper"
                   : "+m"(x)
                   : "m"(one)
                   : "cc", "xmm0", "xmm1");
  CHECK(x[2] == 0);
}

/* In a register that only AVX-512 has. */
__attribute__((target("avx512f"))) static void compute_avx512(void)
{
  long x[8] = {0, 0, 0, 0, 0, TIMES}, one[8] = {0, 0, 0, 0, 0, 1};
  __asm__ volatile("vmovdqu64 %0, %%zmm20\n"
                   "vmovdqu64 %1, %%zmm21\n"
                   "1: vpsubq %%zmm21, %%zmm20, %%zmm20\n"
                   "vptestmq %%zmm20, %%zmm20, %%k1\n"
                   "kortestw %%k1, %%k1\n"
                   "jnz 1b\n"
                   "vmovdqu64 %%zmm20, %0\n"
                   "vzeroupper"
                   : "+m"(x)
                   : "m"(one)
                   : "cc", "xmm20", "xmm21", "k1");
  CHECK(x[5] == 0);
}

static void compute_in_memory(const char *where)
{
  static long many[200];
  long here = 0, *at = &here;
  long *indexed = &many[103];
  if (!strcmp(where, "memory")) COUNT("addq", "(%[at])", [at] "r"(at));
  if (!strcmp(where, "indexed"))
    COUNT("addq", "800(%[at],%[i],8)", [at] "r"(many), [i] "r"(3L));
  if (!strcmp(where, "global")) COUNT("addq", "%[at]", [at] "m"(global));
  if (!strcmp(where, "thread")) COUNT("addq", "%[at]", [at] "m"(local));
  CHECK(here + *indexed + global + local == 4096L * TIMES);
}

int main(int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "";
  MPI_Init(&argc, &argv);
  if (!strcmp(how, "sse"))
    compute_sse();
  else if (!strcmp(how, "x87"))
    compute_x87();
  else if (!strcmp(how, "avx") && __builtin_cpu_supports("avx2"))
    compute_avx();
  else if (!strcmp(how, "avx512") && __builtin_cpu_supports("avx512f"))
    compute_avx512();
  else if (strncmp(how, "avx", 3))
    compute_in_memory(how);
  report();
  MPI_Finalize();
}
