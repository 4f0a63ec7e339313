/* What functions of C++'s library read and write is seen: streams, numbers in
 * text, hashes; while a put is under way, and after the fence.
 *
 * run: np=2 exit=121 options="--check"
 * stderr: load        by rank 1 at cxx_library.cpp:64
 * stderr: load        by rank 1 at cxx_library.cpp:65
 * stderr: load        by rank 1 at cxx_library.cpp:66
 * stderr: store       by rank 1 at cxx_library.cpp:67
 * stderr: store       by rank 1 at cxx_library.cpp:68
 * stderr: store       by rank 1 at cxx_library.cpp:69
 * stderr: store       by rank 1 at cxx_library.cpp:70
 * stderr: store       by rank 1 at cxx_library.cpp:71
 * stderr: store       by rank 1 at cxx_library.cpp:72
 * stderr: store       by rank 1 at cxx_library.cpp:73
 * stderr: store       by rank 1 at cxx_library.cpp:74
 * stderr: store       by rank 1 at cxx_library.cpp:75
 * stderr: store       by rank 1 at cxx_library.cpp:76
 * stderr: store       by rank 1 at cxx_library.cpp:77
 * stderr: store       by rank 1 at cxx_library.cpp:78
 * stderr: store       by rank 1 at cxx_library.cpp:79
 * stderr: store       by rank 1 at cxx_library.cpp:80
 * stderr: load        by rank 1 at cxx_library.cpp:81
 * stderr: load        by rank 1 at cxx_library.cpp:82
 * stderr: store       by rank 1 at cxx_library.cpp:83
 * run: np=2 options="--check" args="after"
 * build: --check -std=c++17
 */
#include <charconv>
#include <functional>
#include <iomanip>
#include <mpi.h>
#include <sstream>
#include <string_view>

static MPI_Win win;
static char *at;
static bool after;

/* Rank 0 puts into the window of rank 1, which calls the function in the same
 * epoch, or in the next one. */
template <typename F> static void meet(F call)
{
  char from[64] = "12 34";
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(from, 64, MPI_CHAR, 1, 0, 64, MPI_CHAR, win);
  if (after) MPI_Win_fence(0, win);
  if (rank == 1) call();
  MPI_Win_fence(0, win);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &at, &win);
  after = argc > 1;
  char *text = at;
  const char *digits = "1.5";
  double number;
  size_t hash = 0;
  for (int i = 0; i < 64; i++)
    at[i] = 0;
  meet([&] { std::ostringstream out; out.write(text, 20); });
  meet([&] { std::ostringstream out; out << text; });
  meet([&] { std::ostringstream out; out << std::string_view(text, 9); });
  meet([&] { std::istringstream in("12 34"); in.read(text, 20); });
  meet([&] { std::istringstream in("12 34"); in.readsome(text, 20); });
  meet([&] { std::istringstream in("12 34"); in.get(text, 20); });
  meet([&] { std::istringstream in("12 34"); in.get(text, 20, ' '); });
  meet([&] { std::istringstream in("12 34"); in.getline(text, 20); });
  meet([&] { std::istringstream in("12 34"); in.getline(text, 20, ' '); });
  meet([&] { std::istringstream in("12 34"); in.get(*text); });
  meet([&] { std::istringstream in("12 34"); in >> *text; });
  meet([&] { std::istringstream in("12 34"); in >> std::setw(20) >> text; });
  meet([&] { std::istringstream in("12 34"); in >> *(short *)at; });
  meet([&] { std::istringstream in("12 34"); in >> *(int *)at; });
  meet([&] { std::istringstream in("12 34"); in >> *(unsigned long *)at; });
  meet([&] { std::istringstream in("12 34"); in >> *(float *)at; });
  meet([&] { std::istringstream in("12 34"); in >> *(double *)at; });
  meet([&] { hash = std::hash<std::string_view>()({text, 20}); });
  meet([&] { std::from_chars(text, text + 20, number); });
  meet([&] { std::from_chars(digits, digits + 3, *(double *)at); });
  MPI_Win_free(&win);
  MPI_Finalize();
  return hash == 1;
}
