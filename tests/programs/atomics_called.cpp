/* What gcc would put in place untold of atomics is called, by the names of
 * libatomic's: those of functions that are not to be instrumented, too, and
 * without -latomic; what says which are without locks stays as it was.
 *
 * run: np=1 options="--check"
 * build: --check -std=c++17 -fopenmp
 * stdout: ok
 */
#include <mpi.h>

#include <atomic>
#include <cstdio>

struct pair {
  int a, b;
};
struct odd {
  char c[3];
};
static_assert(std::atomic<pair>::is_always_lock_free, "8 bytes");
static_assert(!std::atomic<odd>::is_always_lock_free, "3 bytes");

static std::atomic<pair> both;
static std::atomic<char> one;

template <typename T>
__attribute__((no_sanitize("thread"))) static T all(T *p)
{
  T old = 5;
  __atomic_store_n(p, 1, __ATOMIC_SEQ_CST);
  T sum = __atomic_fetch_add(p, 4, __ATOMIC_SEQ_CST);
  sum += __atomic_compare_exchange_n(p, &old, 12, false, 5, 5);
  sum += __atomic_sub_fetch(p, 2, __ATOMIC_SEQ_CST);
  sum += __sync_fetch_and_or(p, 1) + __atomic_fetch_and(p, 9, 5);
  sum += __atomic_fetch_xor(p, 3, 5) + __atomic_fetch_nand(p, 2, 5);
  sum += __atomic_exchange_n(p, 7, 5);
  return sum + __atomic_load_n(p, __ATOMIC_SEQ_CST);
}

template <typename T> static bool right()
{
  T x = 0, y = 0;
#pragma omp parallel num_threads(4)
  {
#pragma omp atomic
    y += 2;
#pragma omp atomic
    y *= 1;
  }
  return all(&x) == (T)56 && y == 8;
}

int main(int argc, char **argv)
{
  double sum = 0;
  MPI_Init(&argc, &argv);
#pragma omp parallel for num_threads(4) reduction(+ : sum)
  for (int i = 0; i < 100; i++) sum += i;
  bool ok = both.is_lock_free() && one.is_lock_free() && sum == 4950;
  ok = ok && right<char>() && right<short>() && right<int>() && right<long>();
  std::puts(ok ? "ok" : "wrong");
  MPI_Finalize();
}
