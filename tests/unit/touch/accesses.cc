// Accesses of C++, for tests/unit/test_touch.c, as accesses.c does those of C.
#include <algorithm>
#include <atomic>
#include <complex>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <numeric>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using tell = void(void *window, std::size_t size, const char *name,
                  const char *expected);
static tell *test;

constexpr std::size_t size = 32768;
alignas(4096) static unsigned char memory[size];
static unsigned char *volatile start = memory; // compilers cannot know it
static volatile int four = 4, sink;

static void seen(const char *name, const char *expected)
{
  test(start, size, name, expected);
}

template <class T> static T *at(std::size_t offset)
{
  return reinterpret_cast<T *>(start + offset);
}

struct shape {
  virtual ~shape() = default;
  virtual int area() const = 0;
};
struct square final : shape {
  int side;
  explicit square(int s) : side(s)
  {
  }
  int area() const override
  {
    return side * side;
  }
};
struct point {
  double x, y, z;
  point operator+(const point &o) const
  {
    return {x + o.x, y + o.y, z + o.z};
  }
};

// Named functions, so that no allocation is optimised away.
__attribute__((noinline)) static int area(const shape &s)
{
  return s.area();
}
__attribute__((noinline)) static void may_throw(int n)
{
  if (n == 4) throw std::runtime_error("four");
}

static void objects()
{
  auto *s = new (start + 64) square(four);
  seen("construction with a virtual table", "w64-76");
  sink = area(*s);
  seen("virtual call", "r64-76");
  auto *p = at<point>(128), *q = at<point>(256);
  *p = *q + *q;
  seen("clang: operator and assignment", "r256-280 w128-152");
  std::swap(*p, *q);
  seen("swap", "w256-280 w128-152");
  auto *t = new (start + 512) std::pair<int, double>(four, 2.0);
  seen("pair", "w512-516 w520-528 (w516-520)");
  t->second += 1;
  seen("member", "w520-528");
  auto *c = at<std::complex<double>>(600);
  *c *= std::complex<double>(0, four);
  seen("complex", "w600-616");
  try {
    may_throw(four);
  } catch (const std::exception &e) {
    *at<int>(700) = e.what()[0];
  }
  seen("store in a handler", "w700-704");
  *at<bool>(704) = [](int n) { return n == 4; }(four);
  seen("lambda", "w704-705");
}

static void algorithms()
{
  int *w = at<int>(0);
  std::vector<int> v(100);
  std::iota(v.begin(), v.end(), 0);
  std::copy(v.begin(), v.end(), w);
  seen("copy", "w0-400");
  std::copy(w, w + 100, v.begin());
  seen("copy from", "r0-400");
  std::copy_backward(w, w + 10, w + 11);
  seen("copy_backward", "r0-40 w4-44");
  std::fill(w, w + 100, four);
  seen("fill", "w0-400");
  std::fill_n(start + 1000, 100, 0);
  seen("fill of bytes", "w1000-1100");
  std::sort(w, w + 50);
  seen("sort", "r0-200 (w0-200)");
  std::reverse(w, w + 10);
  seen("reverse", "w0-40");
  sink = std::accumulate(w, w + 100, 0);
  seen("accumulate", "r0-400");
  sink = static_cast<int>(std::count(start + 500, start + 533, 1));
  seen("count", "r500-533");
  sink = std::equal(w, w + 5, w + 100);
  seen("equal", "r0-4 r400-404 (r0-20 r400-420)");
  std::vector<int> made(w, w + 33);
  sink = made[static_cast<std::size_t>(four)];
  seen("vector of", "r0-132");
  std::string text(reinterpret_cast<char *>(start) + 1000, 20);
  sink = text[static_cast<std::size_t>(four)];
  seen("string of", "r1000-1020");
  text.assign(40, 'x');
  text.copy(reinterpret_cast<char *>(start) + 2000, 40);
  seen("copy of a string", "w2000-2040");
  std::memcpy(start + 3000, text.data(), 24);
  seen("std::memcpy", "w3000-3024");
}

static void atomics()
{
  auto *a = new (start + 64) std::atomic<long>(four);
  seen("construction of it", "w64-72");
  a->fetch_add(3, std::memory_order_relaxed);
  if (++*a != 8) std::abort();
  seen("atomic change", "w64-72");
  long expected = 8;
  if (!a->compare_exchange_strong(expected, 1)) std::abort();
  seen("atomic comparison", "w64-72");
  if (a->load() != 1) std::abort();
  seen("atomic load", "r64-72");
}

int main(int argc, char **argv)
{
  if (argc != 2) return 2;
  test = reinterpret_cast<tell *>(std::strtoul(argv[1], nullptr, 16));
  test(start, size, nullptr, nullptr);
  objects();
  algorithms();
  atomics();
  return 0;
}
