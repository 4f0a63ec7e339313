/* C++: the operators new and delete of a program are those that C++'s library
 * calls, too, and the forms that it has not replaced go to them: what has a
 * mark before it is never given to another's delete. (Allocated by the library:
 * strings, streams, threads' states, the characters of a path.)
 *
 * What SimGrid allocates for a route is none of the program's.
 *
 * run: np=3 twice=1
 * run: np=3 options="--platform platforms/fat-tree.xml"
 * stdout: ok
 * build: -Wno-sized-deallocation
 */
#include "check.h"
#include <cstdlib>
#include <filesystem>
#include <new>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

static const size_t mark = 0x6f7269656c;
/* Compilers may assume that `new` changes no variables, but volatile ones. */
static volatile long live, made, unmarked;
static bool full;

void *operator new(std::size_t n)
{
  size_t *p = full ? nullptr : static_cast<size_t *>(malloc(n + 16));
  if (!p) throw std::bad_alloc();
  *p = mark;
  live = live + 1;
  made = made + 1;
  return p + 2;
}

void operator delete(void *q) noexcept
{
  if (!q) return;
  size_t *p = static_cast<size_t *>(q) - 2;
  if (*p != mark) {
    unmarked = unmarked + 1;
    return;
  }
  live = live - 1;
  *p = 0;
  free(p);
}

struct wide {
  alignas(64) char of[64];
};

/* Those of the library: of arrays, with nothrow, with a size. (A pair of `new`
 * and `delete` a compiler may leave out.) */
static void other_forms()
{
  long before = live;
  int *volatile array = new int[100];
  int *volatile one = new (std::nothrow) int;
  int *volatile many = new (std::nothrow) int[3];
  CHECK(live == before + 3);
  delete[] array;
  operator delete(one, sizeof *one);
  operator delete[](many, std::nothrow);
  wide *volatile aligned = new wide;
  CHECK(reinterpret_cast<size_t>(aligned) % 64 == 0);
  delete aligned;
  full = true;
  CHECK(!operator new(4, std::nothrow));
  full = false;
  CHECK(live == before);
}

static void of_the_library(int rank)
{
  long count = made;
  std::string text(100 + rank, 'x');
  CHECK(made == count + 1);
  text += text;
  std::vector<std::string> copies(10, text);
  std::ostringstream out;
  out << text << copies[3] << 1.5;
  std::string all = out.str();
  CHECK(all.size() == 2 * text.size() + 3);
  std::thread other([&] { copies.push_back(all); });
  other.join();
  std::filesystem::path way = all;
  way /= "more of it";
  CHECK(made > count + 15);
}

/* What MPI calls back is the program's. */
static void twice(void *in, void *inout, int *n, MPI_Datatype *)
{
  std::string text(200, 'y');
  for (int i = 0; i < *n; i++)
    static_cast<int *>(inout)[i] += static_cast<int *>(in)[i];
  text += text;
}

static void called_back()
{
  MPI_Op op;
  int one = 1, sum;
  MPI_Op_create(twice, 1, &op);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
  MPI_Op_free(&op);
  CHECK(sum == world_size());
}

static void none_by_mpi()
{
  long count = made;
  int sum = 1;
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(made == count);
  CHECK(sum == world_size());
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int rank = world_rank();
  long before = live;
  none_by_mpi();
  other_forms();
  for (int i = 0; i < 3; i++) {
    of_the_library(rank);
    called_back();
  }
  CHECK(live == before);
  CHECK(unmarked == 0);
  int code = report();
  MPI_Finalize();
  return code;
}
