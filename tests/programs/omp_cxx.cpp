/* OpenMP in C++: private objects are made, copied, assigned and destroyed as
 * often as they should be, in regions, loops and tasks; exceptions stay within
 * a thread; reductions of objects; iterators.
 *
 * run: np=2 twice=1
 * stdout: ok
 * build: -fopenmp
 */
#include "check.h"
#include <omp.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{
enum { THREADS = 4 };

int alive, copies;

struct Counted {
  std::string text;
  int value;
  explicit Counted(int v = 0) : text(40, 'x'), value(v)
  {
#pragma omp atomic
    alive++;
  }
  Counted(const Counted &from) : text(from.text), value(from.value)
  {
#pragma omp atomic
    alive++;
#pragma omp atomic
    copies++;
  }
  Counted &operator=(const Counted &) = default;
  ~Counted()
  {
#pragma omp atomic
    alive--;
  }
};

#pragma omp declare reduction(add:Counted                                      \
                              : omp_out.value += omp_in.value)                 \
    initializer(omp_priv = Counted(0))

void privates()
{
  Counted given(5), last(0), sum(1);
  int total = 0;
  copies = 0;
#pragma omp parallel num_threads(THREADS) firstprivate(given) reduction(add : sum) reduction(+ : total)
  {
    given.value += omp_get_thread_num();
    total += given.value;
    sum.value += 2;
  }
  CHECK(total == 5 * THREADS + 6 && given.value == 5);
  CHECK(sum.value == 1 + 2 * THREADS && copies >= THREADS);
#pragma omp parallel for num_threads(THREADS) lastprivate(last)                \
    schedule(dynamic)
  for (int i = 0; i < 20; i++)
    last.value = i;
  CHECK(last.value == 19);
  CHECK(alive == 3);
}

void tasks()
{
  std::vector<int> results(50);
  {
    Counted object(7);
#pragma omp parallel num_threads(THREADS)
#pragma omp single
    {
      for (int i = 0; i < 50; i++) {
#pragma omp task firstprivate(object) shared(results)
        {
          results[(size_t)i] = object.value + i + (int)object.text.size();
        }
      }
#pragma omp taskwait
#pragma omp taskloop firstprivate(object) grainsize(5) shared(results)
      for (int i = 0; i < 50; i++) {
#pragma omp atomic
        results[(size_t)i] += object.value;
      }
#pragma omp task firstprivate(object) if (0)
      object.value++;
    }
    CHECK(object.value == 7 && alive == 1);
  }
  for (int i = 0; i < 50; i++)
    CHECK(results[(size_t)i] == 54 + i);
  CHECK(alive == 0);
}

void exceptions()
{
  int caught = 0, tasks = 0;
#pragma omp parallel num_threads(THREADS) reduction(+ : caught)
  {
    for (int i = 0; i < 10; i++) {
      try {
        Counted c(i);
        if (i % 2) throw std::runtime_error(std::to_string(i));
#pragma omp barrier
      } catch (const std::exception &e) {
        caught += std::stoi(e.what());
#pragma omp critical
        caught++;
      }
    }
#pragma omp single
    for (int i = 0; i < 8; i++) {
#pragma omp task shared(tasks)
      {
        try {
          throw i;
        } catch (int thrown) {
#pragma omp atomic
          tasks += thrown;
        }
      }
    }
  }
  CHECK(caught == THREADS * (25 + 5) && tasks == 28 && alive == 0);
}

void iterators()
{
  std::vector<long> numbers(101, 3);
  long sum = 0;
#pragma omp parallel for num_threads(THREADS) reduction(+ : sum) schedule(guided)
  for (auto i = numbers.begin(); i < numbers.end(); ++i)
    sum += *i;
  CHECK(sum == 303);
  auto twice = [&](long n) {
    long result = 0;
#pragma omp parallel for num_threads(THREADS) reduction(+ : result)
    for (long i = 0; i < n; i++)
      result += 2;
    return result;
  };
  CHECK(twice(11) == 22);
}

extern Counted kept;
#pragma omp threadprivate(kept)
Counted kept(3);

void threadprivate()
{
  int sum = 0;
  kept.value = 10;
  alive = 0;
#pragma omp parallel num_threads(THREADS) reduction(+ : sum)
  {
    kept.value += omp_get_thread_num();
    sum += kept.value + (int)kept.text.size();
  }
  CHECK(sum == 10 + 3 * (THREADS - 1) + 6 + 40 * THREADS);
  CHECK(alive == THREADS - 1);
}
} // namespace

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  alive = 0;
  privates();
  alive = 0;
  tasks();
  exceptions();
  iterators();
  threadprivate();
  int failed = report();
  MPI_Finalize();
  return failed;
}
